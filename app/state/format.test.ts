import { beforeAll, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { LOCALES } from '#contract/locales.ts'
import { now } from '../ports/clock.ts'
import { setServerAhead } from '../testing/zone.ts'
import { agoOf, knownCountryName, moneyOf, momentOf, signedOf, weekdayTimeOf } from './format.ts'
import { locale } from './i18n.ts'

beforeAll(() => {
  locale.value = 'en'
})

test.each([
  [-MINUTE_MS, 'now'],
  [MINUTE_MS - 1, 'now'],
  [10 * MINUTE_MS, '10 minutes ago'],
  [3 * HOUR_MS, '3 hours ago'],
  [DAY_MS, 'yesterday'],
  [6 * DAY_MS, '6 days ago'],
  [7 * DAY_MS, '1 week ago'],
  [13 * DAY_MS, '1 week ago'],
  [59 * DAY_MS, '8 weeks ago'],
  [60 * DAY_MS, '2 months ago'],
])('[SITE-2] %d ms before now is %s', (past, words) => {
  expect(agoOf(2_000_000_000_000 - past, 2_000_000_000_000)).toBe(words)
})

test('[SITE-2] a phone whose clock is hours wrong counts the time by the server’s clock', () => {
  setServerAhead(-5 * HOUR_MS)
  expect(agoOf(now() - 7.5 * HOUR_MS)).toBe('2 hours ago')
})

/** In October 2026, when the clocks of Europe change on the 25th. */
const at = (day: number, hour: number): number => new Date(2026, 9, day, hour).getTime()

test('[SITE-2] yesterday is the calendar day before, also when clocks change', () => {
  expect(agoOf(at(20, 10), at(22, 9))).toBe('2 days ago')
  expect(agoOf(at(21, 8), at(22, 9))).toBe('yesterday')
  expect(agoOf(at(24, 1), at(26, 1))).toBe('2 days ago')
  expect(agoOf(at(25, 0), at(26, 1))).toBe('yesterday')
})

test('[SITE-2] an hour has 24 in English, too', () => {
  expect(momentOf(at(22, 14))).toMatch(/\b14:00$/)
  expect(weekdayTimeOf(at(22, 14))).toMatch(/^Thursday\W+14:00$/)
})

test.each(LOCALES)('[SITE-2] the countries of a site have the names that Intl gives them in %s', (locale) => {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const { countries } = DEFAULT_SETTINGS
  expect(countries.map((country) => knownCountryName(country, locale))).toEqual(
    countries.map((country) => names.of(country)),
  )
})

test('a country of no member has no name here', () => {
  expect(knownCountryName('JP', 'en')).toBeUndefined()
})

test('[PAY-1] a spend is written with a minus sign, and an amount below zero too', () => {
  expect([signedOf(-1), signedOf(5), signedOf(0), moneyOf(-999, 'EUR')]).toEqual(['−1', '+5', '0', '−€9.99'])
})
