import { serve, type ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HEARTBEAT_MS, STREAMS_A_SESSION_MAX } from '#contract/events.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { wordsOf } from '../../testing/words.ts'
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
  server.deps.live.closeAll()
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

const send = (from: TestMember, to: TestMember, text: string) =>
  server.as(from)('messages.send', {
    body: { client_id: server.deps.newId(), profile: to.id, type: 'text', text },
  })

const data = (event: object) => `data: ${JSON.stringify(event)}`

test('the stream opens with the newest seq, and hints at each change after its commit', async () => {
  const anna = await server.signUp('Anna')
  await server.deps.write((tx) => announce(tx, anna.id, 'user', 0))
  const { response, next } = await openStream(anna)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(await next()).toBe(': open')
  expect(await next()).toBe(data({ type: 'change', seq: 1 }))
  expect(server.deps.live.isOpen(anna.id)).toBe(true)
  await server.deps.write((tx) => announce(tx, anna.id, 'user', 0))
  expect(await next()).toBe(data({ type: 'change', seq: 2 }))
})

test('[CHAT-14] a message reaches the partner within a second, by a hint and a sync', async () => {
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert')]
  const { next } = await openStream(bert)
  await next()
  await next()
  const before = performance.now()
  await send(anna, bert, 'Ciao')
  expect(await next()).toBe(data({ type: 'change', seq: 1 }))
  const { messages } = (await server.as(bert)('sync', { query: { after: '0' } })).body
  expect(messages).toMatchObject([{ text: 'Ciao' }])
  expect(performance.now() - before).toBeLessThan(1_000)
})

test('[CHAT-14] a stream that reconnects gets the newest seq, and the device syncs from its own', async () => {
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert')]
  const first = await openStream(bert)
  await first.next()
  await first.next()
  await send(anna, bert, 'one')
  expect(await first.next()).toBe(data({ type: 'change', seq: 1 }))
  first.breakOff()
  await expect.poll(() => server.deps.live.isOpen(bert.id)).toBe(false)

  await send(anna, bert, 'two')
  await send(anna, bert, 'three')
  // The browser's own `last-event-id` makes no difference.
  const again = await openStream(bert, { 'last-event-id': '1' })
  expect(await again.next()).toBe(': open')
  expect(await again.next()).toBe(data({ type: 'change', seq: 3 }))
  const { messages, seq } = (await server.as(bert)('sync', { query: { after: '1' } })).body
  expect([messages.map(wordsOf), seq]).toEqual([['two', 'three'], 3])
  await send(anna, bert, 'four')
  expect(await again.next()).toBe(data({ type: 'change', seq: 4 }))
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

test('[CHAT-14] the heartbeat goes on while the database cannot be read', async () => {
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
  expect(await next()).toBe(data({ type: 'change', seq: 1 }))
})

test('logout sends an event to the stream of its session and ends it', async () => {
  const anna = await server.signUp('Anna')
  const { next } = await openStream(anna)
  await next()
  await next()
  await server.as(anna)('logout')
  expect(await next()).toBe(data({ type: 'logout' }))
  expect(await next()).toBeNull()
  await expect.poll(() => server.deps.live.isOpen(anna.id)).toBe(false)
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
  await expect.poll(() => server.deps.live.isOpen(anna.id)).toBe(false)
})

test('[OPS-4] a shutdown ends the streams', async () => {
  const anna = await server.signUp('Anna')
  const { next } = await openStream(anna)
  await next()
  await next()
  server.deps.live.closeAll()
  expect(await next()).toMatch(/^retry: \d+$/)
  expect(await next()).toBeNull()
})

test('a visitor gets no stream', async () => {
  const response = await fetch(`${origin}/api/events`)
  expect(response.status).toBe(403)
})

test('[SAFE-6] a session has five streams: a sixth ends the oldest, and other sessions keep theirs', async () => {
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
  for (const { next } of [other, ...streams.slice(2)]) expect(await next()).toBe(data({ type: 'change', seq: 1 }))
})

const anotherSession = async ({ email }: TestMember): Promise<string> => {
  const { headers } = await server.visitor('user.login', { body: { email, password: TEST_PASSWORD } })
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
