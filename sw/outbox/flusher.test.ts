import { expect, test, vi } from 'vitest'
import { WRITE_ORDER_HEADER } from '#contract/device.ts'
import { DAY_MS } from '#contract/limits.ts'
import { parseWriteOrder } from '#contract/rules/write-order.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { isMember } from '../store/session.ts'
import { chatsRead } from '../writes/chats.ts'
import type { Write } from '../writes/table.ts'
import { fullDisk } from '../testing/full-disk.ts'
import { memberWorld, restarted, stateOf, textTo, type World } from '../testing/world.ts'
import { sendTo } from './attempt.ts'
import { countUndoable, dueRows, nextDue } from './lanes.ts'
import { pausedRow, resumedRow } from './pauses.ts'

const row = (order: number, write: Write, change: Partial<OutboxRow> = {}): OutboxRow => ({
  order,
  id: `01890000-0000-7000-8000-${String(order).padStart(12, '0')}`,
  lane: write.kind === 'likes.put' ? `like:${write.profile}` : write.kind,
  state: 'queued',
  written_at: 0,
  attempts: 0,
  refusals: 0,
  retry_at: 0,
  by_server: false,
  failure: null,
  write,
  ...change,
})

const like = (profile: number): Write => ({ kind: 'likes.put', profile })
const read = (up_to: number) => ({ kind: 'chats.read' as const, conversation: '1-2', up_to })

const write = async ({ worker, browser }: World, profile: number, text: string): Promise<void> => {
  await worker.call('POST', '/api/messages', textTo(browser, profile, text))
}

const orders = (rows: readonly OutboxRow[]): number[] => rows.map(({ order }) => order)

test('[CHAT-14] only the first row of each lane is due; a refused row is skipped', () => {
  const outbox = [row(1, like(2)), row(2, like(2)), row(3, like(3), { retry_at: 50 }), row(4, like(4))]
  expect(orders(dueRows(outbox, new Set(), 10))).toEqual([1, 4])
  expect(orders(dueRows(outbox, new Set(['like:4']), 50))).toEqual([1, 3])
  const refused = [row(1, like(2), { state: 'failed' }), row(2, like(2))]
  expect(orders(dueRows(refused, new Set(), 10))).toEqual([2])
  expect(nextDue(outbox, new Set())).toBe(0)
  expect(nextDue([row(3, like(3), { retry_at: 50 })], new Set())).toBe(50)
  expect(nextDue([row(1, like(2), { state: 'failed' })], new Set())).toBe(null)
  // A lane that is being sent ends by itself; a timer for it would run again and again.
  expect(nextDue([row(1, like(2)), row(2, like(3), { retry_at: 50 })], new Set(['like:2']))).toBe(50)
})

const pauseOf = (
  own: OutboxRow,
  outbox: readonly OutboxRow[],
  {
    cause = 'server_error',
    cuts = 0,
    random = 0.9,
  }: { cause?: 'server_error' | 'no_answer'; cuts?: number; random?: number } = {},
): number => pausedRow(own, { cause }, { outbox, cuts, now: 0, random }).retry_at

test('[PWA-2] a server that fails is probed every five seconds, by one row alone, and after minutes rarely', () => {
  const failed = row(1, like(2), { refusals: 20 })
  expect(pauseOf(failed, [])).toBe(5_000)
  expect(pauseOf(failed, [failed, row(2, like(2))]), 'what waits behind it probes nothing').toBe(5_000)
  expect(pauseOf(failed, [failed, row(2, like(3))])).toBeGreaterThan(60_000)
  expect(pauseOf({ ...failed, refusals: 50 }, [])).toBeGreaterThan(60_000)
})

test('[PWA-2] a write that is cut off again and again probes the network within five seconds, at a random moment', () => {
  const expected = [
    { random: 0.5, pauses: [1_000, 1_500, 2_500, 4_500, 4_500] },
    { random: 0.9, pauses: [1_400, 2_300, 4_100, 5_000, 5_000] },
  ]
  for (const { random, pauses } of expected)
    expect([0, 1, 2, 3, 9].map((cuts) => pauseOf(row(1, like(2)), [], { cause: 'no_answer', cuts, random }))).toEqual(
      pauses,
    )
})

