import { serve, type ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HEARTBEAT_MS, STREAMS_A_SESSION_MAX, StreamEvent, type StreamNews } from '#contract/events.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { wordsOf } from '../../testing/calls.ts'
import { announce } from './announce.ts'

let server: TestServer
let http: ServerType
let origin: string

beforeEach(async () => {
  server = await createTestServer()
  const listening = Promise.withResolvers<void>()
  http = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' }, () => listening.resolve())
  await listening.promise
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.deps.bus.closeAll()
  await new Promise((resolve) => http.close(resolve))
  await server.close()
})

/** Opens a stream; each `next` returns its next block. */
const openStream = async (member: TestMember, headers: Record<string, string> = {}) => {
  const breaking = new AbortController()
  const response = await fetch(`${origin}/api/events`, {
    headers: { cookie: member.cookie, ...headers },
    signal: breaking.signal,
  })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  const next = async (): Promise<string | null> => {
    while (!text.includes('\n\n')) {
      const { value, done } = await reader.read()
      if (done) return null
      text += new TextDecoder().decode(value)
    }
    const [block = ''] = text.split('\n\n')
    text = text.slice(block.length + 2)
    return block
  }
  return { response, next, breakOff: () => breaking.abort() }
}

const data = (event: object) => `data: ${JSON.stringify(event)}`

/** The block as an event of the contract. */
const eventIn = (block: string | null) => v.parse(StreamEvent, JSON.parse((block ?? '').replace(/^data: /, '')))

/** The changes that a block carries. */
const newsIn = (block: string | null): StreamNews => {
  const event = eventIn(block)
  if (event.type !== 'change' || !event.news) throw new Error(`no news: ${block}`)
  return event.news
}

test('the stream opens with the newest seq, and has an event for each change after its commit', async () => {
  const anna = await server.signUp('Anna')
  await server.deps.write((tx) => announce(tx, anna.id, 'user', 0))
  const { response, next } = await openStream(anna)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(await next()).toBe(': open')
  expect(await next()).toBe(data({ type: 'change', seq: 1 }))
  expect(await server.deps.bus.isOpen(anna.id)).toBe(true)
  await server.deps.write((tx) => announce(tx, anna.id, 'user', 0))
  expect(eventIn(await next())).toMatchObject({ type: 'change', seq: 2 })
})

test('[CHAT-14] a message reaches the partner by the stream and by a sync before any job has run', async () => {
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert')]
  const { next } = await openStream(bert)
  await next()
  await next()
  await server.sendText(anna, bert, 'Ciao')
  expect(eventIn(await next())).toMatchObject({ seq: 1 })
  const { messages } = (await server.as(bert)('sync', { query: { after: '0' } })).body
  expect(messages).toMatchObject([{ text: 'Ciao' }])
})

test('[CHAT-14] the stream carries what sync would answer, and acknowledges nothing', async () => {
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert')]
  const [hers, his] = [await openStream(anna), await openStream(bert)]
  for (const { next } of [hers, his]) expect([await next(), await next()]).toHaveLength(2)
  await server.sendText(anna, bert, 'one')
  for (const [stream, member] of [
    [hers, anna],
    [his, bert],
  ] as const) {
    const news = newsIn(await stream.next())
    expect(news).toMatchObject({ member: member.id, after: 0 })
    expect(news.answer).toEqual((await server.as(member)('sync', { query: { after: '0' } })).body)
  }
  await server.sendText(anna, bert, 'two')
  expect(newsIn(await his.next())).toMatchObject({ after: 1, answer: { messages: [{ text: 'two' }], seq: 2 } })
  const delivered = () => server.sql('select delivered_up_to as "upTo" from participants where member = ?', bert.id)
  expect(delivered()).toEqual([{ upTo: 0 }])
  await server.as(bert)('sync', { query: { after: '2' } })
  expect(delivered()).toEqual([{ upTo: 2 }])
})

/** Each member's devices acknowledge everything, also what the acknowledgements of others changed. */
const acknowledgeAll = async (members: readonly TestMember[]): Promise<void> => {
  for (let round = 0; round < 3; round += 1)
    for (const member of members) {
      const { seq = 0 } = (await server.deps.read.feed.state(member.id)) ?? {}
      await server.as(member)('sync', { query: { after: String(seq) } })
    }
}

