import { expect, test } from 'vitest'
import { areSignupsOpen } from './signups-open.ts'

test('[ACC-15] all may join, or those with a traffic source, or nobody', () => {
  const open = (['all', 'with_trafficsource', 'none'] as const).map((signups) => [
    areSignupsOpen(signups, true),
    areSignupsOpen(signups, false),
  ])
  expect(open).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ])
})
