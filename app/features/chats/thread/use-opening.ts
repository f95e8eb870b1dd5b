/** Opens a conversation at its first unread message: pages back to it first, since it may be further than one page. */
import { useEffect, useState } from 'react'
import type { CallAnswer } from '#contract/calls.ts'
import type { History } from './history.ts'
import { firstUnread } from './reading.ts'
import type { Older } from './use-history.ts'
import { useOpenedAt } from './use-reading.ts'

/** Who was away for longer begins ten pages back, and goes on from there. */
const PAGES_MAX = 10

type Opening = {
  /** False while it pages back. */
  isOpen: boolean
  /** The message over which 'unread' stands, as an id. */
  unread: number | null
}

export const useOpening = (
  me: number,
  answer: CallAnswer<'messages.list'> | null,
  history: History | null,
  older: Older,
): Opening => {
  const openedAt = useOpenedAt(answer)
  const [opened, setOpened] = useState<Opening | null>(null)
  const isOnItsWay = older.state === 'ready' || older.state === 'loading'
  const pagesBack =
    history !== null &&
    openedAt !== null &&
    isOnItsWay &&
    (history.messages[0]?.id ?? 0) > openedAt + 1 &&
    history.cuts.length < PAGES_MAX
  // What stands unread is decided once: later reading and letting go do not move it.
  if (history && !pagesBack && !opened)
    setOpened({
      isOpen: true,
      unread: openedAt === null ? null : (firstUnread(history.messages, me, openedAt)?.id ?? null),
    })
  useEffect(() => {
    if (pagesBack && !opened && older.state === 'ready') older.load()
  })
  return opened ?? { isOpen: false, unread: null }
}