test('[PWA-3] [PWA-10] a message that a newer server refuses for an unknown reason says so, and the next one is sent', async () => {
  const world = await memberWorld()
  const refusal = { status: 409, body: { error: 'made_up' }, headers: { 'x-request-id': 'abcdefgh' } }
  world.server.broken.set('messages.send', refusal)
  await write(world, 2, 'refused')
  await world.worker.settled()
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [{ failure: { error: 'newer_version_needed' } }] })
  world.server.broken.clear()
  await write(world, 2, 'sent')
  await world.worker.settled()
  expect(world.server.textsOf('1-2', 1)).toEqual(['sent'])
})

const photo = (order: number): OutboxRow =>
  row(order, { kind: 'photos.add', client_id: '01890000-0000-7000-8000-00000000000a', private: false })

test('[PWA-2] a picture probes no server that fails, and is sent at most once a minute over a link that breaks again and again', () => {
  expect(pauseOf({ ...photo(1), refusals: 20 }, [])).toBeGreaterThan(60_000)
  const pauses = [0, 2, 4, 6, 8].map((cuts) => pauseOf(photo(1), [], { cause: 'no_answer', cuts }))
  expect(pauses).toEqual([1_400, 4_100, 14_900, 58_100, 60_000])
  const paused = { ...photo(1), retry_at: 90_000 }
  const resumed = [0, 2, 3, 4, 9].map((resumes) => resumedRow(paused, resumes, 1_000).retry_at)
  expect(resumed).toEqual([0, 0, 5_000, 9_000, 61_000])
})

test('[PWA-3] a photo that the feed confirms just before its send is neither sent nor refused', async () => {
  const { server, worker } = await memberWorld()
  const session = await worker.device.sessions.current()
  if (!isMember(session)) throw new Error('Nobody is logged in')
  server.log.length = 0
  expect(
    await sendTo({ server: worker.device.server, now: Date.now, givesWay: () => false })(
      session,
      photo(1),
      null,
      async () => {},
    ),
  ).toBe(null)
  expect(server.log).toEqual([])
})

test('[PWA-2] an answer ends the pause of a row that was only cut off at once, however often it was', () => {
  const paused = row(1, like(2), { retry_at: 9_000 })
  expect(resumedRow(paused, 8, 1_000).retry_at).toBe(0)
  expect(resumedRow({ ...paused, refusals: 1 }, 8, 1_000).retry_at).toBe(4_000)
  expect(resumedRow({ ...paused, refusals: 1, retry_at: 2_000 }, 8, 1_000).retry_at).toBe(2_000)
})

test('[CHAT-1] the furthest read mark counts, and a mark that is being sent does not change', () => {
  expect(chatsRead.coalesce([row(1, read(5), { lane: 'read:1-2' })], read(7))).toMatchObject({
    drop: [{ order: 1 }],
    add: true,
  })
  expect(chatsRead.coalesce([row(1, read(7), { lane: 'read:1-2' })], read(5))).toMatchObject({
    drop: [],
    into: { order: 1 },
    add: false,
  })
  const sending = row(1, read(5), { lane: 'read:1-2', state: 'sending' })
  expect(chatsRead.coalesce([sending], read(7))).toEqual({ drop: [], add: true })
  const failed = row(1, read(7), { lane: 'read:1-2', state: 'failed' })
  expect(chatsRead.coalesce([failed], read(5))).toMatchObject({ drop: [{ order: 1 }], add: true })
})

test('[CHAT-14] at most four lanes are sent in parallel; writes of a lane wait for each other', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  for (const id of [6, 7]) server.addMember(id)
  server.credits.set(1, 100)
  browser.network = 'down'
  for (const text of ['a', 'b']) for (const profile of [2, 3, 4, 5, 6, 7]) await write(world, profile, text)
  await worker.settled()
  browser.network = 'up'
  const release = browser.holdAnswers()
  server.log.length = 0
  void worker.device.resume({ isConnected: true })
  await browser.turns(60)
  expect(server.log.filter((line) => line === 'POST /api/messages')).toHaveLength(4)
  release()
  await browser.turns(200)
  expect(server.log.filter((line) => line === 'POST /api/messages')).toHaveLength(12)
  for (const profile of [2, 3, 4, 5, 6, 7]) expect(server.textsOf(`1-${profile}`, 1)).toEqual(['a', 'b'])
})

