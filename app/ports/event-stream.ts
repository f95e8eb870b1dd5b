/**
 * The event stream from the server [CHAT-14]. It never goes through the service worker. One tab of a browser holds the connection
 * (`tabs.ts`) [PWA-12]. A connection that breaks or falls silent is opened again with exponential, jittered back-off. If a proxy
 * buffers the events, the stream pauses for longer: the refresh timer of every tab fetches the same changes later.
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
}

/** Opens the connection, and reopens it when it breaks. @returns the function that closes it */
export const openEventStream = ({ connect, after, random, onEvent, onOpen }: StreamDeps): (() => void) => {
  let failures = 0
  let stopWaiting: (() => void) | undefined
  let stopWatching: (() => void) | undefined
  let source: Source | undefined

  const pause = (ms: number): void => {
    source?.close()
    stopWatching?.()
    stopWaiting?.()
    stopWaiting = after(ms, open)
  }

  /** @param wasHeard an event has arrived on this connection, so no proxy buffers the stream, and the reconnect need not wait long */
  const watch = (wasHeard: boolean): void => {
    stopWatching?.()
    stopWatching = after(SILENCE_MS, () => pause(retryDelay(0, random()) + (wasHeard ? 0 : LONG_PAUSE_MS)))
  }

  const open = (): void => {
    let beats = false
    const listen = (): void => {
      if (beats) watch(true)
      else stopWatching?.()
    }
    source = connect()
    watch(false)
    source.addEventListener('open', () => {
      onOpen()
    })
    for (const name of EVENT_NAMES)
      source.addEventListener(name, ({ data }) => {
        failures = 0
        listen()
        const event = v.safeParse(StreamEvent, parseJson(data)?.value)
        if (!event.success) return
        if (event.output.type === 'crowded') pause(LONG_PAUSE_MS)
        else onEvent(event.output)
      })
    source.addEventListener(BEAT, () => {
      beats = true
      listen()
    })
    source.addEventListener('error', () => {
      // The browser's own reconnect has no jitter, and ends at an error status.
      pause(retryDelay(failures, random()))
      failures += 1
    })
  }
  open()
  return () => {
    stopWatching?.()
    stopWaiting?.()
    source?.close()
  }
}