test('[CHAT-14] the messages of a turn reach each stream as sync would answer, with blocks and deleted chats', async () => {
  const members: TestMember[] = []
  for (const name of ['Anna', 'Bert', 'Carla', 'Dora']) members.push(await server.signUp(name))
  const [anna, bert, carla, dora] = members as [TestMember, TestMember, TestMember, TestMember]
  for (const sender of [carla, dora]) await server.sendText(sender, bert, 'before')
  await server.as(bert)('chats.delete', { body: { conversation: conversationId(bert.id, carla.id) } })
  await acknowledgeAll(members)
  const streams = []
  for (const member of members) streams.push({ member, ...(await openStream(member)) })
  for (const { next } of streams) expect([await next(), await next()]).toHaveLength(2)

  const [sent] = await Promise.all([
    Promise.all([
      server.sendText(anna, bert, 'one'),
      server.sendText(anna, bert, 'two'),
      server.sendText(carla, bert, 'again'),
      server.sendText(bert, carla, 'and you'),
      server.sendText(anna, carla, 'Ciao'),
    ]),
    server.as(bert)('blocks.put', { params: { profile: String(dora.id) } }),
  ])
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  for (const { member, next } of streams) {
    const { seq: newest = 0 } = (await server.deps.read.feed.state(member.id)) ?? {}
    let news: StreamNews | undefined
    for (let seq = 0; seq < newest;) {
      const event = eventIn(await next())
      if (event.type !== 'change') continue
      seq = event.seq
      news = event.news
    }
    const { status, body } = await server.as(member)('sync', { query: { after: String(news?.after) } })
    expect([member.name, status, news?.answer]).toEqual([member.name, 200, body])
  }
})

test('[CHAT-14] changes of one turn go in one event, after the last one that the stream had', async () => {
  const anna = await server.signUp('Anna')
  const { next } = await openStream(anna)
  await next()
  await next()
  await server.deps.write(async (tx) => {
    for (let count = 0; count < 3; count += 1) await announce(tx, anna.id, 'user', 0)
  })
  expect(newsIn(await next())).toMatchObject({ after: 0, answer: { seq: 3 } })
  await server.deps.write((tx) => announce(tx, anna.id, 'user', 0))
  expect(newsIn(await next())).toMatchObject({ after: 3, answer: { seq: 4 } })
})

test('[CHAT-14] many changes or long ones are a hint without contents, and the next event continues after it', async () => {
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert')]
  const { next } = await openStream(bert)
  await next()
  await next()
  await server.deps.write(async (tx) => {
    for (let count = 0; count < 21; count += 1) await announce(tx, bert.id, 'user', 0)
  })
  expect(await next()).toBe(data({ type: 'change', seq: 21 }))
  await server.sendText(anna, bert, 'short')
  expect(newsIn(await next())).toMatchObject({ after: 21 })
  server.sql('update profile_details set about_me = ? where id = ?', 'x'.repeat(17_000), bert.id)
  await server.deps.write((tx) => announce(tx, bert.id, 'user', 0))
  expect(await next()).toBe(data({ type: 'change', seq: 23 }))
  await server.sendText(anna, bert, 'short')
  expect(newsIn(await next())).toMatchObject({ after: 23 })
})

test('[CHAT-14] a stream whose changes cannot be read sends the hint alone', async () => {
  const anna = await server.signUp('Anna')
  const { next } = await openStream(anna)
  await next()
  await next()
  server.sql('alter table changes rename to elsewhere')
  server.deps.bus.publish(anna.id, { type: 'change', seq: 1 })
  expect(await next()).toBe(data({ type: 'change', seq: 1 }))
})

test('[CHAT-14] a stream that reconnects gets the newest seq, and the device syncs from its own', async () => {
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert')]
  const first = await openStream(bert)
  await first.next()
  await first.next()
  await server.sendText(anna, bert, 'one')
  expect(eventIn(await first.next())).toMatchObject({ seq: 1 })
  first.breakOff()
  await expect.poll(() => server.deps.bus.isOpen(bert.id)).toBe(false)

  await server.sendText(anna, bert, 'two')
  await server.sendText(anna, bert, 'three')
  // The browser's own `last-event-id` makes no difference.
  const again = await openStream(bert, { 'last-event-id': '1' })
  expect(await again.next()).toBe(': open')
  expect(await again.next()).toBe(data({ type: 'change', seq: 3 }))
  const { messages, seq } = (await server.as(bert)('sync', { query: { after: '1' } })).body
  expect([messages.map(wordsOf), seq]).toEqual([['two', 'three'], 3])
  await server.sendText(anna, bert, 'four')
  expect(newsIn(await again.next()).after).toBe(3)
})

test('[CHAT-7] forwards that the partner is typing, and repeats nothing of it later', async () => {
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert')]
  const { next } = await openStream(bert)
  await next()
  await next()
  await server.as(anna)('typing.send', { body: { profile: bert.id, typing: true } })
  const conversation = conversationId(anna.id, bert.id)
  expect(await next()).toBe(data({ type: 'typing', conversation, profile: anna.id, typing: true }))
  const later = await openStream(bert)
  expect([await later.next(), await later.next()]).toEqual([': open', data({ type: 'change', seq: 0 })])
})

