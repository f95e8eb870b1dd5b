import { beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { agoOf } from './format.ts'
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
  [7 * DAY_MS, 'last week'],
  [59 * DAY_MS, '8 weeks ago'],
  [60 * DAY_MS, '2 months ago'],
])('[SITE-2] %d ms before now is %s', (past, words) => {
  expect(agoOf(2_000_000_000_000 - past, 2_000_000_000_000)).toBe(words)
})
