import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada')
  bert = await server.signUp('Bert')
})
afterEach(() => server.close())

const to = (member: { id: number }) => ({ params: { profile: String(member.id) } })
const like = (from: TestMember, other: TestMember) => server.as(from)('likes.put', to(other))
const likesOf = async (member: TestMember) => (await server.as(member)('likes.get')).body
const feedLength = (member: TestMember) =>
  server.sql('select feed_seq from users where id = ?', member.id)[0]?.['feed_seq']

describe('the lists', () => {
  test('[LIKE-1] received with new ones first and then the newest, sent, and matches, with all their profiles', async () => {
    const others: TestMember[] = []
    for (const name of ['Carla', 'Dora', 'Emil', 'Fred']) {
      const other = await server.signUp(name)
      others.push(other)
      server.clock.advance(1_000)
      await like(other, ada)
    }
    const [carla, dora, emil, fred] = others.map(({ id }) => id)
    await server.as(ada)('likes.seen', { params: { profile: String(emil) } })
    await server.as(ada)('likes.seen', { params: { profile: String(dora) } })
    server.clock.advance(1_000)
    await server.as(ada)('likes.put', { params: { profile: String(dora) } })
    server.clock.advance(1_000)
    await like(ada, bert)

    const likes = await likesOf(ada)
    expect(likes.liked_by.map(({ id, like_new }) => [id, like_new])).toEqual([
      [fred, true],
      [carla, true],
      [emil, false],
      [dora, false],
    ])
    expect(likes.liked.map(({ id }) => id)).toEqual([bert.id, dora])
    expect(likes.matches).toEqual([{ id: dora, at: likes.liked[1]?.at }])
    expect(new Set(likes.profiles.map(({ id }) => id))).toEqual(new Set([bert.id, carla, dora, emil, fred]))
  })

  test("[CHAT-9] a block hides both from each other's lists, and its end shows them again", async () => {
    await like(ada, bert)
    await like(bert, ada)
    await server.as(bert)('blocks.put', to(ada))
    for (const member of [ada, bert])
      expect(await likesOf(member)).toEqual({ profiles: [], liked_by: [], liked: [], matches: [], next: null })
    await server.as(bert)('blocks.delete', to(ada))
    for (const member of [ada, bert]) expect((await likesOf(member)).matches).toHaveLength(1)
  })

  test('[CHAT-9] a block between either of the two and somebody else hides nothing', async () => {
    await like(ada, bert)
    await like(bert, ada)
    const carla = await server.signUp('Carla')
    for (const member of [ada, bert]) {
      await server.as(member)('blocks.put', to(carla))
      await server.as(carla)('blocks.put', to(member))
    }
    for (const member of [ada, bert]) expect((await likesOf(member)).matches).toHaveLength(1)
  })

  test('[ACC-6] the like of an unconfirmed member appears after the confirmation', async () => {
    const carla = await server.signUp('Carla', { status: 'not_confirmed' })
    await like(carla, ada)
    expect((await likesOf(ada)).liked_by).toEqual([])
    server.sql(`update users set status = 'active' where id = ?`, carla.id)
    expect((await likesOf(ada)).liked_by).toMatchObject([{ id: carla.id, like_new: true }])
  })
})