test('[PWA-2] a stalled network does not block a lane forever', async () => {
  const world = await memberWorld()
  world.browser.network = 'stalled'
  await write(world, 2, 'hi')
  await world.browser.pass(20_000)
  expect(await stateOf(world)).toMatchObject({ connection: 'offline', waiting: 1 })
  world.browser.network = 'up'
  await world.browser.pass(10_000)
  expect(world.server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[PWA-2] a lost network is retried automatically with growing pauses', async () => {
  const world = await memberWorld()
  const { browser } = world
  const attempts: number[] = []
  browser.fault = (request) => {
    if (request.method === 'POST') attempts.push(browser.clock)
    return 'lose'
  }
  await write(world, 2, 'hi')
  await browser.pass(120_000)
  const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0))
  expect(pauses.length).toBeGreaterThan(4)
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  browser.fault = () => null
  await browser.pass(300_000)
  expect(world.server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[SAFE-6] a pause set by the server runs its full time, even if the network returns', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  server.broken.set('messages.send', { status: 429, body: { error: 'rate_limited' }, retryAfter: '60' })
  await write(world, 2, 'hi')
  await worker.settled()
  server.broken.clear()
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(server.textsOf('1-2', 1)).toEqual([])
  await browser.pass(61_000)
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[PWA-2] a pause that began with a clock a day ahead ends when the clock is set right', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  await browser.pass(DAY_MS)
  server.broken.set('messages.send', { status: 429, body: { error: 'rate_limited' }, retryAfter: '60' })
  await write(world, 2, 'hi')
  await worker.settled()
  server.broken.clear()
  browser.clock -= DAY_MS
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[CHAT-8] a deletion that was written with a clock a day ahead is sent when the clock is set right', async () => {
  const world = await memberWorld()
  await world.browser.pass(DAY_MS)
  await world.worker.call('DELETE', '/api/chat', { conversation: '1-2' })
  await world.worker.settled()
  expect(world.server.chats.hidden.size).toBe(0)
  world.browser.clock -= DAY_MS
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  expect(world.server.chats.hidden.size).toBe(1)
})

/** The deletion of the conversation with 2, which can be undone for 20 seconds. */
const deletion = (order: number, change: Partial<OutboxRow> = {}): OutboxRow =>
  row(
    order,
    { kind: 'chats.delete', conversation: '1-2', up_to: 3 },
    { lane: 'chat:1-2', by_server: true, retry_at: 20_000, ...change },
  )

test('[CHAT-8] the time to undo a deletion ends early for a message behind it, and not for a refused one', () => {
  const behind = row(2, like(3), { lane: 'chat:1-2' })
  const refused = row(2, like(3), { lane: 'chat:1-2', state: 'failed' })
  expect([nextDue([deletion(1), behind], new Set()), nextDue([deletion(1), refused], new Set())]).toEqual([
    8_000, 20_000,
  ])
  const elsewhere = row(2, like(3), { retry_at: 30_000 })
  expect(nextDue([deletion(1), elsewhere], new Set())).toBe(20_000)
  expect(countUndoable([deletion(1)], 19_999)).toBe(1)
  expect(countUndoable([deletion(1, { state: 'failed' }), elsewhere], 19_999)).toBe(0)
  expect(countUndoable([deletion(1)], 20_000), 'it is being sent').toBe(0)
})

test('[SAFE-6] [CHAT-8] a deletion that the server has asked to wait runs its full pause, also with a message behind it', () => {
  for (const change of [{ attempts: 1 }, { paused_at: 21_000 }, { by_server: false }]) {
    const paused = deletion(1, { retry_at: 60_000, ...change })
    expect(nextDue([paused, row(2, like(3), { lane: 'chat:1-2' })], new Set())).toBe(60_000)
  }
})

test('[PWA-2] a pause that began with a clock ahead ends at once, also for a write that is older than the clock is now', () => {
  const paused = row(1, like(2), { written_at: 1_000, paused_at: 90_000, retry_at: 95_000 })
  expect(orders(dueRows([paused], new Set(), 10_000))).toEqual([1])
  expect(orders(dueRows([paused], new Set(), 91_000))).toEqual([])
})

