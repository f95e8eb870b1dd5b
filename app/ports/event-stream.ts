/**
 * The event stream from the server [CHAT-14]. It never goes through the service worker. One tab of a browser holds the connection
 * (`tabs.ts`) [PWA-12]. A connection that breaks or falls silent is opened again with exponential, jittered back-off. If a proxy
 * buffers the events, the stream pauses for longer: the refresh timer of every tab fetches the same changes later. The return of the network
 * ends the pauses.
 */
import * as v from 'valibot'
import { HEARTBEAT_MS, StreamEvent } from '#contract/events.ts'
import { parseJson } from '#contract/json.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { retryDelay } from '#contract/rules/retry.ts'

export type Source = {
  addEventListener: (type: string, listener: (event: MessageEvent<string>) => void) => void
  close: () => void
}

/** The server sends plain messages (`message`); the same events by name are accepted too. */
const EVENT_NAMES = ['message', 'change', 'logout', 'typing']
/** The server's heartbeat is an event, because a page cannot see comments of the stream. */
const BEAT = 'beat'
/** An open connection delivers an event at once, and then at least this often if its heartbeat arrives. */
const SILENCE_MS = 2 * HEARTBEAT_MS
/** The pause when no event arrives, or when this browser has too many other streams. */
const LONG_PAUSE_MS = 5 * MINUTE_MS

export type StreamDeps = {
  connect: () => Source
  after: (ms: number, run: () => void) => () => void
  random: () => number
  onEvent: (event: StreamEvent) => void
  /** The connection is open: fetch the changes from before. */
  onOpen: () => void
  /** Calls its argument each time the network is back; returns the function that ends it. */
  onBack: (run: () => void) => () => void
}

/** Opens the connection, and reopens it when it breaks. @returns the function that closes it */
export const openEventStream = ({ connect, after, random, onEvent, onOpen, onBack }: StreamDeps): (() => void) => {
  let failures = 0
  let stopWaiting: (() => void) | undefined
  let stopWatching: (() => void) | undefined
  let source: Source | undefined
  let isOpen = false
  /** How many connections in a row have brought no event. One may have died before its first; after more, a proxy buffers them. */
  let unheard = 0
  let isCrowded = false

  const pause = (ms: number): void => {
    source?.close()
    isOpen = false
    stopWatching?.()
    stopWaiting?.()
    stopWaiting = after(ms, open)
  }

  /** The browser's own reconnect has no jitter, and ends at an error status. */
  const fail = (): void => {
    pause(retryDelay(failures, random()))
    failures += 1
    unheard = 0
  }

  const watch = (): void => {
    stopWatching?.()
    stopWatching = after(SILENCE_MS, () => {
      // Without even an answer the network has stalled.
      if (!isOpen) {
        fail()
        return
      }
      pause(retryDelay(0, random()) + (unheard > 1 ? LONG_PAUSE_MS : 0))
    })
  }

  const open = (): void => {
    isCrowded = false
    const listen = (): void => {
      isOpen = true
      unheard = 0
      watch()
    }
    unheard += 1
    source = connect()
    watch()
    source.addEventListener('open', () => {
      isOpen = true
      onOpen()
    })
    for (const name of EVENT_NAMES)
      source.addEventListener(name, ({ data }) => {
        failures = 0
        listen()
        const event = v.safeParse(StreamEvent, parseJson(data)?.value)
        if (!event.success) return
        if (event.output.type === 'crowded') {
          pause(LONG_PAUSE_MS)
          isCrowded = true
        } else onEvent(event.output)
      })
    source.addEventListener(BEAT, listen)
    source.addEventListener('error', fail)
  }
  open()
  const stopListening = onBack(() => {
    // A connection that began without a network may hang.
    if (isOpen || isCrowded) return
    failures = 0
    pause(retryDelay(0, random()))
  })
  return () => {
    stopListening()
    stopWatching?.()
    stopWaiting?.()
    source?.close()
  }
}
