import { expect, test } from 'vitest'
import { RATES, bucketsOf, type RateName } from '../rates.ts'
import { createBuckets } from './buckets.ts'

test('[SAFE-6] any number of made-up subjects of one limit gives nobody more uses of another one', () => {
  const { count } = createBuckets(() => 0)
  const use = (name: RateName, who: string | number) => count(bucketsOf(name, who, RATES))
  for (let time = 0; time < RATES.code.count; time += 1) expect(use('code', 7)).toBeNull()
  for (let nth = 0; nth <= 50_000; nth += 1) use('login', `made-up ${nth}`)
  expect(use('code', 7)?.body.error).toBe('rate_limited')
})
