import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { withAttempt, withoutAttempt, withoutWindowAttempt, withWindowAttempt, type Attempts } from './lockout.ts'

const START = Date.parse('2026-06-15T12:00:00Z')

/** Several failures at the same moment. */
const failures = (count: number, now: number, before?: Attempts): Attempts => {
  let attempts = before
  for (let nth = 0; nth < count; nth += 1) attempts = withAttempt(attempts, now)
  if (!attempts) throw new Error('No failure')
  return attempts
}

const minutesBlocked = ({ blockedUntil }: Attempts, now: number): number => Math.max(0, blockedUntil - now) / MINUTE_MS

test('[ACC-8] four failures do not block, the fifth blocks for 15 minutes', () => {
  expect(minutesBlocked(failures(4, START), START)).toBe(0)
  expect(minutesBlocked(failures(5, START), START)).toBe(15)
})

test('[ACC-8] each block is twice as long as the one before, up to 60 minutes', () => {
  let [now, attempts] = [START, failures(5, START)]
  for (const minutes of [15, 30, 60, 60]) {
    expect(minutesBlocked(attempts, now)).toBe(minutes)
    now = attempts.blockedUntil
    attempts = failures(4, now, attempts)
    expect(minutesBlocked(attempts, now)).toBe(0)
    attempts = withAttempt(attempts, now)
  }
})

test('[ACC-8] a day after a block the next one is as short as the first', () => {
  const first = failures(5, START)
  const soon = first.blockedUntil + DAY_MS - 1
  expect(minutesBlocked(failures(5, soon, first), soon)).toBe(30)
  const late = first.blockedUntil + DAY_MS
  expect(minutesBlocked(failures(5, late, first), late)).toBe(15)
})

test('[ACC-8] failures an hour apart do not add up', () => {
  const four = failures(4, START)
  expect(minutesBlocked(withAttempt(four, START + HOUR_MS), START + HOUR_MS)).toBe(0)
  expect(minutesBlocked(withAttempt(four, START + HOUR_MS - 1), START + HOUR_MS - 1)).toBe(15)
  // The time of the first attempt does not matter.
  const slow = withAttempt(withAttempt(failures(2, START), START + 50 * MINUTE_MS), START + 100 * MINUTE_MS)
  expect(minutesBlocked(withAttempt(slow, START + 150 * MINUTE_MS), START + 150 * MINUTE_MS)).toBe(15)
})

test('[ACC-8] a success removes its attempt and the block that the attempt caused', () => {
  expect(withoutAttempt(failures(3, START), START).count).toBe(2)
  const undone = withoutAttempt(failures(5, START), START)
  expect([undone.count, undone.blocks, minutesBlocked(undone, START)]).toEqual([4, 0, 0])
  expect(minutesBlocked(withAttempt(undone, START), START)).toBe(15)
})

test('[ACC-8] no order of attempts allows six guesses within 15 minutes', () => {
  const step = fc.record({
    wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 70 * MINUTE_MS })),
    fails: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let [now, attempts]: [number, Attempts | undefined] = [START, undefined]
      const failedAt: number[] = []
      for (const { wait, fails } of steps) {
        now += wait
        if (attempts && attempts.blockedUntil > now) continue
        attempts = withAttempt(attempts, now)
        if (fails) failedAt.push(now)
        else attempts = withoutAttempt(attempts, now)
        expect([0, 15, 30, 60]).toContain(minutesBlocked(attempts, now))
        expect(attempts.blocks).toBeGreaterThanOrEqual(0)
      }
      for (const [nth, first] of failedAt.entries())
        expect((failedAt[nth + 5] ?? Infinity) - first).toBeGreaterThanOrEqual(15 * MINUTE_MS)
    }),
    { seed: 20_261_121, numRuns: 1_000 },
  )
})

test('[ACC-9] a window counts from its first attempt, and the last one allowed blocks until its end or for a pause', () => {
  const day = { count: 3, ms: DAY_MS }
  const attemptsAt = (hours: number[], window = day) =>
    hours.reduce<Attempts | undefined>(
      (before, hour) => withWindowAttempt(before, START + hour * HOUR_MS, window),
      undefined,
    )
  expect(attemptsAt([0, 1])).toEqual({ count: 2, since: START, blockedUntil: 0, blocks: 0 })
  const blocked = { count: 3, since: START, blockedUntil: START + DAY_MS, blocks: 0 }
  expect(attemptsAt([0, 1, 2])).toEqual(blocked)
  expect(attemptsAt([0, 1, 24])).toEqual({ count: 1, since: START + DAY_MS, blockedUntil: 0, blocks: 0 })
  const paused = { ...day, pauseMs: HOUR_MS }
  expect(attemptsAt([0, 1, 2, 4], paused)).toEqual({ ...blocked, count: 4, blockedUntil: START + 5 * HOUR_MS })
  expect(withoutWindowAttempt(blocked)).toEqual({ ...blocked, count: 2, blockedUntil: 0 })
  expect(withoutWindowAttempt({ ...blocked, count: 0 }).count).toBe(0)
})
