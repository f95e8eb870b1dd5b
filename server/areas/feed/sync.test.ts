import { once } from 'node:events'
import { connect } from 'node:net'
import { serve } from '@hono/node-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SYNC_PAGE } from '#contract/limits.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { wordsOf } from '../../testing/calls.ts'
import { announceStatus, writeAround } from './announce.ts'
import { pruneFeed } from './sync.ts'

let server: TestServer
let ada: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada', { credits: 500 })
  bert = await server.signUp('Bert', { credits: 500 })
})
afterEach(() => server.close())

const sync = (member: TestMember, after: number) => server.as(member)('sync', { query: { after: String(after) } })
const send = async (from: TestMember, to: TestMember, text = 'Ciao') => {
  expect((await server.sendText(from, to, text)).status).toBe(201)
}

const likesFor = async (member: TestMember) => (await sync(member, 0)).body.likes
const like = (from: TestMember, to: TestMember) => server.as(from)('likes.put', { params: { profile: String(to.id) } })

const prune = (member: TestMember, keep: number) => server.deps.write((tx) => pruneFeed(tx, member.id, keep))

describe('one answer', () => {
  test('[CHAT-1] contains each entity once, in its current state, with the cards of everyone it names', async () => {
    await send(ada, bert, 'one')
    await send(ada, bert, 'two')
    await server.as(ada)('likes.put', { params: { profile: String(bert.id) } })
    const { body } = await sync(bert, 0)
    expect(body).toMatchObject({
      seq: 3,
      more: false,
      reset: false,
      user: null,
      counts: { unread_messages: 2, new_likes: 1 },
      messages: [{ text: 'one' }, { text: 'two' }],
      chats: [{ profile: ada.id, num_unread_messages: 2, last_message: { text: 'two' } }],
      likes: [{ profile: ada.id, received: { like_new: true }, sent: null }],
      profiles: [{ id: ada.id, name: 'Ada' }],
    })
    expect(await sync(bert, 3)).toMatchObject({ status: 204, body: null })
  })

  test('[PAY-1] an own message updates the remaining credits on every own device', async () => {
    await send(ada, bert)
    const { body } = await sync(ada, 0)
    expect(body.user).toMatchObject({ id: ada.id, credits: 499, profile: { name: 'Ada' } })
    expect(body.messages).toMatchObject([{ sender: ada.id }])
  })

  test('a long feed comes in pages, with no change missing', async () => {
    for (let index = 0; index < SYNC_PAGE + 20; index += 1) await send(ada, bert, `${index}`)
    const first = (await sync(bert, 0)).body
    expect([first.more, first.seq, first.messages.length]).toEqual([true, SYNC_PAGE, SYNC_PAGE])
    const second = (await sync(bert, first.seq)).body
    expect([second.more, second.messages.length]).toEqual([false, 20])
    expect(second.messages.map(wordsOf).at(-1)).toBe(String(SYNC_PAGE + 19))
  })

  test('a device ahead of the feed gets a reset', async () => {
    await send(ada, bert)
    expect((await sync(bert, 99)).body).toMatchObject({
      reset: true,
      seq: 1,
      messages: [],
      user: { id: bert.id },
      counts: { unread_messages: 1, new_likes: 0 },
    })
  })

  test('[SHELL-17] new likes are counted up to a thousand, however many there are', async () => {
    server.sql(
      `insert into users (id, email, password_hash, status, language, signup_at, credits)
        select 10000 + cast(value as bigint), value || '@fans.test', '', 'active', 'it', 0, 0 from json_each(?)`,
      JSON.stringify(Array.from({ length: 1_200 }, (_, nth) => nth)),
    )
    server.sql('insert into likes (liker, liked, at) select id, ?, 1 from users where id >= 10000', ada.id)
    expect((await server.as(ada)('chats.get')).body.counts).toEqual({ unread_messages: 0, new_likes: 1_000 })
    await send(bert, ada)
    expect((await sync(ada, 0)).body.counts).toEqual({ unread_messages: 1, new_likes: 1_000 })
  })

  test('[ACC-6] a confirmation reaches the members they wrote to and liked', async () => {
    const carla = await server.signUp('Carla', { status: 'not_confirmed' })
    await send(carla, ada)
    await server.as(carla)('likes.put', { params: { profile: String(ada.id) } })
    const before = (await sync(ada, 0)).body
    expect(before.chats).toMatchObject([{ closed: 'recipient_unconfirmed' }])
    expect(before.likes).toMatchObject([{ received: null }])
    server.sql(`update users set status = 'active' where id = ?`, carla.id)
    await writeAround(server.deps, carla.id, (tx, held) => announceStatus(tx, carla.id, server.clock.now(), held))
    const after = (await sync(ada, before.seq)).body
    expect(after.chats).toMatchObject([{ closed: null }])
    expect(after.likes).toMatchObject([{ received: { like_new: true } }])
  })
})

