/** Who types, from the tab that holds the live line to the others: gone when it is said, kept nowhere [CHAT-7]. */
import * as v from 'valibot'
import { StreamEvent } from '#contract/events.ts'
import { openTabsChannel } from './tabs-channel.ts'

export type TypingEvent = Extract<StreamEvent, { type: 'typing' }>
export type TypingChannel = { tell: (event: TypingEvent) => void }

const CHANNEL = 'visavis-typing'

/** @param hear called for what other tabs told */
export const openTypingChannel = (hear: (event: TypingEvent) => void): TypingChannel => {
  const channel = openTabsChannel(CHANNEL, (message) => {
    const event = v.safeParse(StreamEvent, message)
    if (event.success && event.output.type === 'typing') hear(event.output)
  })
  return { tell: (event) => channel?.post(event) }
}
