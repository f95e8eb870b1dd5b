/** Passes typing notices from the tab with the event stream to the other tabs; nothing is stored [CHAT-7]. */
import * as v from 'valibot'
import { StreamEvent } from '#contract/events.ts'
import { openTabsChannel } from './tabs.ts'

export type TypingEvent = Extract<StreamEvent, { type: 'typing' }>
export type TypingChannel = { post: (event: TypingEvent) => void }

const CHANNEL = 'visavis-typing'

/** Opens the channel between tabs. */
export const openTypingChannel = (hear: (event: TypingEvent) => void): TypingChannel => {
  const channel = openTabsChannel(CHANNEL, (message) => {
    const event = v.safeParse(StreamEvent, message)
    if (event.success && event.output.type === 'typing') hear(event.output)
  })
  return { post: (event) => channel?.post(event) }
}
