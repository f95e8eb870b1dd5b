/** One suite for both buses: a single process, and two processes over Valkey. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { STREAMS_A_SESSION_MAX, type StreamEvent } from '#contract/events.ts'
import { RATES, bucketsOf, type RateName } from '../rates.ts'
import { hasValkey, startValkey, type Valkey } from '../testing/valkey.ts'
import { createBuckets } from './buckets.ts'
import type { Bus } from './bus.ts'
import { createHereBus } from './open.ts'
import { openValkeyBus } from './valkey.ts'

/** A bus as two processes see it. */
type Pair = { one: Bus; other: Bus; isShared: boolean; close: () => Promise<void> }

const now = (): number => Date.now()
const rates = { ...RATES, like: { count: 3, perMs: 30_000 }, login: { count: 2, perMs: 60_000 } }
const log = pino({ level: 'silent' })

let valkey: Valkey | undefined
beforeAll(async () => {
  if (hasValkey) valkey = await startValkey()
})
afterAll(() => valkey?.close())

const KINDS: { name: string; isMissing: boolean; open: () => Promise<Pair> }[] = [
  {
    name: 'of one process',
    isMissing: false,
    open: () => {
      const bus = createHereBus(now, rates)
      return Promise.resolve({ one: bus, other: bus, isShared: false, close: () => Promise.resolve() })
    },
  },
  {
    name: 'of two processes over Valkey',
    isMissing: !hasValkey,
    open: async () => {
      const url = valkey?.url ?? ''
      const [one, other] = await Promise.all([
        openValkeyBus(url, { now, rates, log, commandMs: 5_000 }),
        openValkeyBus(url, { now, rates, log, commandMs: 5_000 }),
      ])
      await expect.poll(() => one.isAway() || other.isAway()).toBe(false)
      return { one, other, isShared: true, close: async () => void (await Promise.all([one.stop(), other.stop()])) }
    },
  },
]

const CHANGE: StreamEvent = { type: 'change', seq: 7 }
const LOGOUT: StreamEvent = { type: 'logout' }

for (const { name, isMissing, open } of KINDS)
  describe.skipIf(isMissing)(`[OPS-8] the bus ${name}`, () => {
    let pair: Pair
    /** Each test has members of its own, since the tests share one Valkey. */
    let member = 0
    beforeEach(async () => {
      member += 100
      pair = await open()
      return () => pair.close()
    })

    test('an event reaches every stream of its member once, whichever process has the stream', async () => {
      const streams = [await listen(pair.one, member, 'phone'), await listen(pair.other, member, 'laptop')]
      const stranger = await listen(pair.other, member + 1, 'stranger')
      pair.one.publish(member, CHANGE)
      pair.other.publish(member, { type: 'change', seq: 8 })
      await expect.poll(() => streams.map(({ heard }) => heard.length)).toEqual([2, 2])
      for (const { heard } of streams)
        expect(heard).toEqual(expect.arrayContaining([CHANGE, { type: 'change', seq: 8 }]))
      expect(stranger.heard).toEqual([])
    })

    test('[PWA-5] a member is present while any process has a stream of theirs', async () => {
      expect(await pair.one.isOpen(member)).toBe(false)
      const { close } = await listen(pair.other, member, 'phone')
      await expect.poll(() => pair.one.isOpen(member)).toBe(true)
      expect(await pair.other.isOpen(member)).toBe(true)
      expect(await pair.one.isOpen(member + 1)).toBe(false)
      close()
      await expect.poll(() => pair.one.isOpen(member)).toBe(false)
    })

    test('[ACC-16] the end of a session reaches its own streams in every process', async () => {
      const [phone, laptop] = [
        await listen(pair.other, member, 'phone'),
        await listen(pair.other, member + 1, 'laptop'),
      ]
      pair.one.endSession(member, 'phone')
      await expect.poll(() => phone.heard).toEqual([LOGOUT])
      expect(laptop.heard).toEqual([])
    })

    test('[ACC-10] streams move with a renamed session in every process', async () => {
      const phone = await listen(pair.other, member, 'old')
      pair.one.renameSession(member, 'old', 'new')
      pair.one.endSession(member, 'old')
      pair.one.publish(member, CHANGE)
      await expect.poll(() => phone.heard).toEqual([CHANGE])
      pair.one.endSession(member, 'new')
      await expect.poll(() => phone.heard).toEqual([CHANGE, LOGOUT])
    })

    test('a hint reaches the pages of the desk in every process', async () => {
      const heard: string[] = []
      pair.other.openDesk(
        (hint) => heard.push(hint),
        () => undefined,
      )
      pair.one.publishToDesk('queue')
      await expect.poll(() => heard).toEqual(['queue'])
    })

    test('[SAFE-6] a further stream of one session ends its oldest stream', () => {
      const heard = Array.from({ length: STREAMS_A_SESSION_MAX + 1 }, () => [] as StreamEvent[])
      for (const events of heard) pair.one.open(member, 'phone', { send: (event) => events.push(event) })
      expect(heard.map((events) => events.length)).toEqual([1, ...Array<number>(STREAMS_A_SESSION_MAX).fill(0)])
      expect(pair.one.count()).toBe(STREAMS_A_SESSION_MAX)
    })

    test('[SAFE-6] a rate limit counts the uses of all processes together, and says when the next one is free', async () => {
      const like = async (bus: Bus) => (await bus.use('like', member))?.body ?? null
      const answers = [await like(pair.one), await like(pair.other), await like(pair.one)]
      expect(answers).toEqual([null, null, null])
      expect(await like(pair.other)).toEqual({ error: 'rate_limited', retry_after: 10 })
      expect(await pair.one.use('like', member + 1)).toBeNull()
      expect(await pair.one.use('message', member)).toBeNull()
    })

    test('[SAFE-6] the networks of one IPv6 /48 share a larger limit in all processes', async () => {
      const networks = Array.from(
        { length: 16 },
        (_, nth) => `2001:db8:${member.toString(16)}:${nth.toString(16)}::/64`,
      )
      const uses = networks.flatMap((network) => [pair.one.use('login', network), pair.other.use('login', network)])
      const passed = (await Promise.all(uses)).filter((refusal) => refusal === null)
      expect(passed).toHaveLength(16)
    })

    test('[OPS-11] at a shutdown every stream of a process ends', () => {
      const ended: string[] = []
      pair.one.open(member, 'phone', { send: () => undefined, close: () => ended.push('phone') })
      pair.one.openDesk(
        () => undefined,
        () => ended.push('desk'),
      )
      pair.one.closeAll()
      expect(ended).toEqual(['phone', 'desk'])
    })

    /** Opens a stream that records its events, and waits until no other process can miss it. */
    const listen = async (bus: Bus, of: number, sessionHash: string) => {
      const heard: StreamEvent[] = []
      let isFollowed = !pair.isShared
      const missed = (): void => {
        isFollowed = true
      }
      const close = bus.open(of, sessionHash, { send: (event) => heard.push(event), missed })
      await expect.poll(() => isFollowed).toBe(true)
      return { heard, close }
    }
  })

test('[SAFE-6] any number of made-up subjects of one limit gives nobody more uses of another one', () => {
  const { count } = createBuckets(() => 0)
  const use = (name: RateName, who: string | number) => count(bucketsOf(name, who, RATES))
  for (let time = 0; time < RATES.code.count; time += 1) expect(use('code', 7)).toBeNull()
  for (let nth = 0; nth <= 50_000; nth += 1) use('login', `made-up ${nth}`)
  expect(use('code', 7)?.body.error).toBe('rate_limited')
})
