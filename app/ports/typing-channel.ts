/** Who types, from the tab that holds the live line to the others: gone when it is said, kept nowhere [CHAT-7]. */
import * as v from 'valibot'
import { StreamEvent } from '#contract/events.ts'

export type TypingEvent = Extract<StreamEvent, { type: 'typing' }>
export type TypingChannel = { tell: (event: TypingEvent) => void; close: () => void }

const CHANNEL = 'visavis-typing'

/** @param hear called for what other tabs told */
export const openTypingChannel = (hear: (event: TypingEvent) => void): TypingChannel => {
  if (!('BroadcastChannel' in globalThis)) return { tell: () => {}, close: () => {} }
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const event = v.safeParse(StreamEvent, data)
    if (event.success && event.output.type === 'typing') hear(event.output)
  })
  return {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window: it has no origin to name
    tell: (event) => channel.postMessage(event),
    close: () => channel.close(),
  }
}
