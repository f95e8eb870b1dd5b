/** The messages of a conversation, day by day, with the content before them and the unread divider. */
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, useState, type ReactNode, memo, type RefObject, useEffect, useRef } from 'react'
import { online } from '../../../state/connection.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { contentWords, stateWord } from '../message-words.ts'
import { t, locale } from '../../../state/i18n.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Button } from '../../../ui/button.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { dayLabel } from '../calendar.ts'
import { rowsOf, type Row } from './days.ts'
import type { ThreadMessage } from './thread-message.ts'
import { StatusText } from '../../../ui/note.tsx'
import styles from './thread.module.css'
import { type OlderMessages, chunkAt, type History } from './use-history.ts'
import { useThreadScroll, type LeftPlace } from './use-thread-scroll.ts'
import type { FailureHandlers } from './failure-buttons.tsx'
import { partsIn } from './window.ts'
import { BubbleView } from './bubble.tsx'

type Props = {
  history: History
  messages: readonly ThreadMessage[]
  older: OlderMessages
  reach: (first: number, last: number) => void
  /** The id of the message under the unread divider. */
  unread: number | null
  /** Whether the messages below the divider came while the page was hidden. */
  isMissed: boolean
  returnTo: LeftPlace | null
  onLeave: (place: LeftPlace | null) => void
  /** The partner's name. */
  name: string
  now: number
  actions: FailureHandlers
  /** Shown at the very beginning of the conversation. */
  beginning: ReactNode
  /** Shown under the newest message: the partner's typing. */
  end: ReactNode
}

/** Without stored messages, the waiting ones form a single chunk. */
const ALONE: readonly number[] = [0]

export const Thread = ({
  history,
  messages,
  older,
  reach,
  unread,
  isMissed,
  returnTo,
  onLeave,
  name,
  now,
  actions,
  beginning,
  end,
}: Props) => {
  const cuts = history.cuts.length === 0 ? ALONE : history.cuts
  const { box, content, list, divider, onScroll, heights, isShown, isAway, news, toEnd } = useThreadScroll(messages, {
    cuts,
    isMissed,
    returnTo,
    reach,
    onLeave,
  })
  const chunks = useMemo(() => chunksOf(messages, cuts), [messages, cuts])
  const unreadFrom = unread === null ? undefined : messages.find(({ id }) => id === unread)?.key
  return (
    <div className={styles['frame']}>
      <div
        ref={box}
        className={styles['box']}
        onScroll={onScroll}
        // Scrollable by keyboard, and a landmark for screen readers.
        tabIndex={0}
        role="region"
        aria-label={t('chat.messages', { name })}
      >
        <div ref={content} className={styles['content']}>
          {older.state === 'none' ? beginning : <OlderSlot older={older} box={box} />}
          <div ref={list}>
            {partsIn(heights, (index) => chunks[index] !== undefined, isShown).map((part) =>
              part.kind === 'room' ? (
                <div key={`room ${part.key}`} style={{ blockSize: part.height }} />
              ) : (
                <ChunkView
                  key={cuts[part.index]}
                  from={cuts[part.index] ?? 0}
                  rows={chunks[part.index] ?? []}
                  unreadFrom={unreadFrom}
                  divider={divider}
                  name={name}
                  now={now}
                  actions={actions}
                />
              ),
            )}
          </div>
          {end}
        </div>
      </div>
      {isAway || news > 0 ? (
        <button
          type="button"
          className={styles['news']}
          onClick={toEnd}
          // The focus stays in the field, so that a phone does not close its keyboard.
          onPointerDown={(event) => event.preventDefault()}
        >
          <Icon name="arrow-down" size={18} />
          {news > 0 ? t('chat.newCount', { count: news }) : t('chat.toNewest')}
        </button>
      ) : null}
    </div>
  )
}

/** Waiting messages come after all stored ones: in the last chunk. */
const chunksOf = (messages: readonly ThreadMessage[], cuts: readonly number[]): (Row[] | undefined)[] => {
  const chunks: (Row[] | undefined)[] = cuts.map(() => undefined)
  for (const row of rowsOf(messages)) {
    const { id } = row.message
    const chunk = id === null ? cuts.length - 1 : Math.max(0, chunkAt({ cuts }, id))
    const existing = chunks[chunk]
    if (existing) existing.push(row)
    else chunks[chunk] = [row]
  }
  return chunks
}

/** The number of messages in the log; the newest is the last. */
const KEPT = 5

