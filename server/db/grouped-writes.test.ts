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

/** Requests such as `1c` are of the member 1. */
const OF_MEMBERS: typeof UPPER = { ...UPPER, holds: (request) => [Number.parseInt(request, 10)] }

test('[OPS-7] requests that arrive while a group of their members is written form the next group', async () => {
  groups.length = 0
  const { write, begun } = slowWriter()
  const add = groupedWrites(write, 2)
  const first = [add(OF_MEMBERS, '1a'), add(OF_MEMBERS, '2b')]
  const firstBegins = begun[0]?.begin()
  const second = [add(OF_MEMBERS, '1c'), add(OF_MEMBERS, '2d')]
  expect(begun).toHaveLength(1)
  await firstBegins
  expect(await settle(first)).toEqual(['1A', '2B'])
  expect(begun).toHaveLength(2)
  await begun[1]?.begin()
  expect(await settle(second)).toEqual(['1C', '2D'])
  expect(groups).toEqual([
    ['1a', '2b'],
    ['1c', '2d'],
  ])
})

const requestsOf = (members: readonly number[], name: string) => members.map((member) => `${member}${name}`)

test('[OPS-7] a second group of other members begins at once, and nobody is overtaken by an own later request', async () => {
  groups.length = 0
  const { write, begun } = slowWriter()
  const add = groupedWrites(write, 2)
  const first = add(OF_MEMBERS, '1a')
  const firstWritten = begun[0]?.begin()
  const requests = [...requestsOf([2, 1, 1, 3, 4, 5, 6, 7, 8], 'b'), '9c', '10d']
  const few = requests.slice(0, -2).map((request) => add(OF_MEMBERS, request))
  // Seven of them are of other members: too few for a group of their own.
  expect(begun).toHaveLength(1)
  const more = requests.slice(-2).map((request) => add(OF_MEMBERS, request))
  expect(begun).toHaveLength(2)
  const secondWritten = begun[1]?.begin()
  const others = requestsOf([21, 22, 23, 24, 25, 26, 27, 28], 'e').map((request) => add(OF_MEMBERS, request))
  // Two groups at once: further members wait too.
  expect(begun).toHaveLength(2)
  await Promise.all([firstWritten, secondWritten, first, ...more])
  expect(begun).toHaveLength(3)
  await begun[2]?.begin()
  await settle([...few, ...others])
  expect(groups).toEqual([
    ['1a'],
    ['2b', '3b', '4b', '5b', '6b', '7b', '8b', '9c', '10d'],
    ['1b', '1b', '21e', '22e', '23e', '24e', '25e', '26e', '27e', '28e'],
  ])
})

test('[OPS-7] [CHAT-14] a request is not overtaken by a later one of a member who is free, while another member of it is busy', async () => {
  groups.length = 0
  const { write, begun } = slowWriter()
  const add = groupedWrites(write, 2)
  /** Requests such as `1 2` are of both members. */
  const ofPairs: typeof UPPER = { ...UPPER, holds: (request) => request.split(' ').map(Number) }
  const first = add(ofPairs, '1 9')
  const firstWritten = begun[0]?.begin()
  const others = [11, 13, 15, 17, 19, 21, 23, 25].map((member) => `${member} ${member + 1}`)
  const writes = ['1 2', '2 3', ...others].map((request) => add(ofPairs, request))
  await Promise.all([firstWritten, begun[1]?.begin(), first])
  await begun[2]?.begin()
  await settle(writes)
  expect(groups).toEqual([['1 9'], others, ['1 2', '2 3']])
})

test('[OPS-7] two groups at once share the requests that wait for the first', async () => {
  groups.length = 0
  const { write, begun } = slowWriter()
  const add = groupedWrites(write, 2)
  const writes = Array.from({ length: 20 }, (_, member) => add(OF_MEMBERS, `${member}a`))
  await Promise.all([begun[0]?.begin(), begun[1]?.begin(), ...writes])
  expect(groups.map(({ length }) => length)).toEqual([10, 10])
})

test('[OPS-7] a failed group lets the next requests of its members begin', async () => {
  groups.length = 0
  const { write, begun } = slowWriter()
  const add = groupedWrites(write, 2)
  const first = add(OF_MEMBERS, '1a')
  const written = begun[0]?.begin()
  const second = add(OF_MEMBERS, '1b')
  begun[0]?.fail(new UnavailableError('gone'))
  await written
  expect(await settle([first])).toEqual(['failed'])
  await begun[1]?.begin()
  expect(await settle([second])).toEqual(['1B'])
})

test('a request that fails its group fails alone', async () => {
  groups.length = 0
  const add = groupedWrites<null>(async (body) => body(null), 2)
  expect(await settle([add(UPPER, 'a'), add(UPPER, 'bad'), add(UPPER, 'b')])).toEqual(['A', 'failed', 'B'])
})

test('[OPS-12] a database that cannot answer fails the whole group, and nothing is written again', async () => {
  groups.length = 0
  const { write, begun } = slowWriter()
  const add = groupedWrites(write, 2)
  const writes = [add(UPPER, 'a'), add(UPPER, 'b')]
  begun[0]?.fail(new UnavailableError('gone'))
  expect(await settle(writes)).toEqual(['failed', 'failed'])
  expect([begun.length, groups]).toEqual([1, []])
})
