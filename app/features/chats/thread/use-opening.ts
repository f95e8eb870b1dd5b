/**
 * Opens a conversation at its first unread message. That may be further than one page, so older pages are loaded
 * first. Back opens it where it was left. A conversation that was open while its page was hidden opens at the first message that came meanwhile.
 */
import { useCallback, useEffect, useState } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import { after } from '../../../ports/clock.ts'
import { visible } from '../../../ports/page.ts'
import { isReturning } from '../../../shell/arrival.ts'
import { onMemberLeft } from '../../../state/session.ts'
import type { LeftPlace } from './use-thread-scroll.ts'
import type { OlderMessages, History } from './use-history.ts'
import { useOpenedAt, firstUnread } from './use-reading.ts'

/** After a longer absence the view opens at most ten pages back. */
const PAGES_MAX = 10

/** For this long after a return, arriving messages are those that a frozen page has missed. */
const CATCH_UP_MS = 5_000

type Opening = {
  /** False while older pages are loaded. */
  isOpen: boolean
  /** The id of the message under the unread divider. */
  unread: number | null
  /** Whether the messages below the divider came while the page was hidden, so that the view stays at them. */
  isMissed: boolean
}

/** @param returnTo the message at which it was left, if Back leads to it */
export const useOpening = (
  me: number,
  answer: CallAnswer<'messages.list'> | null,
  history: History | null,
  older: OlderMessages,
  returnTo: number | null = null,
): Opening => {
  const openedAt = useOpenedAt(answer)
  const [opened, setOpened] = useState<Opening | null>(null)
  const opensAt = openedAt === null ? returnTo : openedAt + 1
  const catchesUp = useCatchUp()
  const hasOlder = older.state === 'ready' || older.state === 'loading'
  const needsOlder =
    history !== null &&
    opensAt !== null &&
    hasOlder &&
    (history.messages[0]?.id ?? 0) > opensAt &&
    history.cuts.length < PAGES_MAX
  // Later reading and dropped chunks do not move the unread divider.
  if (history && !needsOlder && !opened)
    setOpened({
      isOpen: true,
      unread: openedAt === null ? null : (firstUnread(history.messages, me, openedAt)?.id ?? null),
      isMissed: false,
    })
  const missed = opened && catchesUp && history ? firstMissed(history.messages, me, answer) : undefined
  if (opened && missed !== undefined && missed !== opened.unread)
    setOpened({ isOpen: true, unread: missed, isMissed: true })
  if (opened?.isMissed === true && !catchesUp) setOpened({ ...opened, isMissed: false })
  useEffect(() => {
    if (needsOlder && !opened && older.state === 'ready') older.load()
  })
  return opened ?? { isOpen: false, unread: null, isMissed: false }
}

/** The id of the first unread message, if there is one. */
const firstMissed = (
  messages: History['messages'],
  me: number,
  answer: CallAnswer<'messages.list'> | null,
): number | undefined =>
  answer?.chat && answer.chat.num_unread_messages > 0
    ? firstUnread(messages, me, answer.chat.my_read_up_to)?.id
    : undefined

/** Whether the page is hidden, or was until just now. */
const useCatchUp = (): boolean => {
  const [catchesUp, setCatchesUp] = useState(() => !visible.peek())
  useEffect(() => {
    let stopWaiting: (() => void) | null = null
    const unsubscribe = visible.subscribe((isVisible) => {
      stopWaiting?.()
      stopWaiting = isVisible ? after(CATCH_UP_MS, () => setCatchesUp(false)) : null
      if (!isVisible) setCatchesUp(true)
    })
    return () => {
      unsubscribe()
      stopWaiting?.()
    }
  }, [])
  return catchesUp
}

const leftPlaces = new Map<string, LeftPlace>()

onMemberLeft(() => leftPlaces.clear())

/** The place at which the conversation was left, if Back or Forward leads to it; a tap opens its end, as in every messenger. */
export const useLeftPlace = (conversation: string) => {
  const [returnTo] = useState(() => (isReturning() ? (leftPlaces.get(conversation) ?? null) : null))
  const onLeave = useCallback(
    (place: LeftPlace | null): void => {
      if (place) leftPlaces.set(conversation, place)
      else leftPlaces.delete(conversation)
    },
    [conversation],
  )
  return { returnTo, onLeave }
}
