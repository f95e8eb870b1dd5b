/** The conversations of a member, newest first, with their empty, loading, offline and failed states [CHAT-1], [SHELL-20]. */
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useRef, type PointerEvent, type RefObject } from 'react'
import type { User } from '#contract/entities/user.ts'
import { waitingIn } from '../composer/photo-draft.ts'
import { deleting } from '../deleting.ts'
import { useMinute } from '../page.ts'
import { outgoing } from '../sending/page-outgoing.ts'
import { after } from '../../../ports/clock.ts'
import { controlled } from '../../../ports/service-worker.ts'
import { FailedData } from '../../../shell/failed-read.tsx'
import { href } from '../../../shell/routes.ts'
import { useSnapshot } from '../../../shell/use-snapshot.ts'
import { t } from '../../../state/i18n.ts'
import type { StoredPhoto } from '../../../state/stored-photos.ts'
import { useChats, type LaterPages } from '../../../state/later-pages.ts'
import { useResource } from '../../../state/resource.ts'
import { onMemberLeft } from '../../../state/session.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useFirstRows, useSteps } from '../../../ui/first-rows.ts'
import { MoreRows } from '../../../ui/more-button.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { connection, settleWrite } from '../../../state/connection.ts'
import { errorText } from '../../../state/error-text.ts'
import { Note } from '../../../ui/note.tsx'
import { drafts } from '../../../state/drafts.ts'
import { shownName } from '../message-words.ts'
import styles from './chat-list.module.css'
import { ChatRowItem } from './chat-row.tsx'
import { chatRows, inOrderOf, type ChatRow } from './chat-rows.ts'

type Props = {
  me: User
  /** The open conversation beside the list. */
  selected: string | null
}

export const ChatList = ({ me, selected }: Props) => {
  useSignals()
  const { first, data, laterPages, error, refresh } = useChats('chats')
  useSnapshot(href('chats'), 'chats.get', selected === null ? { query: {} } : null, first)
  const stored = useResource('device.drafts', controlled.value ? {} : null)
  const now = useMinute()
  const place = useListPlace(data !== null)
  useEffect(() => outgoing.restore(me.id), [me.id])
  useEffect(() => {
    if (data) deleting.listed(data.chats)
  }, [data])

  if (!data && error)
    return (
      <FailedData
        error={error}
        title={t('chats.failedTitle')}
        offline={{ title: t('chats.offlineTitle'), text: t('chats.offlineText') }}
        onRetry={refresh}
      />
    )
  if (!data) return <ListSkeleton />

  const rows = chatRows({
    me: me.id,
    chats: data.chats.filter(({ conversation }) => !deleting.gone.value.has(conversation)),
    profiles: data.profiles,
    // The open conversation shows its own draft.
    draftOf: (conversation) =>
      conversation === selected ? '' : draftOf(me.id, conversation, stored.data?.drafts ?? []),
    sends: outgoing.sends.value,
  })
  const nameOf = (id: number): string => {
    const profile = data.profiles.find((one) => one.id === id)
    return profile ? shownName(profile) : ''
  }
  if (rows.length === 0)
    return (
      <div className={styles['scroll']}>
        <FailedDeletions nameOf={nameOf} />
        <NoChats />
      </div>
    )
  return (
    <div ref={place} className={styles['scroll']} {...pressProps}>
      <FailedDeletions nameOf={nameOf} />
      <Rows rows={rows} now={now} selected={selected} laterPages={laterPages} />
    </div>
  )
}

type RowsProps = {
  rows: readonly ChatRow[]
  now: number
  selected: string | null
  laterPages: Pick<LaterPages<unknown>, 'hasMore' | 'loading' | 'failed' | 'more'>
}

const Rows = ({ rows, now, selected, laterPages }: RowsProps) => {
  useSignals()
  const steps = useSteps('chats', useStillRows(rows), laterPages)
  const shown = useFirstRows(steps.shown, firstRows)
  return (
    <>
      <ul aria-busy={shown.length < steps.shown.length}>
        {shown.map((row) => (
          <li key={row.conversation} className={styles['item']}>
            <ChatRowItem row={row} now={now} selected={row.conversation === selected} />
          </li>
        ))}
      </ul>
      {shown.length < steps.shown.length ? null : <MoreRows steps={steps} />}
    </>
  )
}

