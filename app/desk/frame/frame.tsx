/** The frame around every screen: the rail, the screen itself, the key line, and the tabs of a phone. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, createElement, useLayoutEffect, useState, Component, type ReactNode } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useKeys, type KeyEntry } from '../keys.ts'
import { SCREENS, forgetParts, homeOf, maySee, partOf, type DeskScreen, type ScreenProps } from '../screens.ts'
import { self } from '../session.ts'
import { t, tCode } from '../texts.ts'
import { Empty } from '../ui/parts.tsx'
import { DeskButton } from '../ui/desk-button.tsx'
import { DeskIcon } from '../ui/desk-icon.tsx'
import { ReloadPage } from '../ui/read-state.tsx'
import { now } from '../clock.ts'
import { removeToast, toasts, visibleToasts } from '../toasts.ts'
import { Rail, Tabs, useCounts } from './navigation.tsx'
import styles from './frame.module.css'
import { Head, Main } from './head.tsx'
import { KeyLine, KeySheet } from './key-lists.tsx'

export const Frame = () => {
  useSignals()
  useCounts()
  const [path, navigate] = useLocation()
  // The path of the page on which the list of keys is open. Another page closes the list.
  const [sheetAt, setSheetAt] = useState<string | null>(null)
  const role = self.value?.role
  const visibleScreens = SCREENS.filter((screen) => role !== undefined && maySee(screen, role))
  useKeys([
    ...visibleScreens.flatMap(({ key, title, path: to }): KeyEntry[] =>
      key === undefined ? [] : [{ keys: [`g ${key}`], text: title, isQuiet: true, run: () => navigate(to) }],
    ),
    { keys: ['?'], text: 'keys.all', isQuiet: true, run: () => setSheetAt(path) },
  ])
  // A link of the rail or of the tabs stays on the page. Once it has lost the focus, the heading of the new screen takes it.
  useLayoutEffect(() => {
    const link = document.activeElement
    if (link instanceof HTMLElement && link.closest('nav') !== null) link.blur()
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- the address is what this happens upon
  }, [path])
  if (role === undefined) return null
  return (
    <div className={styles['desk']}>
      <a className={styles['skip']} href="#work">
        {t('frame.skip')}
      </a>
      <Rail />
      <Boundary key={path}>
        <Suspense fallback={<Loading />}>
          <Switch>
            {SCREENS.map((screen) => (
              <Route key={screen.name} path={screen.path}>
                {(params) =>
                  maySee(screen, role) ? <Part screen={screen} params={params} /> : <NotYours screen={screen} />
                }
              </Route>
            ))}
            <Route path="/">
              <Redirect to={homeOf(role)} replace />
            </Route>
            <Route>
              <MissingScreen />
            </Route>
          </Switch>
        </Suspense>
      </Boundary>
      <ToastList />
      <KeyLine onAllKeys={() => setSheetAt(path)} />
      <Tabs />
      {sheetAt === path ? <KeySheet onClose={() => setSheetAt(null)} /> : null}
    </div>
  )
}

const Part = ({ screen, ...props }: ScreenProps & { screen: DeskScreen }) => createElement(partOf(screen), props)

const Loading = () => (
  <>
    <Head title="" />
    <Main>
      <p className="vh" role="status">
        {t('frame.loading')}
      </p>
    </Main>
  </>
)

/** A screen that another role has [DESK-2]. */
const NotYours = ({ screen }: { screen: DeskScreen }) => {
  useSignals()
  const roles = screen.roles.map((role) => tCode('role', role)).join(', ')
  return (
    <>
      <Head title={t(screen.title)} />
      <Main>
        <Empty
          icon="lock"
          title={t('frame.notYours', { screen: t(screen.title) })}
          text={t('frame.notYoursText', { roles, own: tCode('role', self.value?.role ?? '') })}
        />
      </Main>
    </>
  )
}

const MissingScreen = () => (
  <>
    <Head title={t('frame.missing')} />
    <Main>
      <Empty title={t('frame.missing')} text={t('frame.missingText')} />
    </Main>
  </>
)

/** Shows a message in place of a screen that threw, or whose code did not load. The frame around it stays. */
class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(): void {
    forgetParts()
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <>
        <Head title={t('frame.broken')} />
        <Main>
          <Empty
            icon="alert"
            title={t('frame.broken')}
            text={t('frame.brokenText')}
            action={
              <>
                <DeskButton onClick={() => this.setState({ hasFailed: false })}>{t('frame.again')}</DeskButton>
                <ReloadPage />
              </>
            }
          />
        </Main>
      </>
    )
  }
}

export const ToastList = () => {
  useSignals()
  // The undo key works on every screen. With several toasts, it runs the newest undo.
  useKeys(
    toasts.value.toReversed().flatMap(({ action }) => {
      const { keys, run } = action ?? {}
      return keys === undefined || run === undefined ? [] : [{ keys: [keys], text: 'key.undo' as const, run }]
    }),
  )
  const answering = toasts.value.findLast(({ action }) => action?.keys !== undefined)?.id
  return (
    // Each toast is read out once: `status` alone would repeat the others with it.
    <div className={styles['toasts']} role="status" aria-live="polite" aria-atomic="false">
      {visibleToasts(toasts.value).map(({ id, text, action }) => (
        <div key={id} className={styles['toast']}>
          <p id={`toast-${id}`}>{text}</p>
          {action ? (
            <DeskButton
              kind="quiet"
              plain
              // Several toasts have buttons of the same names.
              aria-describedby={`toast-${id}`}
              {...(id === answering && action.keys !== undefined && { keys: action.keys })}
              onClick={action.run}
            >
              {action.until === undefined ? action.label : <Countdown label={action.label} until={action.until} />}
            </DeskButton>
          ) : null}
          <button
            type="button"
            className={styles['close']}
            aria-label={t('toast.dismiss')}
            aria-describedby={`toast-${id}`}
            onClick={() => removeToast(id)}
          >
            <DeskIcon name="x" size={18} />
          </button>
        </div>
      ))}
    </div>
  )
}

/** The seconds are only visible: a screen reader would say each of them. */
const Countdown = ({ label, until }: { label: string; until: number }) => {
  useSignals()
  const seconds = Math.max(0, Math.ceil((until - now.value) / 1_000))
  return (
    <>
      <span aria-hidden="true">{t('toast.countdown', { label, seconds })}</span>
      <span className="vh">{label}</span>
    </>
  )
}