type AnnouncementsProps = { messages: readonly ThreadMessage[]; /** The partner's name. */ name: string }

/** The words of a screen reader about the conversation. The region stays while the first message comes, which replaces what an empty conversation shows. */
export const ThreadAnnouncements = (props: AnnouncementsProps) => (
  <>
    <Incoming {...props} />
    <Outcome {...props} />
  </>
)

const Incoming = ({ messages, name }: AnnouncementsProps) => {
  const newest = messages.findLast(({ mine }) => !mine)?.id ?? 0
  const [openedAt] = useState(newest)
  const arrived = messages.filter(({ mine, id }) => !mine && id !== null && id > openedAt).slice(-KEPT)
  return (
    <div className="vh" role="log" aria-live="polite">
      {arrived.map((message) => (
        <p key={message.key}>{t('chat.arrived', { name, text: contentWords(message) })}</p>
      ))}
    </div>
  )
}

/** Announces the result of my latest message to a screen reader: sent, or refused and why. Its clock and the later ticks are only visible. */
const Outcome = ({ messages, name }: AnnouncementsProps) => {
  const settled = messages.filter(({ mine, state }) => mine && state !== 'queued' && state !== 'sending')
  const [known] = useState(() => new Set(settled.map(outcomeKey)))
  const [openedAt] = useState(() => newestId(messages))
  const [latest] = settled
    // Older messages that load later are not news.
    .filter((message) => !known.has(outcomeKey(message)) && (message.id === null || message.id > openedAt))
    .toSorted((one, other) => other.at - one.at)
  return (
    <div className="vh" role="status">
      {latest ? (
        <p key={outcomeKey(latest)}>{stateWord(latest.state === 'failed' ? 'failed' : 'sent', latest.failure, name)}</p>
      ) : null}
    </div>
  )
}

const newestId = (messages: readonly ThreadMessage[]): number => messages.findLast(({ id }) => id !== null)?.id ?? 0

const outcomeKey = ({ key, state }: ThreadMessage): string => `${key} ${state === 'failed' ? 'failed' : 'sent'}`

/**
 * Placeholder for a message that a push has announced and this device has not fetched yet [PWA-14].
 * @param alone the conversation shows nothing else
 */
export const MessageToCome = ({ alone = false }: { alone?: boolean }) => {
  useSignals()
  const words = online.value ? t('chat.incomingSoon') : t('chat.incoming')
  if (alone)
    return (
      <div className={styles['alone']}>
        <EmptyState title={words} {...(online.value ? {} : { text: t('chat.incomingText') })} />
      </div>
    )
  return (
    <StatusText className={styles['toCome']}>
      <Icon name="clock" size={16} />
      {words}
    </StatusText>
  )
}

type ChunkViewProps = {
  /** The id of its first message. */
  from: number
  rows: readonly Row[]
  /** The key of the message under the unread divider, if it is in this chunk. */
  unreadFrom: string | undefined
  divider: RefObject<HTMLDivElement | null>
  /** The partner's name. */
  name: string
  now: number
  actions: FailureHandlers
}

/** A chunk of messages that is rendered and removed together. */
const ChunkView = memo(({ from, rows, unreadFrom, divider, name, now, actions }: ChunkViewProps) => {
  // Another language is shown in all of it.
  useSignals()
  return (
    <ol data-chunk={from} className={styles['messages']}>
      {rows.map((row) => (
        <li key={row.message.key} data-key={row.message.key} className={styles['item']}>
          {row.day === null ? null : (
            <h2 className={styles['date']} data-snapshot-day>
              {dayLabel(row.day, now, locale.value, { today: t('chats.today'), yesterday: t('chats.yesterday') })}
            </h2>
          )}
          {row.message.key === unreadFrom ? (
            // The next start shows these messages as read.
            <div ref={divider} className={styles['divider']} data-no-snapshot>
              <span>{t('chat.unread')}</span>
            </div>
          ) : null}
          <BubbleView bubble={row} name={name} actions={actions} />
        </li>
      ))}
    </ol>
  )
})
ChunkView.displayName = 'ChunkView'

type OlderSlotProps = { older: Exclude<OlderMessages, { state: 'none' }>; box: RefObject<HTMLElement | null> }

/** Loads the page before when the view comes near it, and shows the error if that fails. */
const OlderSlot = ({ older, box }: OlderSlotProps) => {
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
      { root: box.current, rootMargin: '900px 0px 0px 0px' },
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
