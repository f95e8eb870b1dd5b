import { expect, test, vi } from 'vitest'
import { keepRefreshing, refreshDelay } from './refresh-timer.ts'

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

/** A timer that the test fires by hand. */
const stage = (pushSubscribed: boolean, refresh = vi.fn(async () => {})) => {
  let timer: { ms: number; run: () => void } | null = null
  const pauses: number[] = []
  const stop = keepRefreshing({
    after: (ms, run) => {
      timer = { ms, run }
      pauses.push(ms)
      return () => {
        timer = null
      }
    },
    isPushSubscribed: async () => pushSubscribed,
    refresh,
  })
  const ring = async (): Promise<void> => {
    await settle()
    timer?.run()
    await settle()
  }
  return { pauses, refresh, stop, ring, isWaiting: () => timer !== null }
}

test('[PWA-4] the first refresh runs after 5 s, the next ones every 60 s', async () => {
  const { pauses, refresh, ring } = stage(false)
  await ring()
  await ring()
  expect(pauses).toEqual([5_000, 60_000, 60_000])
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('[PWA-4] with push on, a refresh runs every 300 s', async () => {
  const { pauses, ring } = stage(true)
  await ring()
  await ring()
  expect(pauses).toEqual([5_000, 300_000, 300_000])
})

test('[PWA-4] a failed refresh does not stop the timer', async () => {
  const failing = vi.fn(async () => {
    throw new Error('no network')
  })
  const { pauses, ring } = stage(false, failing)
  await ring()
  await ring()
  expect(pauses).toHaveLength(3)
})

test('[PWA-4] the timer can be stopped at once, also during a refresh', async () => {
  const { stop, isWaiting, pauses } = stage(false)
  stop()
  await settle()
  expect(isWaiting()).toBe(false)
  const late = stage(false)
  await late.ring()
  late.stop()
  await settle()
  expect(late.isWaiting()).toBe(false)
  expect(pauses.length).toBeLessThanOrEqual(1)
})

test('[PWA-4] the app refreshes after 5 s, then every 60 s, or every 300 s with push', () => {
  expect([refreshDelay(0, false), refreshDelay(0, true), refreshDelay(1, false), refreshDelay(9, true)]).toEqual([
    5_000, 5_000, 60_000, 300_000,
  ])
})
