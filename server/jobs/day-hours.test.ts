import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { dayLeft, nextByDay } from './day-hours.ts'

const at = (time: string) => Date.parse(time)

test.each([
  // Two hours ahead of UTC in summer.
  ['Europe/Rome', '2026-06-15T06:59:59Z', '2026-06-15T07:00:00Z'],
  ['Europe/Rome', '2026-06-15T07:00:00Z', '2026-06-15T07:00:00Z'],
  ['Europe/Rome', '2026-06-15T18:59:59Z', '2026-06-15T18:59:59Z'],
  ['Europe/Rome', '2026-06-15T19:00:00Z', '2026-06-16T07:00:00Z'],
  // A zone whose offset has three quarters of an hour.
  ['Asia/Kathmandu', '2026-06-15T16:00:00Z', '2026-06-16T03:15:00Z'],
  // The night in which clocks go forward is an hour shorter.
  ['Europe/Rome', '2026-03-28T22:00:00Z', '2026-03-29T07:00:00Z'],
  // Without a known zone, the default zone is used.
  [null, '2026-06-15T02:00:00Z', '2026-06-15T07:00:00Z'],
])('[PWA-5] in %s what comes at %s waits until %s', (zone, now, then) => {
  expect(new Date(nextByDay(zone, at(now))).toISOString()).toBe(new Date(at(then)).toISOString())
})

test('[PWA-5] the day ends at nine in the evening; at night no day time is left', () => {
  expect(dayLeft('Europe/Rome', at('2026-06-15T16:00:00Z'))).toBe(3 * HOUR_MS)
  expect(dayLeft('Europe/Rome', at('2026-06-15T18:59:00Z'))).toBe(MINUTE_MS)
  expect(dayLeft('Europe/Rome', at('2026-06-15T19:00:00Z'))).toBe(0)
  expect(dayLeft('America/New_York', at('2026-06-15T12:00:00Z'))).toBe(0)
})
