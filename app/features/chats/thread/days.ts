/** A conversation cut into days, and within a day into what one person wrote without a pause. */
import { MINUTE_MS } from '#contract/limits.ts'
import { dayNumber } from '../calendar.ts'
import type { ThreadMessage } from './thread-message.ts'

export type Bubble = {
  message: ThreadMessage
  /** First and last of what its sender wrote in one go. */
  first: boolean
  last: boolean
}

export type Day = { key: number; at: number; bubbles: Bubble[] }

const PAUSE_MS = 5 * MINUTE_MS

/** Days never run backwards: a message that waits since yesterday stands under today's, at the end where it will arrive. */
export const daysOf = (messages: readonly ThreadMessage[]): Day[] => {
  const days: Day[] = []
  for (const [index, message] of messages.entries()) {
    const held = days.at(-1)
    const isNewDay = !held || dayNumber(message.at) > held.key
    const day = isNewDay ? { key: dayNumber(message.at), at: message.at, bubbles: [] } : held
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

/** One line of the conversation: a bubble, and over the first of a day which day it is. */
export type Row = Bubble & { day: number | null }

export const rowsOf = (messages: readonly ThreadMessage[]): Row[] =>
  daysOf(messages).flatMap(({ at, bubbles }) =>
    bubbles.map((bubble, index) => ({ ...bubble, day: index === 0 ? at : null })),
  )

const isOneGo = (message: ThreadMessage, next: ThreadMessage): boolean =>
  message.mine === next.mine && Math.abs(next.at - message.at) < PAUSE_MS
