import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../limits.ts'
import { localDay, todayIn } from './local-day.ts'
import { DEFAULT_SETTINGS } from '../entities/default-settings.ts'
import { isOldEnough } from './age.ts'

const iso = (at: number) => new Date(at).toISOString().replace(':00.000Z', 'Z')

const day = (zone: string, now: string) => {
  const { start, end } = localDay(zone, Date.parse(now))
  return [iso(start), iso(end), (end - start) / HOUR_MS]
}

describe('[LIKE-5] the local day', () => {
  test.each([
    ['UTC', '2026-06-15T12:00:00Z', '2026-06-15T00:00Z', '2026-06-16T00:00Z'],
    ['Europe/Rome', '2026-06-15T12:00:00Z', '2026-06-14T22:00Z', '2026-06-15T22:00Z'],
    ['America/Los_Angeles', '2026-06-15T03:00:00Z', '2026-06-14T07:00Z', '2026-06-15T07:00Z'],
    ['Pacific/Auckland', '2026-06-15T12:00:00Z', '2026-06-15T12:00Z', '2026-06-16T12:00Z'],
    ['Pacific/Auckland', '2026-06-15T11:59:59.999Z', '2026-06-14T12:00Z', '2026-06-15T12:00Z'],
    ['Asia/Kathmandu', '2026-06-15T12:00:00Z', '2026-06-14T18:15Z', '2026-06-15T18:15Z'],
    ['Pacific/Kiritimati', '2026-06-15T12:00:00Z', '2026-06-15T10:00Z', '2026-06-16T10:00Z'],
    ['Etc/GMT+12', '2026-06-15T11:00:00Z', '2026-06-14T12:00Z', '2026-06-15T12:00Z'],
  ])('%s at %s', (zone, now, start, end) => expect(day(zone, now)).toEqual([start, end, 24]))

  test.each([
    ['Europe/Rome', '2026-03-29T10:00:00Z', '2026-03-28T23:00Z', '2026-03-29T22:00Z', 23],
    ['Europe/Rome', '2026-10-25T00:30:00Z', '2026-10-24T22:00Z', '2026-10-25T23:00Z', 25],
    ['America/Los_Angeles', '2026-03-08T20:00:00Z', '2026-03-08T08:00Z', '2026-03-09T07:00Z', 23],
    ['America/Los_Angeles', '2026-11-01T08:00:00Z', '2026-11-01T07:00Z', '2026-11-02T08:00Z', 25],
    ['Pacific/Auckland', '2026-09-27T00:00:00Z', '2026-09-26T12:00Z', '2026-09-27T11:00Z', 23],
    ['Pacific/Auckland', '2026-04-05T00:00:00Z', '2026-04-04T11:00Z', '2026-04-05T12:00Z', 25],
    ['Australia/Lord_Howe', '2026-04-05T00:00:00Z', '2026-04-04T13:00Z', '2026-04-05T13:30Z', 24.5],
  ])('%s at %s, when the clocks change', (zone, now, ...expected) => expect(day(zone, now)).toEqual(expected))

  test.each([
    // Clocks jump from midnight to one o'clock.
    ['America/Santiago', '2026-09-06T12:00:00Z', '2026-09-06T04:00Z', '2026-09-07T03:00Z', 23],
    ['Asia/Beirut', '2026-03-29T12:00:00Z', '2026-03-28T22:00Z', '2026-03-29T21:00Z', 23],
    // Clocks go back from one o'clock to midnight.
    ['America/Havana', '2026-11-01T12:00:00Z', '2026-11-01T04:00Z', '2026-11-02T05:00Z', 25],
    // Clocks go back from midnight to eleven of the day before.
    ['America/Santiago', '2026-04-04T12:00:00Z', '2026-04-04T03:00Z', '2026-04-05T04:00Z', 25],
    // A whole date was skipped.
    ['Pacific/Apia', '2011-12-30T09:00:00Z', '2011-12-29T10:00Z', '2011-12-30T10:00Z', 24],
  ])('%s at %s, when midnight is skipped or comes twice', (zone, now, ...expected) =>
    expect(day(zone, now)).toEqual(expected),
  )

  test('days follow each other without a gap in every zone', () => {
    for (const zone of ['Pacific/Auckland', 'America/Los_Angeles', 'Europe/Rome', 'America/Santiago', 'Asia/Tehran']) {
      let at = Date.parse('2026-01-01T12:00:00Z')
      let before = localDay(zone, at)
      for (let count = 0; count < 366; count += 1) {
        at = before.end
        const next = localDay(zone, at)
        expect(next.start).toBe(before.end)
        expect(next.end - next.start).toBeGreaterThanOrEqual(DAY_MS - HOUR_MS)
        expect(localDay(zone, next.end - 1)).toEqual(next)
        // A clock that was put back.
        expect(localDay(zone, next.start - 1)).toEqual(before)
        before = next
      }
    }
  })
})

const at = (time: string): number => Date.parse(time)

test('[ACC-3] the day begins in the member’s time zone', () => {
  const now = at('2026-06-15T10:30:00Z')
  expect(todayIn('IT', now)).toBe('2026-06-15')
  expect(todayIn('NZ', at('2026-06-15T12:00:00Z'))).toBe('2026-06-16')
  expect(todayIn('US', at('2026-06-15T09:59:59Z'))).toBe('2026-06-14')
  expect(todayIn('US', at('2026-06-15T10:00:00Z'))).toBe('2026-06-15')
  // Summer time.
  expect(todayIn('GB', at('2026-06-15T23:00:00Z'))).toBe('2026-06-16')
  expect(todayIn('GB', at('2026-01-15T23:00:00Z'))).toBe('2026-01-15')
})

test('[ACC-3] a member comes of age at local midnight, to the second', () => {
  const born = '2008-06-15'
  const isAdult = (country: string, time: string) => isOldEnough(born, todayIn(country, at(time)), 18)
  expect([isAdult('IT', '2026-06-14T21:59:59Z'), isAdult('IT', '2026-06-14T22:00:00Z')]).toEqual([false, true])
  expect([isAdult('NZ', '2026-06-14T11:59:59Z'), isAdult('NZ', '2026-06-14T12:00:00Z')]).toEqual([false, true])
  expect([isAdult('US', '2026-06-15T09:59:59Z'), isAdult('US', '2026-06-15T10:00:00Z')]).toEqual([false, true])
})

test('[ACC-3] a birthday on 29 February is on 1 March in other years, in local time too', () => {
  const born = '2008-02-29'
  const isAdult = (country: string, time: string) => isOldEnough(born, todayIn(country, at(time)), 18)
  expect([isAdult('IT', '2026-02-28T22:59:59Z'), isAdult('IT', '2026-02-28T23:00:00Z')]).toEqual([false, true])
  expect([isAdult('AU', '2026-02-28T15:59:59Z'), isAdult('AU', '2026-02-28T16:00:00Z')]).toEqual([false, true])
  // The year twenty years later also has a 29 February.
  expect(isOldEnough(born, todayIn('IT', at('2028-02-28T23:00:00Z')), 20)).toBe(true)
})

test('[ACC-3] with an unknown country, nobody comes of age early anywhere', () => {
  const now = at('2026-06-15T00:30:00Z')
  expect(todayIn('', now)).toBe('2026-06-14')
  for (const country of DEFAULT_SETTINGS.countries) expect(todayIn('', now) <= todayIn(country, now)).toBe(true)
})
