import { expect, test } from 'vitest'
import { areSignupsOpen } from './signup-flow.tsx'

test('[ACC-15] signups are open to all, to visitors with a traffic source, or to nobody', () => {
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
