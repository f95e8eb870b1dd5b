import { expect, test } from 'vitest'
import { UnavailableError, type Write } from './engine.ts'
import { groupedWrites, type GroupedWrite } from './grouped-writes.ts'

/** A writer whose transactions wait until the test begins them. */
const slowWriter = () => {
  const begun: { begin: () => Promise<void>; fail: (error: Error) => void }[] = []
  const write: Write<null> = (body, holds) =>
    new Promise((resolve, reject) => {
      const begin = async (): Promise<void> => {
        if (typeof holds === 'function') holds()
        await (async () => body(null))().then(resolve, reject)
      }
      begun.push({ begin, fail: reject })
    })
  return { write, begun }
}

const groups: string[][] = []
const UPPER: GroupedWrite<null, string, string> = {
  holds: () => [],
  writeAll: async (_, requests) => {
    groups.push([...requests])
    if (requests.includes('bad')) throw new Error('refused')
    return requests.map((request) => request.toUpperCase())
  },
}

const settle = async (writes: readonly Promise<string>[]) =>
  (await Promise.allSettled(writes)).map((write) => (write.status === 'fulfilled' ? write.value : 'failed'))

test('[OPS-7] requests that arrive while a group is written form the next group', async () => {
  groups.length = 0
  const { write, begun } = slowWriter()
  const add = groupedWrites(write)
  const first = [add(UPPER, 'a'), add(UPPER, 'b')]
  const firstBegins = begun[0]?.begin()
  const second = [add(UPPER, 'c'), add(UPPER, 'd')]
  expect(begun).toHaveLength(1)
  await firstBegins
  expect(await settle(first)).toEqual(['A', 'B'])
  expect(begun).toHaveLength(2)
  await begun[1]?.begin()
  expect(await settle(second)).toEqual(['C', 'D'])
  expect(groups).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('a request that fails its group fails alone', async () => {
  groups.length = 0
  const add = groupedWrites<null>(async (body) => body(null))
  expect(await settle([add(UPPER, 'a'), add(UPPER, 'bad'), add(UPPER, 'b')])).toEqual(['A', 'failed', 'B'])
})

test('[OPS-12] a database that cannot answer fails the whole group, and nothing is written again', async () => {
  groups.length = 0
  const { write, begun } = slowWriter()
  const add = groupedWrites(write)
  const writes = [add(UPPER, 'a'), add(UPPER, 'b')]
  begun[0]?.fail(new UnavailableError('gone'))
  expect(await settle(writes)).toEqual(['failed', 'failed'])
  expect([begun.length, groups]).toEqual([1, []])
})
