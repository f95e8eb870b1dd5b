/**
 * The live line to the server [CHAT-14]. It never goes through the service worker. One tab of a browser holds it
 * (`tab-leader.ts`) [PWA-12]; when it breaks or falls silent it is taken up again with growing, jittered pauses. Where
 * something in between holds events back, it is let be for a while: the timer of every tab brings the same, later.
 */
import * as v from 'valibot'
import { HEARTBEAT_MS, StreamEvent } from '#contract/events.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { retryDelay } from '#contract/rules/retry.ts'

export type Source = {
  addEventListener: (type: string, listener: (event: MessageEvent<string>) => void) => void
  close: () => void
}

/** Plain messages, and the same by name. */
const EVENT_NAMES = ['message', 'change', 'logout', 'typing']
/** The server's heartbeat as an event: comments are not told to a page. */
const BEAT = 'beat'
/** A line that stands says something at once; and then at least this often, if it beats at all. */
const SILENCE_MS = 2 * HEARTBEAT_MS
/** The pause where nothing comes through, or where this browser has enough other streams. */
const LET_BE_MS = 5 * MINUTE_MS

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
  let stopWatching: (() => void) | undefined
  let source: Source | undefined

  const pause = (ms: number): void => {
    source?.close()
    stopWatching?.()
    stopWaiting?.()
    stopWaiting = after(ms, open)
  }

  /** @param wasHeard whether something has come through: then only this line is dead, not the way */
  const watch = (wasHeard: boolean): void => {
    stopWatching?.()
    stopWatching = after(SILENCE_MS, () => pause(retryDelay(0, random()) + (wasHeard ? 0 : LET_BE_MS)))
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
        const event = v.safeParse(StreamEvent, parsed(data))
        if (!event.success) return
        if (event.output.type === 'crowded') pause(LET_BE_MS)
        else onEvent(event.output)
      })
    source.addEventListener(BEAT, () => {
      beats = true
      listen()
    })
    source.addEventListener('error', () => {
      // The browser's own reconnecting knows no jitter and gives up on an error status.
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

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}