describe('liking', () => {
  test('[LIKE-2] a repeated like or unlike changes nothing and notifies nobody', async () => {
    const first = await like(ada, bert)
    expect(first.body).toEqual({
      like: { profile: bert.id, received: null, sent: { at: server.clock.now() } },
      match: false,
    })
    const told = [feedLength(ada), feedLength(bert)]
    server.clock.advance(5_000)
    expect((await like(ada, bert)).body).toEqual(first.body)
    expect([feedLength(ada), feedLength(bert)]).toEqual(told)

    const gone = { like: { profile: bert.id, received: null, sent: null }, match: false }
    expect((await server.as(ada)('likes.delete', to(bert))).body).toEqual(gone)
    const toldAgain = [feedLength(ada), feedLength(bert)]
    expect(toldAgain).not.toEqual(told)
    expect((await server.as(ada)('likes.delete', to(bert))).body).toEqual(gone)
    expect([feedLength(ada), feedLength(bert)]).toEqual(toldAgain)
  })

  test('[LIKE-2] a mutual like is a match on both sides at the same moment, in either order', async () => {
    const answers = await Promise.all([like(ada, bert), like(bert, ada)])
    expect(new Set(answers.map(({ body }) => body.match))).toEqual(new Set([false, true]))
    expect((await likesOf(ada)).matches).toMatchObject([{ id: bert.id }])
    expect((await likesOf(bert)).matches).toMatchObject([{ id: ada.id }])
    for (const member of [ada, bert]) {
      const { likes } = (await server.as(member)('sync', { query: { after: '0' } })).body
      expect(likes).toMatchObject([{ received: { like_new: true }, sent: {} }])
    }
    // The like of the other alone is no match any more.
    const { body } = await server.as(ada)('likes.delete', to(bert))
    expect(body).toMatchObject({ like: { received: { like_new: true }, sent: null }, match: false })
  })

  test('[PROF-10] is refused for oneself, a missing or hidden profile, and both sides of a block', async () => {
    const carla = await server.signUp('Carla')
    const gone = await server.signUp('Gone', { status: 'deleting' })
    const hidden = await server.signUp('Hidden', { invisible: true })
    await server.as(ada)('blocks.put', to(bert))
    await server.as(carla)('blocks.put', to(ada))
    const errorOf = async (other: { id: number }) => (await server.as(ada)('likes.put', to(other))).error
    expect(await errorOf(ada)).toEqual({ error: 'self_not_allowed' })
    expect(await errorOf({ id: 999_999 })).toEqual({ error: 'not_found' })
    expect(await errorOf(hidden)).toEqual({ error: 'not_found' })
    expect(await errorOf(bert)).toEqual({ error: 'blocking' })
    expect(await errorOf(carla)).toEqual({ error: 'blocked', name: 'Carla' })
    expect(await errorOf(gone)).toEqual({ error: 'not_found' })
    expect((await server.as(ada)('likes.delete', to({ id: 999_999 }))).error).toEqual({ error: 'not_found' })
    for (const call of ['likes.delete', 'likes.seen'] as const)
      expect((await server.as(ada)(call, to(ada))).error).toEqual({ error: 'self_not_allowed' })
  })

  test.each(['deleting', 'deleted'])('[CHAT-12] is refused for a partner whose account is %s', async (status) => {
    await server.sendText(ada, bert, 'Ciao')
    server.sql('update users set status = ? where id = ?', status, bert.id)
    expect((await like(ada, bert)).error).toEqual({ error: 'recipient_deleted' })
    expect(server.sql('select * from likes')).toEqual([])
  })
})

describe('new likes', () => {
  test('[LIKE-4] a like is new until the profile is opened, on every device and in the badge', async () => {
    await like(bert, ada)
    const before = (await server.as(ada)('chats.get')).body
    expect(before.counts).toEqual({ unread_messages: 0, new_likes: 1 })

    expect((await server.as(ada)('likes.seen', to(bert))).status).toBe(200)
    const { likes, counts } = (await server.as(ada)('sync', { query: { after: String(before.seq) } })).body
    expect(likes).toMatchObject([{ profile: bert.id, received: { like_new: false } }])
    expect(counts).toEqual({ unread_messages: 0, new_likes: 0 })

    const told = feedLength(ada)
    expect((await server.as(ada)('likes.seen', to(bert))).status).toBe(200)
    expect(feedLength(ada)).toBe(told)
  })

  test('[LIKE-4] opening a profile that likes nobody succeeds', async () => {
    expect((await server.as(ada)('likes.seen', to(bert))).body).toEqual({})
    expect((await server.as(ada)('likes.seen', to({ id: 999_999 }))).error).toEqual({ error: 'not_found' })
  })
})

test('[PROF-10] a liked member who turns invisible leaves the list, and is back after a like of their own or a message', async () => {
  const [carla, dora] = [await server.signUp('Carla'), await server.signUp('Dora')]
  await like(carla, ada)
  await like(bert, carla)
  for (const [from, other] of [
    [ada, carla],
    [carla, bert],
  ] as const)
    await server.sendText(from, other, 'hello')
  for (const liked of [bert, dora]) {
    await like(ada, liked)
    server.sql('update profiles set invisible = 1 where id = ?', liked.id)
  }
  expect((await likesOf(ada)).liked).toEqual([])
  await like(bert, ada)
  expect((await likesOf(ada)).matches.map(({ id }) => id)).toEqual([bert.id])
  await server.sendText(dora, ada, 'hello')
  expect((await likesOf(ada)).liked.map(({ id }) => id)).toEqual([dora.id, bert.id])
})

