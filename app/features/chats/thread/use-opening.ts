/**
 * Opens a conversation at its first unread message. That may be further than one page, so older pages are loaded
 * first.
 */
import { useEffect, useState } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import type { OlderMessages, History } from './use-history.ts'
import { useOpenedAt, firstUnread } from './use-reading.ts'

/** After a longer absence the view opens at most ten pages back. */
const PAGES_MAX = 10

type Opening = {
  /** False while older pages are loaded. */
  isOpen: boolean
  /** The id of the message under the unread divider. */
  unread: number | null
}

export const useOpening = (
  me: number,
  answer: CallAnswer<'messages.list'> | null,
  history: History | null,
  older: OlderMessages,
): Opening => {
  const openedAt = useOpenedAt(answer)
  const [opened, setOpened] = useState<Opening | null>(null)
  const hasOlder = older.state === 'ready' || older.state === 'loading'
  const needsOlder =
    history !== null &&
    openedAt !== null &&
    hasOlder &&
    (history.messages[0]?.id ?? 0) > openedAt + 1 &&
    history.cuts.length < PAGES_MAX
  // The unread divider is set once: later reading and dropped chunks do not move it.
  if (history && !needsOlder && !opened)
    setOpened({
      isOpen: true,
      unread: openedAt === null ? null : (firstUnread(history.messages, me, openedAt)?.id ?? null),
    })
  useEffect(() => {
    if (needsOlder && !opened && older.state === 'ready') older.load()
  })
  return opened ?? { isOpen: false, unread: null }
}
