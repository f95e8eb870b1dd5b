import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../entities/default-settings.ts'
import { isOldEnough } from './age.ts'
import { todayIn } from './today.ts'

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