/** Whether a finger or the mouse is down on a row. */
const isPressed = signal(false)

/** The conversations in the order on the screen. */
const order: { seen: readonly string[] } = { seen: [] }

/** A touch becomes a click only after its end. */
const CLICK_MS = 100

/** The press ends anywhere: also where the finger has scrolled or the mouse has moved to. */
const pressProps = {
  onPointerDown: ({ button }: PointerEvent): void => {
    // The end of a right click may go to the system's menu.
    if (button !== 0) return
    isPressed.value = true
    const ended = new AbortController()
    const end = (): void => {
      ended.abort()
      after(CLICK_MS, () => (isPressed.value = false))
    }
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, end, { signal: ended.signal })
  },
}

/** No row moves under a finger: while it is down, the rows have the order that it saw, although a message moves one up. */
const useStillRows = (rows: readonly ChatRow[]): readonly ChatRow[] => {
  // Without a subscription to the press alone, which would draw the list anew under the tap.
  const still = isPressed.peek() && isPressed.value ? inOrderOf(order.seen, rows) : rows
  useLayoutEffect(() => {
    order.seen = still.map(({ conversation }) => conversation)
  }, [still])
  return still
}

/** The draft in words: its text, or the word for a chosen photo. */
const draftOf = (me: number, conversation: string, stored: readonly StoredPhoto[]): string => {
  const words = drafts.read(me, conversation)
  return words.trim() === '' && waitingIn(conversation, stored).length > 0 ? t('chat.photo') : words
}

const NoChats = () => (
  <EmptyState title={t('chats.emptyTitle')} text={t('chats.emptyText')}>
    <LinkButton href={href('members')}>{t('chats.emptyAction')}</LinkButton>
  </EmptyState>
)

const ListSkeleton = () => (
  <div className={styles['scroll']}>
    <Loading />
    {['45%', '30%', '38%', '50%', '33%', '42%'].map((width) => (
      <div key={width} className={styles['row']}>
        <Skeleton width={56} height={56} round />
        <div className="stack">
          <Skeleton width={width} height={16} />
          <Skeleton width="80%" height={12} />
        </div>
      </div>
    ))}
  </div>
)

/** No row is lower, in pixels. */
const ROW_HEIGHT_MIN = 80

const firstRows = (): number | null => (wasScrolled() ? null : Math.ceil(window.innerHeight / ROW_HEIGHT_MIN))

/** The scroll position of the list, for the return to it. */
let scrolledTo = 0

onMemberLeft(() => {
  scrolledTo = 0
})

const wasScrolled = (): boolean => scrolledTo > 0

const useListPlace = (isFilled: boolean): RefObject<HTMLDivElement | null> => {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const list = ref.current
    if (!list || !isFilled) return undefined
    // Even a write of zero makes the browser lay out the page once more.
    if (scrolledTo > 0) list.scrollTop = scrolledTo
    const noteScroll = (): void => {
      scrolledTo = list.scrollTop
    }
    list.addEventListener('scroll', noteScroll, { passive: true })
    return () => list.removeEventListener('scroll', noteScroll)
  }, [isFilled])
  return ref
}

/** An alert for each deletion that the server refused after the device had queued it: retry it, or keep the chat [CHAT-8]. */
const FailedDeletions = ({ nameOf }: { nameOf: (profile: number) => string }) => {
  useSignals()
  return connection.value.failed
    .filter(({ kind }) => kind === 'chats.delete')
    .map(({ id, failure, profile }) => (
      <Note key={id} tone="bad" role="alert" className={styles['alert']}>
        <p>
          {t('chats.deleteFailed', { name: profile === undefined ? '' : nameOf(profile), reason: errorText(failure) })}
        </p>
        <Button kind="quiet" small className="flush" onClick={() => void settleWrite('device.retry', id, ['chats'])}>
          {t('ui.tryAgain')}
        </Button>
        <Button kind="quiet" plain small onClick={() => void settleWrite('device.discard', id, ['chats'])}>
          {t('chats.keep')}
        </Button>
      </Note>
    ))
}
