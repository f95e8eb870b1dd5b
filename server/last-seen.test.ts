import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLastSeenBatch } from './last-seen.ts'

test('[OPS-8] activity is written in one order, and waits for no other write of a member', async () => {
  const order: (number | string)[] = []
  const holdings: (readonly number[])[] = []
  const batch = createLastSeenBatch({
    now: () => 1_000_000_000,
    write: async (body, holds) => {
      holdings.push(holds)
      const account = {
        wasActive: async (member: number) => void order.push(member),
        sessionSeen: async (hash: string) => void order.push(hash),
      }
      // The batch uses these two queries alone.
      await body({ account } as unknown as Parameters<typeof body>[0])
    },
    log: pino({ level: 'silent' }),
  })
  for (const [member, hash] of [
    [30, 'c'],
    [4, 'a'],
    [200, 'b'],
  ] as const)
    batch.mark(member, { hash, seenAt: 0 })
  await batch.flush()
  expect(order).toEqual([4, 30, 200, 'a', 'b', 'c'])
  expect(holdings).toEqual([[], []])
})