describe('a like', () => {
  const sent = { sent: { at: expect.any(Number) as number } }
  const none = { received: null, sent: null }

  test('[PROF-10] hides a member who is invisible now, until that member likes or writes', async () => {
    const carla = await server.signUp('Carla')
    await like(ada, bert)
    await like(ada, carla)
    server.sql('update profiles set invisible = 1 where id in (?, ?)', bert.id, carla.id)
    expect(await likesFor(ada)).toMatchObject([none, none])
    await like(bert, ada)
    await send(carla, ada)
    expect(await likesFor(ada)).toMatchObject([
      { profile: bert.id, ...sent },
      { profile: carla.id, ...sent },
    ])
  })

  test('[CHAT-9] shows to neither side of a block', async () => {
    await like(ada, bert)
    await like(bert, ada)
    expect(await likesFor(ada)).toMatchObject([{ received: { like_new: true }, ...sent }])
    await server.as(ada)('blocks.put', { params: { profile: String(bert.id) } })
    for (const [member, other] of [
      [ada, bert],
      [bert, ada],
    ] as const)
      expect(await likesFor(member)).toMatchObject([{ profile: other.id, ...none }])
  })

  test('reaches its two members alone', async () => {
    const carla = await server.signUp('Carla')
    await like(ada, bert)
    await like(carla, ada)
    expect(await likesFor(carla)).toMatchObject([{ profile: ada.id, received: null, ...sent }])
    expect(await likesFor(bert)).toMatchObject([{ profile: ada.id, received: { like_new: true }, sent: null }])
  })
})

describe('a refresh without news', () => {
  test('[PWA-4] costs under 300 bytes, headers and all', async () => {
    await send(ada, bert)
    const { seq } = (await sync(bert, 0)).body
    const http = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' })
    try {
      await once(http, 'listening')
      const address = http.address()
      if (address === null || typeof address === 'string') throw new Error('No port')
      const socket = connect(address.port, '127.0.0.1')
      socket.write(`GET /api/sync?after=${seq} HTTP/1.1\r\nhost: localhost\r\ncookie: ${bert.cookie}\r\n\r\n`)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 204 /)
      expect(answer.toString().endsWith('\r\n\r\n')).toBe(true)
      expect(answer.length).toBeLessThan(300)
    } finally {
      http.close()
    }
  })
})

describe('pruning', () => {
  test('deletes old acknowledged changes; a device below the floor gets a reset', async () => {
    for (let index = 0; index < 10; index += 1) await send(ada, bert)
    await sync(bert, 10)
    expect(await prune(bert, 3)).toBe(7)
    expect(await prune(bert, 5)).toBe(7)
    expect((await sync(bert, 6)).body).toMatchObject({ reset: true, seq: 10 })
    expect((await sync(bert, 7)).body).toMatchObject({ reset: false, seq: 10, messages: { length: 3 } })
  })

  test('deletes at most a thousand changes at a time, so that no write takes long', async () => {
    server.sql(
      `insert into changes (member, seq, kind, entity)
        with recursive list(seq) as (select 1 union all select seq + 1 from list where seq < 2500)
        select ?, seq, 'user', 0 from list`,
      bert.id,
    )
    server.sql('update users set feed_seq = 2500 where id = ?', bert.id)
    await server.deps.write((tx) => tx.feed.acknowledge(bert.id, 2_500))
    expect(await prune(bert, 200)).toBe(1_000)
    expect(await prune(bert, 200)).toBe(2_000)
    expect(await prune(bert, 200)).toBe(2_300)
  })

  test('[CHAT-6] keeps changes that no device has acknowledged, because they still mark messages as delivered', async () => {
    for (let index = 0; index < 5; index += 1) await send(ada, bert)
    expect(await prune(bert, 0)).toBe(0)
    await sync(bert, 5)
    expect((await server.as(ada)('chats.get')).body.chats).toMatchObject([{ delivered_up_to: 5 }])
    expect(await prune(bert, 0)).toBe(5)
  })
})
