import { expect, test } from 'vitest'
import { openRandomBytes } from './random-bytes.ts'

test('random bytes are never handed out twice, whatever their length', () => {
  const random = openRandomBytes()
  const seen = new Set<string>()
  let calls = 0
  for (let round = 0; round < 400; round += 1)
    for (const count of [9, 10, 32, 100]) {
      const bytes = random(count)
      expect(bytes).toHaveLength(count)
      seen.add(Buffer.from(bytes.subarray(0, 9)).toString('hex'))
      calls += 1
    }
  expect(seen.size).toBe(calls)
})

test('more bytes than are kept ready are as random as a few', () => {
  const bytes = openRandomBytes()(10_000)
  expect(bytes).toHaveLength(10_000)
  // Each value has a chance of one in 10^17 to be missing.
  expect(new Set(bytes).size).toBe(256)
})
