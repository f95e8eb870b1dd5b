/**
 * The live line to the server [CHAT-14]. It never goes through the service worker. One tab of a browser holds it (a Web
 * Lock elects which) [PWA-12]; when it breaks it is taken up again with growing, jittered pauses.
 */
import * as v from 'valibot'
import { StreamEvent } from '#contract/events.ts'
import { retryDelay } from '#contract/rules/retry.ts'

export type Source = {
  addEventListener: (type: string, listener: (event: MessageEvent<string>) => void) => void
  close: () => void
}

/** Plain messages, and the same by name. */
const EVENT_NAMES = ['message', 'change', 'logout']

export type Line = {
  connect: () => Source
  after: (ms: number, run: () => void) => () => void
  random: () => number
  onEvent: (event: StreamEvent) => void
  /** The line stands: what happened before has to be asked for. */
  onOpen: () => void
}

/** Keeps the line open until the function it gives is called. */
export const keepLine = ({ connect, after, random, onEvent, onOpen }: Line): (() => void) => {
  let failures = 0
  let stopWaiting: (() => void) | undefined
  let source: Source | undefined

  const open = (): void => {
    source = connect()
    source.addEventListener('open', () => {
      failures = 0
      onOpen()
    })
    for (const name of EVENT_NAMES) source.addEventListener(name, ({ data }) => hear(data, onEvent))
    source.addEventListener('error', () => {
      // The browser's own reconnecting knows no jitter and gives up on an error status.
      source?.close()
      stopWaiting?.()
      stopWaiting = after(retryDelay(failures, random()), open)
      failures += 1
    })
  }
  open()
  return () => {
    stopWaiting?.()
    source?.close()
  }
}

/** Holds the line while this tab is the one chosen; gives the function that leaves. */
export const asChosenTab = (hold: () => () => void): (() => void) => {
  if (!('locks' in navigator)) return hold()
  const leaving = new AbortController()
  const chosen = async (): Promise<void> => {
    if (leaving.signal.aborted) return
    const release = hold()
    await new Promise((left) => leaving.signal.addEventListener('abort', left, { once: true }))
    release()
  }
  // Aborting a request that still waits rejects it; that is how one leaves the queue.
  void navigator.locks.request('visavis-events', { signal: leaving.signal }, chosen).catch(() => {})
  return () => leaving.abort()
}

const hear = (data: string, onEvent: (event: StreamEvent) => void): void => {
  const event = v.safeParse(StreamEvent, parsed(data))
  if (event.success) onEvent(event.output)
}

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}
