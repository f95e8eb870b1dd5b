import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hint, live, onHint, openLive, REOPEN_MS, SETTLE_MS, SILENCE_MS } from './live.ts'

class FakeSource extends EventTarget {
  readyState = 0
  close = vi.fn<() => void>()
}
let sources: FakeSource[]
let heard: number
let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', { CLOSED: 2 })
  sources = []
  heard = 0
  const stop = onHint(['queue'], () => (heard += 1))
  const close = openLive(() => {
    const source = new FakeSource()
    sources.push(source)
    // The desk uses no other part of an event source.
    return source as unknown as EventSource
  })
  end = () => {
    close()
    stop()
  }
})
afterEach(() => {
  end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const comes = (name: 'open' | 'beat' | 'error'): unknown => sources.at(-1)?.dispatchEvent(new Event(name))

test('[DESK-4] a stream whose heartbeat stops is opened anew, and what was missed is read', () => {
  comes('open')
  for (let beat = 0; beat < 3; beat += 1) {
    vi.advanceTimersByTime(SILENCE_MS - 1)
    comes('beat')
  }
  expect([live.value, sources.length, heard]).toEqual(['live', 1, 0])
  vi.advanceTimersByTime(SILENCE_MS + SETTLE_MS)
  expect(sources[0]?.close).toHaveBeenCalledTimes(1)
  expect([live.value, sources.length, heard]).toEqual(['connecting', 2, 1])
})

test('[DESK-4] a refused stream whose silence ends during its pause is opened once', () => {
  comes('open')
  vi.advanceTimersByTime(SILENCE_MS - 1)
  const [refused] = sources
  if (refused) refused.readyState = EventSource.CLOSED
  comes('error')
  vi.advanceTimersByTime(1)
  expect(sources).toHaveLength(2)
  comes('open')
  vi.advanceTimersByTime(REOPEN_MS)
  expect(sources).toHaveLength(2)
})

test('[DESK-4] behind a proxy that holds the stream back the queue is still read once a while', () => {
  vi.advanceTimersByTime(3 * SILENCE_MS + SETTLE_MS)
  expect([live.value, heard]).toEqual(['connecting', 3])
})

test('[DESK-4] without a network nothing is read until the stream is back', () => {
  comes('open')
  comes('error')
  vi.advanceTimersByTime(SILENCE_MS + SETTLE_MS)
  expect(heard).toBe(0)
  comes('open')
  vi.advanceTimersByTime(SETTLE_MS)
  expect([live.value, heard]).toEqual(['live', 1])
})

test('[DESK-4] in a storm of hints the queue is still read', () => {
  for (let hints = 0; hints < 20; hints += 1) {
    hint('queue')
    vi.advanceTimersByTime(SETTLE_MS / 2)
  }
  expect(heard).toBe(10)
})