test('a quiet stream stays open by a heartbeat event that its page receives', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const anna = await server.signUp('Anna')
    const { next } = await openStream(anna)
    await next()
    await next()
    for (let beat = 0; beat < 3; beat += 1) {
      vi.advanceTimersByTime(HEARTBEAT_MS)
      expect(await next()).toBe('event: beat\ndata:')
    }
  } finally {
    vi.useRealTimers()
  }
})

test('[DESK-7] a suspended member’s stream ends at the next heartbeat, whichever process decided', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert')]
    const [hers, his] = [await openStream(anna), await openStream(bert)]
    for (const stream of [hers, his]) expect([await stream.next(), await stream.next()]).toHaveLength(2)
    server.sql(`update users set sanction = 'suspended' where id = ?`, bert.id)
    vi.advanceTimersByTime(HEARTBEAT_MS)
    expect(await his.next()).toBeNull()
    expect(await hers.next()).toBe('event: beat\ndata:')
  } finally {
    vi.useRealTimers()
  }
})

test('[CHAT-14] the heartbeat continues while the database cannot be read', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { next } = await openStream(await server.signUp('Anna'))
    expect([await next(), await next()]).toHaveLength(2)
    server.sql('alter table users rename to elsewhere')
    vi.advanceTimersByTime(HEARTBEAT_MS)
    expect(await next()).toBe('event: beat\ndata:')
  } finally {
    server.sql('alter table elsewhere rename to users')
    vi.useRealTimers()
  }
})

test('a rolled-back change sends no hint', async () => {
  const anna = await server.signUp('Anna')
  const { next } = await openStream(anna)
  await next()
  await next()
  const failing = server.deps.write(async (tx) => {
    await announce(tx, anna.id, 'user', 0)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await server.deps.write((tx) => announce(tx, anna.id, 'user', 0))
  expect(eventIn(await next())).toMatchObject({ seq: 1 })
})

test('logout sends an event to the stream of its session and ends it', async () => {
  const anna = await server.signUp('Anna')
  const { next } = await openStream(anna)
  await next()
  await next()
  await server.as(anna)('logout')
  expect(await next()).toBe(data({ type: 'logout' }))
  expect(await next()).toBeNull()
  await expect.poll(() => server.deps.bus.isOpen(anna.id)).toBe(false)
})

test('a stream that may have lost events sends the newest seq, or ends if its session has ended meanwhile', async () => {
  const anna = await server.signUp('Anna')
  const opening = vi.spyOn(server.deps.bus, 'open')
  const { next } = await openStream(anna)
  await next()
  await next()
  const recheck = (): void => opening.mock.calls[0]?.[2].missed?.(anna.sessionHash)
  server.sql('update users set feed_seq = feed_seq + 7 where id = ?', anna.id)
  recheck()
  expect(await next()).toMatch(/"type":"change","seq":7\b/)
  server.sql('update sessions set revoked_at = 1 where user_id = ?', anna.id)
  recheck()
  expect(await next()).toBeNull()
})

test('[ACC-12] a deletion ends the stream although it announces further changes', async () => {
  const anna = await server.signUp('Anna')
  const { next } = await openStream(anna)
  await next()
  await next()
  const { status } = await server.as(anna)('user.delete', { body: { password: TEST_PASSWORD } })
  expect(status).toBe(200)
  expect(await next()).toBe(data({ type: 'logout' }))
  expect(await next()).toBeNull()
  await expect.poll(() => server.deps.bus.isOpen(anna.id)).toBe(false)
})

test('[OPS-4] a shutdown ends the streams', async () => {
  const anna = await server.signUp('Anna')
  const { next } = await openStream(anna)
  await next()
  await next()
  server.deps.bus.closeAll()
  expect(await next()).toMatch(/^retry: \d+$/)
  expect(await next()).toBeNull()
})

test('[SAFE-2] a visitor gets no stream', async () => {
  const response = await fetch(`${origin}/api/events`)
  expect(response.status).toBe(403)
})

test('[SAFE-6] a session has five streams: a sixth ends the oldest, and those of other sessions stay open', async () => {
  const anna = await server.signUp('Anna')
  const elsewhere = { ...anna, cookie: await anotherSession(anna) }
  const other = await openStream(elsewhere)
  const streams = []
  for (let count = 0; count < STREAMS_A_SESSION_MAX + 2; count += 1) streams.push(await openStream(anna))
  for (const { next } of [other, ...streams])
    expect([await next(), await next()]).toEqual([': open', expect.any(String)])
  for (const { next } of streams.slice(0, 2))
    expect([await next(), await next()]).toEqual([data({ type: 'crowded' }), null])
  await server.deps.write((tx) => announce(tx, anna.id, 'user', 0))
  for (const { next } of [other, ...streams.slice(2)]) expect(eventIn(await next())).toMatchObject({ seq: 1 })
})

const anotherSession = async ({ email }: TestMember): Promise<string> => {
  const { headers } = await server.visitor('user.login', { body: { email, password: TEST_PASSWORD } })
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