describe('taking back a like or a block of a profile that is hidden by now', () => {
  test('[PROF-10] works, although the answer is the one for a missing profile', async () => {
    const hidden = { error: 'not_found' }
    await like(ada, bert)
    server.sql('update profiles set invisible = 1 where id = ?', bert.id)
    expect((await server.as(ada)('likes.delete', to(bert))).error).toEqual(hidden)
    expect(server.sql('select * from likes')).toEqual([])
    server.sql('update profiles set invisible = 0 where id = ?', bert.id)
    await server.as(ada)('blocks.put', to(bert))
    server.sql('update profiles set invisible = 1 where id = ?', bert.id)
    expect((await server.as(ada)('blocks.delete', to(bert))).error).toEqual(hidden)
    expect(server.sql('select * from blocks')).toEqual([])
  })

  test('[ACC-6] the like of an unconfirmed member is not marked as seen before it appears', async () => {
    const carla = await server.signUp('Carla', { status: 'not_confirmed' })
    await like(carla, ada)
    expect((await server.as(ada)('likes.seen', to(carla))).error).toEqual({ error: 'not_found' })
    server.sql(`update users set status = 'active' where id = ?`, carla.id)
    expect((await likesOf(ada)).liked_by).toMatchObject([{ id: carla.id, like_new: true }])
  })
})

describe('blocking', () => {
  test('[CHAT-9] is idempotent, and the devices of both are notified once', async () => {
    await server.as(ada)('blocks.put', to(bert))
    const told = [feedLength(ada), feedLength(bert)]
    expect(told.every((seq) => Number(seq) > 0)).toBe(true)
    expect((await server.as(ada)('blocks.put', to(bert))).body).toEqual({})
    expect([feedLength(ada), feedLength(bert)]).toEqual(told)
    await server.as(ada)('blocks.delete', to(bert))
    const toldAgain = [feedLength(ada), feedLength(bert)]
    expect((await server.as(ada)('blocks.delete', to(bert))).body).toEqual({})
    expect([feedLength(ada), feedLength(bert)]).toEqual(toldAgain)
  })

  test('[SAFE-8] is refused for oneself and for a missing or hidden profile', async () => {
    const hidden = await server.signUp('Hidden', { invisible: true })
    expect((await server.as(ada)('blocks.put', to(hidden))).error).toEqual({ error: 'not_found' })
    for (const name of ['blocks.put', 'blocks.delete'] as const) {
      expect((await server.as(ada)(name, to(ada))).error).toEqual({ error: 'self_not_allowed' })
      expect((await server.as(ada)(name, to({ id: 999_999 }))).error).toEqual({ error: 'not_found' })
    }
  })
})

describe('the list of blocked people', () => {
  test('[PROF-14] contains each with the time of the block, the newest first, and the fictional mark', async () => {
    const carla = await server.signUp('Carla', { fictional: true })
    await server.as(ada)('blocks.put', to(bert))
    const first = server.clock.now()
    server.clock.advance(1_000)
    await server.as(ada)('blocks.put', to(carla))
    const blocks = async (member: TestMember) => (await server.as(member)('blocks.list')).body.blocks
    expect(await blocks(ada)).toMatchObject([
      { profile: { id: carla.id, name: 'Carla', fictional: true }, at: first + 1_000 },
      { profile: { id: bert.id, name: 'Bert', fictional: false, city: '' }, at: first },
    ])
    expect(await blocks(bert)).toEqual([])
    await server.as(ada)('blocks.delete', to(carla))
    expect(await blocks(ada)).toMatchObject([{ profile: { id: bert.id } }])
  })

  test('[PROF-14] leaves out a blocked member who is hidden now, and shows them again later', async () => {
    await server.as(ada)('blocks.put', to(bert))
    const ids = async () => (await server.as(ada)('blocks.list')).body.blocks.map(({ profile }) => profile.id)
    server.sql('update profiles set invisible = 1 where id = ?', bert.id)
    expect(await ids()).toEqual([])
    server.sql('update profiles set invisible = 0 where id = ?', bert.id)
    expect(await ids()).toEqual([bert.id])
  })
})
