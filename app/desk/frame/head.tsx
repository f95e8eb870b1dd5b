/** The head of a screen, with its heading, the search and the live mark; and the room below it for the work. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { classes } from '../../ui/classes.ts'
import { textOf } from '../../ui/use-form.ts'
import { live } from '../live.ts'
import { siteName, t } from '../texts.ts'
import { DeskIcon } from '../ui/desk-icon.tsx'
import { useKeys } from '../keys.ts'
import { mayCall } from '../session.ts'
import { Kbd } from '../ui/desk-button.tsx'
import styles from './head.module.css'

const HEADING_ID = 'screen-name'

type HeadProps = {
  title: string
  /** A short fact beside the title, such as a count. */
  note?: ReactNode
  /** The screen above this one. */
  back?: { href: string; label: string }
  /** Whether the head shows the search for members; not on a screen with a search of its own. */
  hasSearch?: boolean
  /** More marks beside the title. */
  children?: ReactNode
}

export const Head = ({ title, note, back, hasSearch = true, children }: HeadProps) => {
  useSignals()
  const heading = useRef<HTMLHeadingElement>(null)
  const isLive = live.value === 'live'
  useTabTitle(title === '' ? null : t('frame.title', { screen: title, site: siteName() }))
  // A new screen is read out from its heading.
  useEffect(() => {
    if (title !== '' && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <header className={styles['head']}>
      {back ? (
        <Link href={back.href} className={styles['back']} aria-label={t('frame.backTo', { screen: back.label })}>
          <DeskIcon name="chevron-left" />
          <span className={styles['wide']}>{back.label}</span>
        </Link>
      ) : null}
      <h1 ref={heading} id={HEADING_ID} tabIndex={-1} dir="auto">
        {title}
      </h1>
      {note === undefined ? null : <span className={styles['note']}>{note}</span>}
      {children}
      {hasSearch ? <FindMember /> : null}
      <span className={classes(styles['live'], !isLive && styles['notLive'])} role="status">
        {t(isLive ? 'frame.live' : 'frame.connecting')}
      </span>
    </header>
  )
}

/** Each tab names its own case, because several are open side by side. @param title null while the screen still loads */
export const useTabTitle = (title: string | null): void =>
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])

type MainProps = {
  /** The screen places its own panes, so that the work has no padding of its own. */
  bare?: boolean
  /** The parts of the screen, one below the other, with a gap. */
  stacked?: boolean
  className?: string | undefined
  children: ReactNode
}

export const Main = ({ bare = false, stacked = false, className, children }: MainProps) => (
  <main
    id="work"
    // When the focused control is removed, the focus moves here (`app/ui/lost-focus.ts`).
    tabIndex={-1}
    aria-labelledby={HEADING_ID}
    className={classes(styles['main'], bare && styles['bare'], stacked && styles['stacked'], className)}
  >
    {children}
  </main>
)

/** The search of the head, for roles that may find members [DESK-11]. A phone has the tab "Find" instead. */
const FindMember = () => {
  useSignals()
  return mayCall('members.find') ? <FindField /> : null
}

const FindField = () => {
  useSignals()
  const [, navigate] = useLocation()
  const field = useRef<HTMLInputElement>(null)
  useKeys([{ keys: ['/'], text: 'key.find', isQuiet: true, run: () => field.current?.focus() }])
  return (
    <form
      role="search"
      className={styles['find']}
      onSubmit={(event) => {
        event.preventDefault()
        const text = textOf(new FormData(event.currentTarget), 'q').trim()
        if (text !== '') navigate(`/members?q=${encodeURIComponent(text)}`)
      }}
    >
      <DeskIcon name="search" />
      <input
        ref={field}
        type="search"
        name="q"
        maxLength={254}
        autoComplete="off"
        placeholder={t('members.placeholder')}
        aria-label={t('members.find')}
        aria-keyshortcuts="/"
      />
      <Kbd keys="/" />
    </form>
  )
}
