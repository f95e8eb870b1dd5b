/** From a block on, neither side learns anything new about the other [CHAT-9]. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { exportFileOf } from '../../testing/export-file.ts'
import type { TestMember } from '../../testing/members.ts'
import { addPhoto, setMain } from '../../testing/photo-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada', { credits: 50 })
  bert = await server.signUp('Bert', { credits: 50 })
  await write(ada, bert)
  await write(bert, ada)
})
afterEach(() => server.close())

const write = async (from: TestMember, to: TestMember) => {
  expect((await server.sendText(from, to, 'Ciao')).status).toBe(201)
}
const block = (from: TestMember, to: TestMember, method: 'put' | 'delete' = 'put') =>
  server.as(from)(`blocks.${method}`, { params: { profile: String(to.id) } })
const chatOf = async (member: TestMember) => (await server.as(member)('chats.get')).body.chats[0]
const feedLength = (member: TestMember) =>
  server.sql('select feed_seq from users where id = ?', member.id)[0]?.['feed_seq']
const readAll = (member: TestMember) => {
  const params = { conversation: conversationId(ada.id, bert.id) }
  return server.as(member)('chats.read', { params, body: { up_to: 1_000 } })
}

describe.each([
  ['who blocks', () => [ada, bert] as const],
  ['who is blocked', () => [bert, ada] as const],
])('[CHAT-9] for the one %s', (_, sides) => {
  test('neither the read nor the delivered mark of the other moves, and no feed contains a change', async () => {
    const [watcher, other] = sides()
    await block(ada, bert)
    const before = await chatOf(watcher)
    const told = feedLength(watcher)
    await readAll(other)
    const { seq } = (await server.as(other)('chats.get')).body
    await server.as(other)('sync', { query: { after: String(seq) } })
    expect(await chatOf(watcher)).toEqual(before)
    expect(feedLength(watcher)).toBe(told)
    expect((await chatOf(other))?.num_unread_messages).toBe(0)
    await block(ada, bert, 'delete')
    await readAll(other)
    expect((await chatOf(watcher))?.read_up_to).toBeGreaterThan(before?.read_up_to ?? 0)
  })

  test('the block and its end reach the devices, with the conversation and the likes', async () => {
    const [watcher] = sides()
    for (const method of ['put', 'delete'] as const) {
      const { seq } = (await server.as(watcher)('chats.get')).body
      await block(ada, bert, method)
      const news = (await server.as(watcher)('sync', { query: { after: String(seq) } })).body
      expect([method, news.chats.length, news.likes.length]).toEqual([method, 1, 1])
    }
  })

  test('messages that are read after the block are read on all devices of the reader', async () => {
    const [, other] = sides()
    await block(ada, bert)
    const { seq } = (await server.as(other)('chats.get')).body
    await readAll(other)
    const news = (await server.as(other)('sync', { query: { after: String(seq) } })).body
    expect(news.chats).toMatchObject([{ num_unread_messages: 0 }])
  })

  test('a new name of the other reaches no feed before the end of the block', async () => {
    const [watcher, other] = sides()
    await block(ada, bert)
    const told = feedLength(watcher)
    await server.as(other)('profile.put', { body: { name: 'Somebody New' } })
    expect(feedLength(watcher)).toBe(told)
  })
})

const to = (member: TestMember) => ({ params: { profile: String(member.id) } })
const photoStatus = async (viewer: TestMember, photo: string) => {
  const headers = { cookie: viewer.cookie }
  return (await server.app.request(`http://localhost/photos/${photo}/blur`, { headers })).status
}
const cardOf = async (viewer: TestMember) => (await server.as(viewer)('chats.get')).body.profiles[0]

describe('[CHAT-9] after a block', () => {
  let photos: { former: string; newer: string }

  const rename = async (member: TestMember) => {
    await server.as(member)('profile.put', { body: { name: `${member.name} Renamed` } })
    setMain(server, member, photos.newer)
  }
  beforeEach(async () => {
    const bytes = new Uint8Array([1])
    const hash = await server.photos.put({ full: bytes, card: bytes, thumb: bytes, blur: bytes })
    photos = { former: addPhoto(server, bert, { hash }), newer: addPhoto(server, bert, { hash, position: 1 }) }
    setMain(server, bert, photos.former)
  })

  test('every list shows the blocker the name and photo of the blocked member from before', async () => {
    await block(ada, bert)
    await rename(bert)
    const listed = (await server.as(ada)('blocks.list')).body.blocks[0]?.profile
    const opened = (await server.as(ada)('members.get', { params: { id: String(bert.id) } })).body.profile
    for (const shown of [await cardOf(ada), listed, opened]) {
      expect(shown?.name).toBe('Bert')
      expect(shown?.main_image?.filename).toContain(`/photos/${photos.former}/`)
    }
    expect(opened.photos.map(({ id }) => id)).toEqual([photos.former])
    expect([await photoStatus(ada, photos.former), await photoStatus(ada, photos.newer)]).toEqual([200, 404])
    expect((await server.as(ada)('transactions.list', { query: {} })).body.entries[0]?.profile?.name).toBe('Bert')
    const exported = await exportFileOf(server, ada)
    expect(await exported.text()).not.toContain('Renamed')
    await block(ada, bert, 'delete')
    expect(await cardOf(ada)).toMatchObject({ name: 'Bert Renamed' })
    expect(await photoStatus(ada, photos.newer)).toBe(200)
  })

  test('every list and every refusal shows the blocked member the former name of the blocker', async () => {
    await server.as(ada)('reports.send', { body: { profile: bert.id, reason: 'spam' } })
    await block(bert, ada)
    await rename(bert)
    const body = { client_id: server.deps.newId(), profile: bert.id, type: 'text' as const, text: 'Ciao' }
    expect((await cardOf(ada))?.name).toBe('Bert')
    expect((await server.as(ada)('members.get', { params: { id: String(bert.id) } })).error).toMatchObject({
      error: 'blocked',
      name: 'Bert',
    })
    expect((await server.as(ada)('messages.send', { body })).error).toMatchObject({ error: 'blocked', name: 'Bert' })
    expect((await server.as(ada)('likes.put', to(bert))).error).toMatchObject({ error: 'blocked', name: 'Bert' })
    expect(JSON.stringify((await server.as(ada)('reports.list')).body)).not.toContain('Renamed')
  })

  test('the first of two blocks decides what both see, until the last of them ends', async () => {
    await block(bert, ada)
    await rename(bert)
    await block(ada, bert)
    await block(bert, ada, 'delete')
    expect(await cardOf(ada)).toMatchObject({ name: 'Bert' })
    expect(await photoStatus(ada, photos.newer)).toBe(404)
    await block(ada, bert, 'delete')
    expect(await cardOf(ada)).toMatchObject({ name: 'Bert Renamed' })
  })

  test('a deleted photo is gone from the frozen card too', async () => {
    await block(ada, bert)
    server.sql('delete from photos where id = ?', Number(photos.former))
    expect((await cardOf(ada))?.main_image).toBeNull()
  })
})

test('[CHAT-9] messages of a blocked member do not count as unread', async () => {
  expect((await server.as(ada)('chats.get')).body.counts.unread_messages).toBe(1)
  await block(ada, bert)
  const { chats, counts } = (await server.as(ada)('chats.get')).body
  expect([chats[0]?.num_unread_messages, counts.unread_messages]).toEqual([0, 0])
  await block(ada, bert, 'delete')
  expect((await server.as(ada)('chats.get')).body.counts.unread_messages).toBe(1)
})
