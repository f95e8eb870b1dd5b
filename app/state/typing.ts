/** Typing notices, sent and received: live only, never stored and never queued [CHAT-7]. */
import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { StreamEvent, TYPING_MS } from '#contract/events.ts'
import { call } from '../ports/api.ts'
import { after, now } from '../ports/clock.ts'
import { connection } from './connection.ts'
import { onMemberLeft } from './session.ts'
import * as v from 'valibot'
import { openTabsChannel } from '../ports/tabs.ts'

export type TypingEvent = Extract<StreamEvent, { type: 'typing' }>

export type TypingDeps = {
  after: (ms: number, run: () => void) => () => void
  now: () => number
  isOnline: () => boolean
  send: (profile: number, typing: boolean) => void
}

export const createTyping = ({ after, now, isOnline, send }: TypingDeps) => {
  const writing = signal<ReadonlySet<string>>(new Set())
  const ends = new Map<string, () => void>()
  const views = new Map<string, ReadonlySignal<boolean>>()
  /** The profile that was last notified, and when. */
  let lastNotice: { profile: number; at: number } | null = null

  const receive = ({ conversation, typing }: Omit<TypingEvent, 'type' | 'profile'>): void => {
    ends.get(conversation)?.()
    ends.delete(conversation)
    const others = new Set(writing.peek())
    if (typing) {
      others.add(conversation)
      // A writer who loses the connection cannot report the end.
      ends.set(
        conversation,
        after(TYPING_MS, () => receive({ conversation, typing: false })),
      )
    } else others.delete(conversation)
    writing.value = others
  }

  /** Whether the partner of a conversation is writing there. */
  const typingIn = (conversation: string): ReadonlySignal<boolean> => {
    const view = views.get(conversation) ?? computed(() => writing.value.has(conversation))
    views.set(conversation, view)
    return view
  }

  /** Call this on every key, and with `false` when the text is sent, emptied or left. */
  const sendTyping = (profile: number, typing: boolean): void => {
    const since = lastNotice?.profile === profile ? now() - lastNotice.at : Infinity
    if (typing ? since < TYPING_MS / 2 : since >= TYPING_MS) return
    lastNotice = typing ? { profile, at: now() } : null
    if (isOnline()) send(profile, typing)
  }

  const forget = (): void => {
    for (const end of ends.values()) end()
    ends.clear()
    writing.value = new Set()
    lastNotice = null
  }

  return { receive, typingIn, sendTyping, forget }
}

const typing = createTyping({
  after,
  now,
  isOnline: () => connection.peek().online,
  // Ignore a failure: a retry would arrive too late to be true.
  send: (profile, isTyping) => void call('typing.send', { body: { profile, typing: isTyping } }),
})

export const { typingIn, sendTyping, receive: receiveTyping } = typing

export const startTyping = (): void => onMemberLeft(typing.forget)

/** Passes typing notices from the tab with the event stream to the other tabs. */
export type TypingChannel = { post: (event: TypingEvent) => void }

export const openTypingChannel = (hear: (event: TypingEvent) => void): TypingChannel => {
  const channel = openTabsChannel('visavis-typing', (message) => {
    const event = v.safeParse(StreamEvent, message)
    if (event.success && event.output.type === 'typing') hear(event.output)
  })
  return { post: (event) => channel?.post(event) }
}
