/** The event stream of the desk: hints about what has changed. Contents are requested, never streamed. */
import { signal } from '@preact/signals-react'
import { HEARTBEAT_MS } from '#contract/events.ts'

const EVENTS = '/api/desk/events'
/**
 * Hints often come in groups, such as a claim and the queue. Listeners run once, this long after the first hint: in a storm of reports
 * there is no last one.
 */
export const SETTLE_MS = 150

type LiveState = 'live' | 'connecting'
export const live = signal<LiveState>('connecting')

type Listener = { topics: readonly string[]; run: (heard: ReadonlySet<string>) => void }
const listeners = new Set<Listener>()
const waiting = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * @param topics such as `queue` or `case:17`
 * @param run gets the topics of the hints; `all` alone after a pause of the stream. @returns a function that stops listening
 */
export const onHint = (topics: readonly string[], run: Listener['run']): (() => void) => {
  const listener = { topics, run }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Runs the listeners of a topic, together with those of other topics that come at once. */
export const hint = (topic: string): void => {
  waiting.add(topic)
  timer ??= setTimeout(() => {
    timer = undefined
    const heard = new Set(waiting)
    waiting.clear()
    const isHeard = ({ topics }: Listener): boolean => topics.some((one) => heard.has(one) || heard.has('all'))
    for (const listener of [...listeners].filter(isHeard)) listener.run(heard)
  }, SETTLE_MS)
}

/** A stream that the server refused is requested again after this time; a broken one by the browser itself. */
export const REOPEN_MS = 10_000

/**
 * A stream that brings no heartbeat for this long is dead, or a proxy on the way holds it back. It is opened anew, and every listener
 * runs: behind such a proxy that alone shows a colleague what waits.
 */
export const SILENCE_MS = 2 * HEARTBEAT_MS

/** @returns a function that closes the stream */
export const openLive = (create = (url: string): EventSource => new EventSource(url)): (() => void) => {
  let wasOpen = false
  let source: EventSource
  let reopening: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  /** The stream has failed, mostly without a network, so the reads of listeners would fail too. */
  let isBroken = false
  const watch = (): void => {
    clearTimeout(silence)
    silence = setTimeout(() => {
      source.close()
      live.value = 'connecting'
      if (!isBroken) hint('all')
      open()
    }, SILENCE_MS)
  }
  const open = (): void => {
    // The silence of a refused stream may end before its pause: one of the two opens the next stream.
    clearTimeout(reopening)
    source = create(EVENTS)
    watch()
    source.addEventListener('beat', watch)
    source.addEventListener('open', () => {
      watch()
      isBroken = false
      live.value = 'live'
      // Hints that were sent while the stream was closed are lost, so every listener runs.
      if (wasOpen) hint('all')
      wasOpen = true
    })
    source.addEventListener('error', () => {
      live.value = 'connecting'
      isBroken = true
      if (source.readyState === EventSource.CLOSED) reopening = setTimeout(open, REOPEN_MS)
    })
    source.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      watch()
      if (typeof data === 'string') hint(data)
    })
  }
  open()
  return () => {
    clearTimeout(reopening)
    clearTimeout(silence)
    source.close()
    live.value = 'connecting'
  }
}