test('[PWA-3] an error of the server is no refusal: the write stays queued', async () => {
  const world = await memberWorld()
  world.server.broken.set('messages.send', { status: 500, body: { error: 'server_error' } })
  await write(world, 2, 'hi')
  await world.worker.settled()
  expect(await stateOf(world)).toMatchObject({ connection: 'online', waiting: 1, failed: [] })
})

test('[PWA-2] an answer without a body is not from our server, which answers every write with one: the write stays queued', async () => {
  const world = await memberWorld()
  world.server.broken.set('blocks.put', { status: 204, body: null })
  await world.worker.call('PUT', '/api/blocks/2')
  await world.worker.settled()
  expect(await stateOf(world)).toMatchObject({ waiting: 1, failed: [] })
  world.server.broken.clear()
  await world.browser.pass(10_000)
  expect(world.server.chats.blocks.has('1|2')).toBe(true)
})

test('[PWA-2] after a failure of the device’s store the write is sent a little later, without any other event', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  browser.network = 'down'
  await worker.call('PUT', '/api/likes/3')
  await worker.settled()
  // Neither the start of the send nor its failure can be stored.
  const roomAgain = fullDisk(['outbox'])
  browser.network = 'up'
  await browser.pass(10_000)
  expect(server.likes.has('1-3')).toBe(false)
  roomAgain()
  await browser.pass(10_000)
  expect(server.likes.has('1-3')).toBe(true)
})

test('[PWA-2] a queued write is durable before the page hears of it', async () => {
  const world = await memberWorld()
  world.browser.network = 'down'
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await write(world, 2, 'hi')
  const durable = begin.mock.calls.filter(
    ([, mode, options]) => mode === 'readwrite' && options?.durability === 'strict',
  )
  expect(durable.map(([stores]) => [stores].flat().includes('outbox'))).toEqual([true])
})

test('[PWA-12] two workers on one device send everything once', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  const other = browser.start()
  browser.network = 'down'
  for (const text of ['a', 'b', 'c']) await write(world, 2, text)
  await worker.settled()
  browser.network = 'up'
  server.log.length = 0
  await Promise.all([worker.device.resume({ isConnected: true }), other.device.resume({ isConnected: true })])
  expect(server.log.filter((line) => line === 'POST /api/messages')).toHaveLength(3)
  expect(server.textsOf('1-2', 1)).toEqual(['a', 'b', 'c'])
})

test('[PWA-2] the flusher asks the browser to wake the worker when there is a network', async () => {
  const world = await memberWorld()
  await write(world, 2, 'hi')
  expect(world.browser.wakeRequests).toBe(1)
})

test('[PAY-1] credits follow the feed, in whatever order answers arrive', async () => {
  const world = await memberWorld()
  for (const profile of [2, 3, 4]) await write(world, profile, 'hi')
  await world.worker.settled()
  expect((await world.worker.call('GET', '/api/user')).json).toMatchObject({ user: { credits: 2 } })
})

test('[PWA-2] a send that the network or the worker’s end cut off causes no growing pause', async () => {
  const world = await memberWorld()
  const { browser } = world
  browser.fault = () => 'lose'
  await write(world, 2, 'hi')
  for (let life = 0; life < 20; life += 1) {
    await browser.pass(5_000)
    world.worker = await restarted(world)
    await world.worker.device.resume()
  }
  browser.fault = () => null
  await browser.pass(8_500)
  expect(world.server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[PWA-2] a proxy that answered 502 for minutes delays nothing once it recovers', async () => {
  const world = await memberWorld()
  const { browser } = world
  browser.fault = () => 'proxyError'
  for (const profile of [2, 3, 4, 5]) await write(world, profile, 'hi')
  await browser.pass(180_000)
  expect(await stateOf(world)).toMatchObject({ waiting: 4, failed: [] })
  browser.fault = () => null
  // No page sends a request, so the outbox has to probe the server.
  await browser.pass(10_000)
  expect(await stateOf(world)).toMatchObject({ waiting: 0 })
})

test('[PWA-2] the success of any call ends a pause after a server error', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  browser.random = () => 0.99
  server.broken.set('messages.send', { status: 500, body: { error: 'server_error' } })
  await write(world, 2, 'hi')
  await worker.settled()
  server.broken.clear()
  await worker.call('GET', '/api/members/3')
  await browser.turns(100)
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[PWA-2] a pause after a server error ends with its worker: the next one sends at once', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  browser.random = () => 0.99
  server.broken.set('messages.send', { status: 500, body: { error: 'server_error' } })
  await write(world, 2, 'hi')
  await browser.pass(60_000)
  server.broken.clear()
  const worker = await restarted(world)
  // Nothing else succeeds.
  browser.fault = ({ url }) => (url.endsWith('/api/messages') ? null : 'lose')
  await worker.device.resume()
  await browser.turns(100)
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[PWA-2] a new write does not end the pause of another one', async () => {
  const world = await memberWorld()
  const { browser, worker } = world
  browser.random = () => 0.99
  let likes = 0
  browser.fault = ({ url }) => {
    if (url.includes('/api/likes/')) likes += 1
    return 'proxyError'
  }
  await worker.call('PUT', '/api/likes/3')
  await worker.settled()
  await write(world, 2, 'hi')
  await worker.settled()
  expect(likes).toBe(1)
})

