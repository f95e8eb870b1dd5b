/** Two server processes over Valkey: what members notice, and what happens while Valkey is away. */
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
const rates = { ...RATES, like: { count: 40, perMs: 2_000 }, message: { count: 3, perMs: 60_000 } }

let valkey: Valkey
let one: Bus
let other: Bus
let lines: string[]
let needs: Parameters<typeof openValkeyBus>[1]

beforeEach(async () => {
  if (!hasValkey) return
  lines = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  valkey = await startValkey()
  needs = { now, rates, log, checkAwayMs: 200, commandMs: 5_000 }
  ;[one, other] = await Promise.all([openValkeyBus(valkey.url, needs), openValkeyBus(valkey.url, needs)])
  await vi.waitUntil(() => !one.isAway() && !other.isAway())
})
afterEach(async () => {
  if (!hasValkey) return
  await Promise.all([one.stop(), other.stop()])
  await valkey.close()
})

const isRefused = async (bus: Bus, name: 'like' | 'message', who: number): Promise<boolean> =>
  (await bus.use(name, who)) !== null

describe.skipIf(!hasValkey)('two processes over Valkey', () => {
  test('[SAFE-6] under a steady load, two processes together allow what one may, within 5 %', async () => {
    const start = performance.now()
    let passed = 0
    const load = async (bus: Bus): Promise<void> => {
      while (performance.now() - start < 4_000) {
        if (!(await isRefused(bus, 'like', 1))) passed += 1
        // A steady load, and not one as fast as the machine allows.
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }
    await Promise.all([load(one), load(other)])
    const allowed = rates.like.count * (1 + (performance.now() - start) / rates.like.perMs)
    expect(passed / allowed).toBeGreaterThan(0.95)
    expect(passed / allowed).toBeLessThan(1.05)
  })

  test('[SAFE-6] while Valkey is away each process uses its own limits, and after it they are shared again', async () => {
    for (const bus of [one, other]) expect(await isRefused(bus, 'message', 1)).toBe(false)
    await valkey.kill()
    await expect.poll(() => one.isAway() && other.isAway()).toBe(true)
    // Each process continues from its own count: one use of three.
    for (const bus of [one, other]) {
      const answers = [await isRefused(bus, 'message', 1), await isRefused(bus, 'message', 1)]
      expect([...answers, await isRefused(bus, 'message', 1)]).toEqual([false, false, true])
    }
    await valkey.start()
    await expect.poll(() => one.isAway() || other.isAway(), { timeout: 5_000 }).toBe(false)
    for (const bus of [one, other, one]) expect(await isRefused(bus, 'message', 2)).toBe(false)
    expect(await isRefused(other, 'message', 2)).toBe(true)
    expect(lines.filter((line) => line.includes('the bus is away'))).toHaveLength(2)
  })

  test('[SAFE-6] a Valkey that accepts commands and answers none delays one request by a second, not every request', async () => {
    const bus = await openValkeyBus(valkey.url, { ...needs, commandMs: 1_000 })
    valkey.freeze()
    const start = performance.now()
    await Promise.all(Array.from({ length: 20 }, (_, nth) => bus.use('like', nth)))
    for (let nth = 0; nth < 20; nth += 1) await bus.use('like', nth)
    expect(performance.now() - start).toBeLessThan(2_500)
    expect(bus.isAway()).toBe(true)
    valkey.thaw()
    await expect.poll(() => bus.isAway(), { timeout: 8_000 }).toBe(false)
    await bus.stop()
  })

  test('a process that starts before Valkey serves its own streams, and finds it later', async () => {
    await valkey.kill()
    const early = await openValkeyBus(valkey.url, needs)
    const heard: unknown[] = []
    early.open(1, 'phone', { send: (event) => heard.push(event) })
    early.publish(1, { type: 'change', seq: 1 })
    expect(heard).toHaveLength(1)
    expect([early.isAway(), await early.isOpen(1), await early.isOpen(2)]).toEqual([true, true, false])
    await valkey.start()
    await expect.poll(() => other.isOpen(1), { timeout: 5_000 }).toBe(true)
    other.publish(1, { type: 'change', seq: 2 })
    await expect.poll(() => heard).toHaveLength(2)
    await early.stop()
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
  const say = (text: string) =>
    server.as(anna)('messages.send', {
      body: { client_id: server.deps.newId(), profile: bert.id, type: 'text', text },
    })

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
