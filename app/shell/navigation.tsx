/** The four tabs at the foot of a phone. From 992 px, three of them are links in the bar, beside the account menu. Badges follow SHELL-8. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Counts } from '#contract/entities/user.ts'
import { after } from '../ports/clock.ts'
import { t, type TextKey } from '../state/i18n.ts'
import { counts } from '../state/session.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icons.ts'
import { Badge } from '../ui/marks.tsx'
import { href } from './routes.ts'
import { SCREENS, type RouteName, type TabName } from './screens.ts'
import styles from './navigation.module.css'

type Tab = { tab: TabName; route: RouteName; icon: IconName; label: TextKey }

const SEARCH: Tab = { tab: 'search', route: 'members', icon: 'search', label: 'shell.search' }
const LIKES: Tab = { tab: 'likes', route: 'likes', icon: 'heart', label: 'shell.likes' }
const CHATS: Tab = { tab: 'chats', route: 'chats', icon: 'message', label: 'shell.chats' }
const ME: Tab = { tab: 'me', route: 'profile', icon: 'user', label: 'shell.me' }

/** The tabs that the bar has, too, in the same order. */
const BAR_TABS = [SEARCH, LIKES, CHATS]

type Props = { route: RouteName | null }

export const Navigation = ({ route }: Props) => (
  <nav className={styles['navs']} aria-label={t('shell.navigation')}>
    {BAR_TABS.map((tab) => (
      <Link
        key={tab.tab}
        transition
        href={href(tab.route)}
        className={styles['nav']}
        aria-current={currentOf(tab, route)}
      >
        <Icon name={tab.icon} size={22} />
        {t(tab.label)}
        <NewCount tab={tab.tab} />
      </Link>
    ))}
  </nav>
)

export const Tabs = ({ route }: Props) => (
  <nav className={styles['tabs']} aria-label={t('shell.navigation')}>
    {[...BAR_TABS, ME].map((tab) => (
      <Link
        key={tab.tab}
        transition
        href={href(tab.route)}
        className={styles['tab']}
        aria-current={currentOf(tab, route)}
      >
        <Icon name={tab.icon} />
        <span>{t(tab.label)}</span>
        <span className={styles['count']}>
          <NewCount tab={tab.tab} />
        </span>
      </Link>
    ))}
  </nav>
)

/** `page` on the tab's own screen, `true` on a screen that belongs to the tab. */
const currentOf = (tab: Tab, route: RouteName | null): 'page' | 'true' | undefined => {
  if (route === null || SCREENS[route].tab !== tab.tab) return undefined
  return route === tab.route ? 'page' : 'true'
}

const NewCount = ({ tab }: { tab: TabName }) => {
  useSignals()
  const count = newCountOf(tab, counts.value)
  if (count === null) return null
  return <Badge count={count} label={t(tab === 'chats' ? 'shell.unread' : 'shell.newLikes', { count })} />
}

/** Within this time a message of the open conversation is marked as read, so nothing announces it. */
const NEWS_AFTER_MS = 1_000

/** Announces messages and likes that have arrived: a screen reader says nothing of a badge that changes. */
export const News = () => {
  useSignals()
  const { unread_messages: messages, new_likes: likes } = counts.value
  const before = useRef({ messages, likes })
  const [words, setWords] = useState('')
  useEffect(
    () =>
      after(NEWS_AFTER_MS, () => {
        const known = before.current
        before.current = { messages, likes }
        setWords(
          [
            messages > known.messages ? t('shell.unread', { count: messages }) : '',
            likes > known.likes ? t('shell.newLikes', { count: likes }) : '',
          ]
            .filter((part) => part !== '')
            .join(', '),
        )
      }),
    [messages, likes],
  )
  return (
    <p className="vh" role="status">
      {words}
    </p>
  )
}

/** The count of a tab [SHELL-8], or null if it has none. */
export const newCountOf = (tab: TabName, counts: Counts): number | null => {
  if (tab === 'chats') return counts.unread_messages
  return tab === 'likes' ? counts.new_likes : null
}
