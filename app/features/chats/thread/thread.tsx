/** The messages of a conversation, day by day, with what is in front of them and what is unread. */
import { useEffect, useRef, type ReactNode } from 'react'
import { locale, t } from '../../../state/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { dayLabel } from '../calendar.ts'
import { BubbleView } from './bubble.tsx'
import { daysOf } from './days.ts'
import { Incoming } from './incoming.tsx'
import type { ThreadMessage } from './thread-message.ts'
import styles from './thread.module.css'
import type { Older } from './use-thread.ts'
import { useThreadScroll } from './use-thread-scroll.ts'
import type { WaysOnActions } from './ways-on-buttons.tsx'

type Props = {
  messages: readonly ThreadMessage[]
  older: Older
  /** The key of the message over which 'unread' stands. */
  unreadFrom: string | undefined
  /** The partner's name. */
  name: string
  now: number
  actions: WaysOnActions
  /** What stands at the very beginning of the conversation. */
  beginning: ReactNode
}

export const Thread = ({ messages, older, unreadFrom, name, now, actions, beginning }: Props) => {
  const { box, content, divider, onScroll, hasNews, toEnd } = useThreadScroll(
    messages,
    `${messages[0]?.key} ${older.state === 'none'}`,
  )
  const words = { today: t('chats.today'), yesterday: t('chats.yesterday') }
  return (
    <div className={styles['frame']}>
      <div
        ref={box}
        className={styles['box']}
        onScroll={onScroll}
        // A place to scroll by keyboard, and to jump to with a screen reader.
        tabIndex={0}
        role="region"
        aria-label={t('chat.messages', { name })}
      >
        <div ref={content} className={styles['content']}>
          {older.state === 'none' ? beginning : <OlderSlot older={older} box={box} />}
          {daysOf(messages).map((day) => (
            <section key={day.key} className={styles['day']}>
              <h2 className={styles['date']}>{dayLabel(day.at, now, locale.value, words)}</h2>
              <ol className={styles['messages']}>
                {day.bubbles.map((bubble) => (
                  <li key={bubble.message.key} className={styles['item']}>
                    {bubble.message.key === unreadFrom ? (
                      <div ref={divider} className={styles['divider']}>
                        <span>{t('chat.unread')}</span>
                      </div>
                    ) : null}
                    <BubbleView bubble={bubble} name={name} actions={actions} />
                  </li>
                ))}
              </ol>
            </section>
          ))}
        </div>
      </div>
      {hasNews ? (
        <button type="button" className={styles['news']} onClick={toEnd}>
          <Icon name="arrow-down" size={18} />
          {t('chat.newMessages')}
        </button>
      ) : null}
      <Incoming messages={messages} name={name} />
    </div>
  )
}

/** Asks for the page before when one scrolls near it; says why where it does not come. */
const OlderSlot = ({
  older,
  box,
}: {
  older: Exclude<Older, { state: 'none' }>
  box: { current: HTMLElement | null }
}) => {
  const slot = useRef<HTMLDivElement>(null)
  const load = useRef(older.load)
  useEffect(() => {
    load.current = older.load
  })
  const isReady = older.state === 'ready'
  useEffect(() => {
    if (!isReady || !slot.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load.current()
      },
      { root: box.current, rootMargin: '600px 0px 0px 0px' },
    )
    observer.observe(slot.current)
    return () => observer.disconnect()
  }, [isReady, box])
  return (
    <div ref={slot} className={styles['older']}>
      {older.state === 'loading' ? <Loading /> : null}
      {older.state === 'failed' ? (
        <>
          <span>{older.error.error === 'network_unavailable' ? t('chat.olderOffline') : t('chat.olderFailed')}</span>
          <Button kind="quiet" small onClick={older.load}>
            {t('ui.tryAgain')}
          </Button>
        </>
      ) : null}
    </div>
  )
}