test('[PWA-4] a retry that fails does not read the feed, although an earlier write was delivered', async () => {
  const world = await memberWorld()
  const { browser, worker } = world
  await write(world, 2, 'hi')
  await worker.settled()
  const requests: string[] = []
  browser.fault = ({ url }) => {
    requests.push(url)
    return 'proxyError'
  }
  await write(world, 2, 'again')
  await browser.pass(30_000)
  expect(requests.filter((url) => !url.endsWith('/api/messages'))).toEqual([])
})

test('[PWA-2] however often an outbox is flushed, one timer ends its pause', async () => {
  const world = await memberWorld()
  const { browser, worker } = world
  browser.fault = () => 'proxyError'
  await write(world, 2, 'hi')
  await worker.settled()
  const before = browser.timers.length
  for (let flush = 0; flush < 5; flush += 1) await worker.device.resume()
  expect(browser.timers).toHaveLength(before)
})

test('[SAFE-6] a write that fails on the server is retried rarely, even if other calls succeed', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  server.broken.set('messages.send', { status: 500, body: { error: 'server_error' } })
  await write(world, 2, 'hi')
  await browser.pass(60_000)
  server.log.length = 0
  for (let second = 0; second < 60; second += 1) {
    await worker.call('GET', '/api/members/3')
    await browser.pass(1_000)
  }
  const sends = server.log.filter((line) => line === 'POST /api/messages').length
  expect(sends).toBeGreaterThan(5)
  expect(sends).toBeLessThanOrEqual(22)
})

test('[CHAT-14] a paused lane blocks no other lane', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  server.broken.set('likes.put', { status: 429, body: { error: 'rate_limited' }, retryAfter: '600' })
  await worker.call('PUT', '/api/likes/3')
  await write(world, 2, 'hi')
  await browser.pass(1_000)
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
  server.broken.clear()
  await browser.pass(300_000)
  expect(server.likes.has('1-3')).toBe(false)
  await browser.pass(300_000)
  expect(server.likes.has('1-3')).toBe(true)
})

test('[CHAT-14] a pause ends on time while another lane waits for its answer', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  let isStalled = true
  browser.fault = (request) => (request.url.includes('/api/likes/') && isStalled ? 'stall' : null)
  await worker.call('PUT', '/api/likes/3')
  server.broken.set('messages.send', { status: 503, body: { error: 'shutting_down' }, retryAfter: '2' })
  await write(world, 2, 'hi')
  await browser.pass(1_000)
  server.broken.clear()
  await browser.pass(4_000)
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
  expect(server.likes.has('1-3')).toBe(false)
  isStalled = false
  await browser.pass(30_000)
  expect(server.likes.has('1-3')).toBe(true)
})

test('[CHAT-14] an answer that the device cannot process blocks no other lane', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  browser.network = 'down'
  await worker.call('PUT', '/api/chats/1-2/read', { up_to: 1 })
  for (const text of ['a', 'b', 'c']) await write(world, 3, text)
  await worker.settled()
  server.broken.set('chats.read', { status: 200, body: '[1]' })
  server.broken.set('likes.put', { status: 200, body: '[1]' })
  await worker.call('PUT', '/api/likes/4')
  browser.network = 'up'
  await worker.device.resume({ isConnected: true })
  await browser.pass(10_000)
  expect(server.textsOf('1-3', 1)).toEqual(['a', 'b', 'c'])
  server.broken.clear()
  await browser.pass(10_000)
  expect(await stateOf(world)).toMatchObject({ waiting: 0 })
})

