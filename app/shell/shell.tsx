/** The frame around every screen: four layouts [SHELL-6]. The bars stay mounted from screen to screen. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { User } from '#contract/entities/user.ts'
import { isInstalledApp } from '../ports/installation.ts'
import { wasMemberHere } from '../ports/member-here.ts'
import { t } from '../state/i18n.ts'
import { loadingBar } from '../state/loading-bar.ts'
import { isScreenReplaced, screenTitle } from '../state/page-title.ts'
import { isLoggedIn, sessionKnown, user } from '../state/session.ts'
import { classes } from '../ui/classes.ts'
import { Toasts } from '../ui/toasts.tsx'
import { Dialogs } from './dialogs.tsx'
import { Aside } from './error-boundary.tsx'
import { lazyPart } from './lazy-part.tsx'
import { ActivationNote, AgeNote, Lines } from './lines.tsx'
import { News, Tabs } from './navigation.tsx'
import { layoutOf, SCREENS, type RouteName } from './screens.ts'
import styles from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { BackLink } from './back-link.tsx'

const AccountRail = lazyPart(() => import('../features/member-screens.ts').then((part) => part.AccountRail))

/** A file of its own: each start of the installed app would load all other screens of members with it. */
const PullToRefresh = lazyPart(() => import('./pull-to-refresh.tsx').then((part) => part.PullToRefresh))

const Footer = lazyPart(() => import('./footer.tsx').then((part) => part.Footer), 'first')
/** A constant element: with the same element, React keeps the prerendered footer until its code has loaded. */
const FOOTER = (
  <Aside>
    <Footer />
  </Aside>
)

type Props = {
  route: RouteName | null
  /** The title in the bar of a phone; null if the screen has its own. */
  title: string | null
  children: ReactNode
}

export const Shell = ({ route, title, children }: Props) => {
  useSignals()
  const layout = layoutOf(route)
  const { headed = false, wide = false, noEntryWarning = false, ...own } = route ? SCREENS[route] : {}
  // On a phone nothing else would lead on from a screen that is not there.
  const hasScreen = !isScreenReplaced.value
  const bare = hasScreen && 'bare' in own
  const footAction = hasScreen && 'footAction' in own
  const ownBar = hasScreen && 'ownBar' in own
  const me = user.value
  const hasNotes = layout === 'default' && !bare && !footAction && !ownBar
  const remindsOfMail = hasNotes && me?.status === 'not_confirmed' && route !== 'profile'
  const ageDue = hasNotes && !remindsOfMail && route !== 'age' ? me?.age_due : null
  const isOfMember = route !== null && expectsMember(route, me)
  const rail = isOfMember ? railOf(route) : null
  const warnsOfEntry = layout === 'default' && route !== null && !noEntryWarning
  return (
    <div
      className={classes(
        styles['app'],
        layout === 'chat' && styles['chat'],
        bare && isOfMember && styles['bare'],
        ownBar && isOfMember && styles['ownBar'],
        footAction && styles['footAction'],
      )}
    >
      <a href="#main" className={styles['skip']}>
        {t('shell.skip')}
      </a>
      {layout === 'empty' ? <span /> : <TopBar route={route} title={title} logoOnly={layout === 'lander'} />}
      <Lines inConversation={layout === 'chat' && bare} />
      <ScreenName />
      <main
        id="main"
        tabIndex={-1}
        aria-labelledby={NAME_ID}
        className={classes(
          styles['main'],
          wide && styles['wide'],
          (layout === 'lander' || layout === 'empty') && styles['narrow'],
          layout === 'empty' && styles['empty'],
          rail && styles['railed'],
        )}
      >
        <LoadingBar />
        {rail ? (
          <>
            <div className={styles['rail']}>
              <Aside>{me ? <AccountRail me={me} route={rail.route} /> : null}</Aside>
            </div>
            <ScreenHead route={rail.route} title={t(rail.title)} hasRail />
          </>
        ) : null}
        {!rail && route !== null && headed && title !== null ? (
          <ScreenHead route={route} title={title} isMember={me !== null} />
        ) : null}
        {remindsOfMail ? <ActivationNote /> : null}
        {ageDue == null ? null : <AgeNote due={ageDue} />}
        {children}
      </main>
      {layout === 'default' && !bare && !ownBar ? FOOTER : <span />}
      {(layout === 'default' || layout === 'chat') && !bare && !footAction && isLoggedIn.value ? (
        <Tabs route={route} />
      ) : null}
      {route !== null && SCREENS[route].pulls && me && isInstalledApp() ? (
        <Aside>
          <PullToRefresh />
        </Aside>
      ) : null}
      {me ? <News key={me.id} /> : null}
      <Toasts />
      <Dialogs warns={warnsOfEntry} />
    </div>
  )
}

const NAME_ID = 'screen-name'

/**
 * The name of the screen, which a screen reader says when the screen gets the focus. A part of its own: rendering the frame again would
 * make React discard prerendered markup.
 */
const ScreenName = () => {
  useSignals()
  return (
    <span id={NAME_ID} hidden>
      {screenTitle.value}
    </span>
  )
}

/** The places of *Me* show the links to the others beside them. */
const railOf = (route: RouteName) => {
  const { account, title } = SCREENS[route]
  return account && title.bar !== undefined ? { route, title: title.bar } : null
}

/** Before the session is known, the frame is that of the member who was here, so that nothing moves when the session comes. */
const expectsMember = (route: RouteName, me: User | null): boolean =>
  me !== null || (!sessionKnown.value && (SCREENS[route].access === 'member' || wasMemberHere()))

type HeadProps = { route: RouteName; title: string; hasRail?: boolean; isMember?: boolean }

/** In a large window the bar shows no title, so the screen does. A screen reader finds the heading in the bar. */
const ScreenHead = ({ route, title, hasRail = false, isMember = hasRail }: HeadProps) => (
  <div className={classes(styles['head'], !hasRail && styles['overColumn'])}>
    {isMember ? <BackLink route={route} /> : null}
    <p className={styles['headTitle']} aria-hidden="true">
      {title}
    </p>
  </div>
)

/**
 * The thin bar at the top while something loads [SHELL-15], and the one place that announces it. Its percentage is a guess, and a screen
 * reader would say each step of an `aria-valuenow`.
 */
export const LoadingBar = () => {
  useSignals()
  const percent = loadingBar.percent.value
  return (
    <>
      <p className="vh" role="status">
        {percent === null ? null : t('ui.loading')}
      </p>
      {percent === null ? null : (
        <div
          className={styles['loading']}
          role="progressbar"
          aria-label={t('ui.loading')}
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      )}
    </>
  )
}
