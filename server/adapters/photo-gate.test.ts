import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGate } from './photo-gate.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('[SAFE-6] the room is never exceeded, and every entry gets in once', async () => {
  const visits = fc.array(
    fc.record({ size: fc.integer({ min: 1, max: 12 }), key: fc.integer({ min: 1, max: 3 }), turns: fc.nat(3) }),
    {
      maxLength: 40,
    },
  )
  await fc.assert(
    fc.asyncProperty(visits, async (all) => {
      const gate = createGate({ room: 10, each: 2 })
      const inside = new Map<number, number>()
      let [taken, most, served] = [0, 0, 0]
      await Promise.all(
        all.map(async ({ size, key, turns }) => {
          const leave = await gate.enter(size, key)
          taken += Math.min(size, 10)
          inside.set(key, (inside.get(key) ?? 0) + 1)
          most = Math.max(most, taken)
          expect(inside.get(key)).toBeLessThanOrEqual(2)
          for (let left = turns; left > 0; left -= 1) await turn()
          served += 1
          taken -= Math.min(size, 10)
          inside.set(key, (inside.get(key) ?? 0) - 1)
          leave?.()
          leave?.()
        }),
      )
      expect(most).toBeLessThanOrEqual(10)
      expect(served).toBe(all.length)
    }),
    { seed: 4, numRuns: 60 },
  )
})

test('[SAFE-6] the queue is bounded', async () => {
  const gate = createGate({ room: 1, waitingMax: 2 })
  const first = await gate.enter(1)
  const [second, third] = [gate.enter(1), gate.enter(1)]
  expect(await gate.enter(1)).toBeNull()
  first?.()
  const leave = await second
  expect(leave).not.toBeNull()
  leave?.()
  expect(await third).not.toBeNull()
})

test('[SAFE-6] one group takes its part of the room and of the queue, and the rest is for the others', async () => {
  const gate = createGate({ room: 10, waitingMax: 2, part: 0.5 })
  const first = await gate.enter(5, 1, 'a')
  const second = gate.enter(1, 2, 'a')
  expect(await gate.enter(1, 3, 'a')).toBeNull()
  const other = await gate.enter(5, 4, 'b')
  expect(other).not.toBeNull()
  other?.()
  // The room is free, and still the group waits for its own part.
  const third = gate.enter(1, 5, 'b').then((leave) => leave?.())
  await third
  first?.()
  expect(await second).not.toBeNull()
  const large = createGate({ room: 10, part: 0.5 })
  expect(await large.enter(8, 1, 'a')).not.toBeNull()
})

test('a small entry overtakes a large one that does not fit yet', async () => {
  const gate = createGate({ room: 10 })
  const slow = await gate.enter(8)
  let isIn = false
  const large = gate.enter(9).then((leave) => {
    isIn = true
    return leave
  })
  expect(await gate.enter(2)).not.toBeNull()
  await turn()
  expect(isIn).toBe(false)
  slow?.()
  await turn()
  expect(isIn).toBe(false)
  void large
})
