/** Groups a conversation by day, and within a day by sender without a pause. */
import { MINUTE_MS } from '#contract/limits.ts'
import { dayNumber } from '../../../state/format.ts'
import type { ThreadMessage } from './thread-message.ts'

export type Bubble = {
  message: ThreadMessage
  /** The first and the last message of such a group. */
  first: boolean
  last: boolean
}

export type Day = { key: number; at: number; bubbles: Bubble[] }

const PAUSE_MS = 5 * MINUTE_MS

/**
 * Days never run backwards: a message that waits since yesterday is shown under today, at the end where it will
 * arrive.
 */
export const daysOf = (messages: readonly ThreadMessage[]): Day[] => {
  const days: Day[] = []
  for (const [index, message] of messages.entries()) {
    const last = days.at(-1)
    const isNewDay = !last || dayNumber(message.at) > last.key
    const day = isNewDay ? { key: dayNumber(message.at), at: message.at, bubbles: [] } : last
    if (isNewDay) days.push(day)
    const next = messages[index + 1]
    day.bubbles.push({
      message,
      first: day.bubbles.at(-1)?.last ?? true,
      last: !next || dayNumber(next.at) > day.key || !isOneGo(message, next),
    })
  }
  return days
}

/** One row of the conversation: a bubble, and for the first of a day also the day. */
export type Row = Bubble & { day: number | null }

export const rowsOf = (messages: readonly ThreadMessage[]): Row[] =>
  daysOf(messages).flatMap(({ at, bubbles }) =>
    bubbles.map((bubble, index) => ({ ...bubble, day: index === 0 ? at : null })),
  )

const isOneGo = (message: ThreadMessage, next: ThreadMessage): boolean =>
  message.mine === next.mine && Math.abs(next.at - message.at) < PAUSE_MS
