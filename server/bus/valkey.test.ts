/** Server processes over Valkey: what members notice, and what happens while Valkey is away. */
import { createClient } from '@redis/client'
import { serve, type ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../app.ts'
import type { Deps } from '../deps.ts'
import { RATES } from '../rates.ts'
import { callsOn } from '../testing/calls.ts'
import { TEST_PASSWORD, type TestMember } from '../testing/members.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { hasValkey, startValkey, type Valkey } from '../testing/valkey.ts'
import type { Bus } from './bus.ts'
import { openValkeyBus } from './valkey.ts'

const now = (): number => Date.now()
const rates = { ...RATES, like: { count: 40, perMs: 2_000 }, message: { count: 6, perMs: 60_000 } }

let valkey: Valkey
let one: Bus
let other: Bus
/** Further processes of a test. */
let further: Bus[]
/** Connections of a test, which end before Valkey does. */
let askers: { destroy: () => void }[]
let lines: string[]
let needs: Parameters<typeof openValkeyBus>[1]

beforeEach(async () => {
  if (!hasValkey) return
  lines = []
  further = []
  askers = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  valkey = await startValkey()
  needs = { now, rates, log, checkAwayMs: 200, commandMs: 5_000 }
  ;[one, other] = await Promise.all([openValkeyBus(valkey.url, needs), openValkeyBus(valkey.url, needs)])
  await vi.waitUntil(() => !one.isAway() && !other.isAway())
})
afterEach(async () => {
  if (!hasValkey) return
  for (const client of askers) client.destroy()
  await Promise.all([one, other, ...further].map((bus) => bus.stop()))
  await valkey.close()
})

const openFurther = async (own: Partial<typeof needs> = {}): Promise<Bus> => {
  const bus = await openValkeyBus(valkey.url, { ...needs, ...own })
  further.push(bus)
  return bus
}

/** A connection to Valkey of its own, which looks at what the processes leave there. */
const asker = async () => {
  const client = createClient({ url: valkey.url })
  askers.push(client)
  return client.connect()
}

const isRefused = async (bus: Bus, name: 'like' | 'message', who: number): Promise<boolean> =>
  (await bus.use(name, who)) !== null

/** The number of messages that a process allows. */
const passes = async (bus: Bus, tries: number, who = 1): Promise<number> => {
  let passed = 0
  for (let nth = 0; nth < tries; nth += 1) if (!(await isRefused(bus, 'message', who))) passed += 1
  return passed
}

describe.skipIf(!hasValkey)('[OPS-8] two processes over Valkey', () => {
  test('[SAFE-6] three processes together allow what one may within 5 %, also when they are busy', async () => {
    const buses = await Promise.all([1, 2, 3].map(() => openFurther({ commandMs: 1_000 })))
    const start = performance.now()
    let [passed, end, isBlocked] = [0, start, false]
    const load = async (bus: Bus): Promise<void> => {
      while (end - start < 4_000) {
        const refused = isRefused(bus, 'like', 1)
        if (!isBlocked && end - start > 1_000) {
          isBlocked = true
          // This process does something else for longer than `commandMs`, while answers of the bus wait.
          while (performance.now() - end < 1_300);
        }
        if (!(await refused)) passed += 1
        end = performance.now()
        // A steady load, and not one as fast as the machine allows.
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }
    await Promise.all(buses.map(load))
    const allowed = rates.like.count * (1 + (end - start) / rates.like.perMs)
    expect(passed / allowed).toBeGreaterThan(0.95)
    expect(passed / allowed).toBeLessThan(1.05)
    expect(buses.map((bus) => bus.isAway())).toEqual([false, false, false])
  })

  test('[SAFE-6] without Valkey each of three processes counts on from what all had left; later the limit is shared again', async () => {
    const buses = [one, other, await openFurther()]
    expect(await Promise.all(buses.map((bus) => passes(bus, 1)))).toEqual([1, 1, 1])
    await valkey.kill()
    await expect.poll(() => buses.every((bus) => bus.isAway())).toBe(true)
    // The processes asked one after the other, and each knows what was left after its own use.
    const alone = await Promise.all(buses.map((bus) => passes(bus, 9)))
    expect(alone.toSorted((first, second) => first - second)).toEqual([3, 4, 5])
    await valkey.start()
    await expect.poll(() => buses.some((bus) => bus.isAway()), { timeout: 5_000 }).toBe(false)
    const together = await Promise.all(buses.map((bus) => passes(bus, 9, 3)))
    expect(together.reduce((sum, passed) => sum + passed)).toBe(6)
    expect(lines.filter((line) => line.includes('the bus is away'))).toHaveLength(3)
  })

  test('[SAFE-6] a Valkey that accepts commands and answers none delays one request by a second, not every request', async () => {
    const bus = await openFurther({ commandMs: 1_000 })
    valkey.freeze()
    const start = performance.now()
    await Promise.all(Array.from({ length: 20 }, (_, nth) => bus.use('like', nth)))
    for (let nth = 0; nth < 20; nth += 1) await bus.use('like', nth)
    expect(performance.now() - start).toBeLessThan(2_500)
    expect(bus.isAway()).toBe(true)
    valkey.thaw()
    await expect.poll(() => bus.isAway(), { timeout: 8_000 }).toBe(false)
  })

  test('a process that starts before Valkey serves its own streams, and finds it later', async () => {
    await valkey.kill()
    const early = await openFurther()
    const heard: unknown[] = []
    early.open(1, 'phone', { send: (event) => heard.push(event) })
    early.publish(1, { type: 'change', seq: 1 })
    expect(heard).toHaveLength(1)
    expect([early.isAway(), await early.isOpen(1), await early.isOpen(2)]).toEqual([true, true, false])
    await valkey.start()
    await expect.poll(() => other.isOpen(1), { timeout: 5_000 }).toBe(true)
    other.publish(1, { type: 'change', seq: 2 })
    await expect.poll(() => heard).toHaveLength(2)
  })

  test('[CHAT-14] streams read the database as soon as Valkey is back, since their events may be lost', async () => {
    // Checks by the clock are so far apart that only the reconnect asks.
    const bus = await openFurther({ checkAwayMs: 600_000 })
    let reads = 0
    bus.open(1, 'phone', { send: () => undefined, missed: () => (reads += 1) })
    await expect.poll(() => reads).toBe(1)
    await valkey.kill()
    await expect.poll(() => bus.isAway()).toBe(true)
    await valkey.start()
    await expect.poll(() => reads, { timeout: 5_000 }).toBe(2)
  })

  test('[CHAT-14] a stream whose subscription Valkey refuses gets the events as soon as it allows it', async () => {
    const client = await asker()
    const allow = (...channels: string[]) => client.sendCommand(['ACL', 'SETUSER', 'default', ...channels])
    await allow('resetchannels', '&visavis:desk')
    const heard: unknown[] = []
    let reads = 0
    one.open(1, 'phone', { send: (event) => heard.push(event), missed: () => (reads += 1) })
    await expect.poll(() => client.sendCommand(['ACL', 'LOG'])).not.toEqual([])
    await allow('allchannels')
    await expect.poll(() => other.isOpen(1), { timeout: 5_000 }).toBe(true)
    other.publish(1, { type: 'change', seq: 1 })
    await expect.poll(() => heard).toHaveLength(1)
    expect(reads).toBeGreaterThan(0)
  })

  test('[SAFE-9] Valkey has no address of a limit, and forgets each limit by itself', async () => {
    await one.use('like', '203.0.113.7')
    const client = await asker()
    const keys = await client.keys('*')
    expect(keys).toHaveLength(1)
    expect(keys.join()).not.toContain('203.0.113.7')
    expect(await client.pTTL(keys[0] ?? '')).toBeGreaterThan(0)
  })

  test('[CHAT-14] an event reaches the streams of the process that sends it once, and one of a newer version reaches none', async () => {
    const heard: unknown[] = []
    const hints: unknown[] = []
    one.open(1, 'phone', { send: (event) => heard.push(event) })
    one.openDesk(
      (hint) => hints.push(hint),
      () => undefined,
    )
    await expect.poll(() => other.isOpen(1)).toBe(true)
    const client = await asker()
    one.publish(1, { type: 'change', seq: 1 })
    await client.publish('visavis:member:1', JSON.stringify({ from: 'newer', act: 'later' }))
    await client.publish('visavis:desk', JSON.stringify({ from: 'newer', act: 'later' }))
    // Valkey passes the messages of a channel on in their order.
    other.publish(1, { type: 'change', seq: 2 })
    other.publishToDesk('queue')
    await expect.poll(() => [heard.length, hints.length]).toEqual([2, 1])
    expect([heard, hints]).toEqual([
      [
        { type: 'change', seq: 1 },
        { type: 'change', seq: 2 },
      ],
      ['queue'],
    ])
  })

  test('[OPS-12] the log says why the bus is away, such as a wrong password', async () => {
    await openValkeyBus(valkey.url.replace('//', '//nobody:wrong@'), needs).then((bus) => further.push(bus))
    const away = lines.filter((line) => line.includes('the bus is away'))
    expect(away).toEqual([expect.stringContaining('WRONGPASS')])
    expect(away.join()).not.toContain('nobody:wrong')
  })

  test('[ACC-16] the end of a session reaches its stream at another process at once, also after a new token', async () => {
    const heard: unknown[] = []
    one.open(1, 'phone', { send: (event) => heard.push(event) })
    await expect.poll(() => other.isOpen(1)).toBe(true)
    other.renameSession(1, 'phone', 'phone with a new token')
    other.endSession(1, 'phone')
    other.publish(1, { type: 'change', seq: 1 })
    other.endSession(1, 'phone with a new token')
    await expect.poll(() => heard).toEqual([{ type: 'change', seq: 1 }, { type: 'logout' }])
  })

  test('[CHAT-14] the last event of a process that stops reaches the streams of the others', async () => {
    const heard: unknown[] = []
    one.open(1, 'phone', { send: (event) => heard.push(event) })
    await expect.poll(() => other.isOpen(1)).toBe(true)
    const left = await openValkeyBus(valkey.url, needs)
    left.publish(1, { type: 'change', seq: 1 })
    await left.stop()
    await expect.poll(() => heard).toEqual([{ type: 'change', seq: 1 }])
  })

  test('a killed process is no longer present', async () => {
    const left = await openValkeyBus(valkey.url, needs)
    left.open(1, 'phone', { send: () => undefined })
    await expect.poll(() => one.isOpen(1)).toBe(true)
    const start = performance.now()
    // Closes its connections as the system does for a killed process.
    await left.stop()
    await expect.poll(() => one.isOpen(1)).toBe(false)
    expect(performance.now() - start).toBeLessThan(3_000)
  })
})

describe.skipIf(!hasValkey)('the members of two processes over Valkey', () => {
  let server: TestServer
  let http: ServerType
  let leaving: AbortController
  let anna: TestMember
  let bert: TestMember
  beforeEach(async () => {
    server = await createTestServer({ bus: one })
    ;[anna, bert] = [await server.signUp('Anna', { credits: 1_000 }), await server.signUp('Bert')]
    leaving = new AbortController()
    const deps: Deps = { ...server.deps, bus: other, at: () => deps }
    const elsewhere = createApp(deps, {})
    const listening = Promise.withResolvers<void>()
    http = serve({ fetch: elsewhere.fetch, port: 0, hostname: '127.0.0.1' }, () => listening.resolve())
    await listening.promise
  })
  afterEach(async () => {
    leaving.abort()
    await new Promise((resolve) => http.close(resolve))
    await server.close()
  })

  /** Bert's stream at the other process: its text so far, and whether it ended. */
  const streamOfBert = async () => {
    const state = { text: '', isEnded: false }
    const { port } = http.address() as AddressInfo
    const { body } = await fetch(`http://127.0.0.1:${port}/api/events`, {
      headers: { cookie: bert.cookie },
      signal: leaving.signal,
    })
    const read = async (): Promise<void> => {
      for await (const bytes of body ?? []) state.text += new TextDecoder().decode(bytes)
      state.isEnded = true
    }
    read().catch(() => undefined)
    await expect.poll(() => state.text).toContain('"change"')
    return state
  }
  const say = (text: string) => server.sendText(anna, bert, text)

  test('[CHAT-14] a message sent through one process arrives on the stream of another', async () => {
    const stream = await streamOfBert()
    expect((await say('Across processes')).status).toBe(201)
    await expect.poll(() => stream.text).toContain('Across processes')
  })

  test('[CHAT-14] a message sent while Valkey was away arrives without it, and after it as usual', async () => {
    const stream = await streamOfBert()
    await valkey.kill()
    await expect.poll(() => one.isAway() && other.isAway()).toBe(true)
    expect((await say('While it was away')).status).toBe(201)
    await expect.poll(() => stream.text, { timeout: 5_000 }).toContain('While it was away')
    await valkey.start()
    await expect.poll(() => one.isAway() || other.isAway(), { timeout: 5_000 }).toBe(false)
    await say('After it')
    await expect.poll(() => stream.text).toContain('After it')
  })

  test('[ACC-16] a session ended through one process ends its stream at another, also without Valkey', async () => {
    const stream = await streamOfBert()
    const body = { email: bert.email, password: TEST_PASSWORD }
    const { headers } = await server.visitor('user.login', { body })
    const laptop = callsOn(server.app, headers.get('set-cookie')?.split(';')[0])
    await valkey.kill()
    expect((await laptop('sessions.end_others')).status).toBe(200)
    await expect.poll(() => stream.isEnded, { timeout: 5_000 }).toBe(true)
  })
})