test('[PWA-2] every send of a lane has a higher count than the previous one, including a retry by hand', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  const said: { count: number; lanes: readonly string[]; device: string }[] = []
  browser.fault = (request) => {
    const order = parseWriteOrder(request.headers.get(WRITE_ORDER_HEADER) ?? '')
    if (order) said.push(order)
    return null
  }
  server.refusals.set(3, { error: 'blocked' })
  await worker.call('PUT', '/api/likes/3')
  await browser.pass(2_000)
  await worker.call('DELETE', '/api/likes/3')
  await browser.pass(2_000)
  world.worker = await restarted(world)
  await world.worker.call('PUT', '/api/swipe/3', { choice: 'like', time_zone: 'UTC' })
  await browser.pass(2_000)
  expect(said.map(({ lanes }) => lanes)).toEqual([['like:3'], ['like:3'], ['swipe', 'like:3']])
  expect(said.map(({ count }) => count)).toEqual(said.map(({ count }) => count).toSorted((one, other) => one - other))
  expect(new Set(said.map(({ count }) => count)).size).toBe(3)
  expect(new Set(said.map(({ device }) => device)).size).toBe(1)
})

test('[PWA-2] a write that a newer one has superseded on the server is deleted', async () => {
  const world = await memberWorld()
  world.server.broken.set('likes.put', { status: 409, body: { error: 'superseded' } })
  await world.worker.call('PUT', '/api/likes/3')
  await world.browser.pass(1_000)
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
})

test('[LIKE-5] an unlike waits for the earlier like of the swipe game', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  browser.network = 'down'
  await worker.call('PUT', '/api/swipe/3', { choice: 'like', time_zone: 'UTC' })
  await worker.call('DELETE', '/api/likes/3')
  await worker.settled()
  browser.network = 'up'
  server.log.length = 0
  await worker.device.resume({ isConnected: true })
  await browser.pass(1_000)
  expect(server.log.filter((line) => line.startsWith('PUT /api/swipe') || line.startsWith('DELETE'))).toEqual([
    'PUT /api/swipe/3',
    'DELETE /api/likes/3',
  ])
  expect(server.likes.has('1-3')).toBe(false)
})

test('[LIKE-5] an unlike is not due while a like of the swipe game for the same profile is before it', () => {
  const swipe = row(1, { kind: 'swipe.put', profile: 2, body: { choice: 'like', time_zone: 'UTC' } }, { lane: 'swipe' })
  const unlike = row(2, { kind: 'likes.delete', profile: 2 }, { lane: 'like:2' })
  const other = row(3, { kind: 'likes.delete', profile: 3 }, { lane: 'like:3' })
  expect(orders(dueRows([swipe, unlike, other], new Set(), 0))).toEqual([1, 3])
  expect(orders(dueRows([{ ...swipe, state: 'sending' }, unlike], new Set(['swipe']), 0))).toEqual([])
})

test('[LIKE-5] a like of the swipe game is not due while an earlier unlike of the same profile waits', () => {
  const unlike = row(1, { kind: 'likes.delete', profile: 2 }, { lane: 'like:2' })
  const swipe = row(2, { kind: 'swipe.put', profile: 2, body: { choice: 'like', time_zone: 'UTC' } }, { lane: 'swipe' })
  expect(orders(dueRows([unlike, swipe], new Set(), 0))).toEqual([1])
})

test('[CHAT-9] a message and a like wait for the unblock before them, and nothing of somebody else does', () => {
  const to = (order: number, profile: number): OutboxRow => {
    const conversation = `1-${profile}`
    const body = { client_id: row(order, like(2)).id, profile, type: 'text', text: 'hi' } as const
    return row(order, { kind: 'messages.send', conversation, body }, { lane: `chat:${conversation}` })
  }
  const unblock = row(1, { kind: 'blocks.delete', profile: 2, conversation: '1-2' }, { lane: 'block:2' })
  expect(orders(dueRows([unblock, to(2, 2), row(3, like(2)), to(4, 3), row(5, like(3))], new Set(), 0))).toEqual([
    1, 4, 5,
  ])
})
