import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { wordsOf } from '../../testing/calls.ts'

let server: TestServer
let ada: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada', { credits: 100 })
  bert = await server.signUp('Bert', { credits: 100 })
})
afterEach(() => server.close())

const send = async (from: TestMember, to: TestMember, text: string): Promise<number> =>
  (await server.sendText(from, to, text)).body.message.id
const conversation = () => conversationId(ada.id, bert.id)
const remove = (member: TestMember, up_to?: number) =>
  server.as(member)('chats.delete', { body: { conversation: conversation(), ...(up_to ? { up_to } : {}) } })
const chatsOf = async (member: TestMember) => (await server.as(member)('chats.get')).body
const sync = (member: TestMember, after: number) => server.as(member)('sync', { query: { after: String(after) } })
const listOf = async (member: TestMember) =>
  (await server.as(member)('messages.list', { params: { conversation: conversation() }, query: {} })).body
const textsFor = async (member: TestMember) => (await listOf(member)).messages.map(wordsOf)
const rows = (table: string) => server.sql(`select * from ${table}`)

describe('[CHAT-8] a conversation deleted on one side', () => {
  test('disappears from list, messages and badge there, and stays complete on the other side', async () => {
    await send(ada, bert, 'one')
    await send(bert, ada, 'two')
    const before = { ada: await chatsOf(ada), bert: await chatsOf(bert), messages: await listOf(bert) }
    expect(before.ada.counts.unread_messages).toBe(1)

    const answer = await remove(ada)
    expect([answer.status, answer.body]).toEqual([200, {}])
    expect(await chatsOf(ada)).toMatchObject({ chats: [], profiles: [], counts: { unread_messages: 0 } })
    expect(await listOf(ada)).toMatchObject({ chat: null, profile: { name: 'Bert' }, messages: [], before: null })

    expect(await chatsOf(bert)).toEqual(before.bert)
    expect(await listOf(bert)).toEqual(before.messages)
    expect((await sync(bert, before.bert.seq)).status).toBe(204)
  })

  test('reaches every own device, also one that never had the conversation', async () => {
    await send(bert, ada, 'one')
    const { seq } = await chatsOf(ada)
    await remove(ada)
    const news = (await sync(ada, seq)).body
    expect(news).toMatchObject({ chats: [], removed_chats: [conversation()], counts: { unread_messages: 0 } })
    const all = (await sync(ada, 0)).body
    expect(all).toMatchObject({ messages: [], chats: [], removed_chats: [conversation()] })
  })

  test('returns with the next message of either side, without the older ones', async () => {
    await send(ada, bert, 'old')
    const old = await send(bert, ada, 'old too')
    await remove(ada)
    const { seq } = await chatsOf(ada)
    const id = await send(bert, ada, 'new')
    expect(await chatsOf(ada)).toMatchObject({
      chats: [{ num_unread_messages: 1, last_message: { id, text: 'new' }, hidden_up_to: old }],
      profiles: [{ name: 'Bert' }],
      counts: { unread_messages: 1 },
    })
    expect(await textsFor(ada)).toEqual(['new'])
    expect((await listOf(ada)).older_hidden).toBe(false)
    const news = (await sync(ada, seq)).body
    expect([news.messages.map(wordsOf), news.removed_chats, news.chats.length]).toEqual([['new'], [], 1])
    expect((await sync(ada, 0)).body.messages.map(wordsOf)).toEqual(['new'])

    await remove(ada)
    await send(ada, bert, 'mine')
    expect(await textsFor(ada)).toEqual(['mine'])
    expect(await textsFor(bert)).toEqual(['old', 'old too', 'new', 'mine'])
  })

  test('paging back ends at the deletion', async () => {
    for (let index = 0; index < 40; index += 1) await send(bert, ada, `old ${index}`)
    await remove(ada)
    for (let index = 0; index < 5; index += 1) await send(bert, ada, `new ${index}`)
    const page = await listOf(ada)
    expect([page.messages.length, page.before]).toEqual([5, null])
    const params = { conversation: conversation() }
    const query = { before: String(page.messages[0]?.id) }
    expect((await server.as(ada)('messages.list', { params, query })).body.messages).toEqual([])
  })

  test('counts only unread messages after the deletion', async () => {
    await send(bert, ada, 'one')
    await send(bert, ada, 'two')
    await remove(ada)
    const third = await send(bert, ada, 'three')
    await send(bert, ada, 'four')
    const read = (up_to: number) =>
      server.as(ada)('chats.read', { params: { conversation: conversation() }, body: { up_to } })
    // A late mark from before the deletion: no deleted message becomes unread again.
    expect((await read(third - 2)).body).toEqual({ num_unread_messages: 2 })
    expect((await read(third)).body).toEqual({ num_unread_messages: 1 })
    expect((await chatsOf(ada)).counts.unread_messages).toBe(1)
  })

  test('[CHAT-1] a deletion up to a message before the last one read leaves nothing unread', async () => {
    const first = await send(bert, ada, 'one')
    await send(bert, ada, 'two')
    const last = await send(bert, ada, 'three')
    await server.as(ada)('chats.read', { params: { conversation: conversation() }, body: { up_to: last } })
    await remove(ada, first)
    const { chats, counts } = await chatsOf(ada)
    expect(chats.map(({ num_unread_messages }) => num_unread_messages)).toEqual([0])
    expect(counts.unread_messages).toBe(0)
  })

  test('a repeat changes nothing, and deletes no message that the member had not seen', async () => {
    const seen = await send(bert, ada, 'seen')
    await remove(ada, seen)
    const changes = rows('changes')
    await remove(ada, seen)
    expect(rows('changes')).toEqual(changes)
    // The deletion waited on a device while a new message arrived.
    await send(bert, ada, 'new')
    await remove(ada, seen)
    expect(await textsFor(ada)).toEqual(['new'])
    expect((await chatsOf(ada)).counts.unread_messages).toBe(1)
    await remove(ada, 999_999)
    expect((await chatsOf(ada)).chats).toEqual([])
    // A mark past the end hides no future message.
    await send(bert, ada, 'newer')
    expect(await textsFor(ada)).toEqual(['newer'])
  })

  test('a deletion by both hides it from both, and both see only the next message', async () => {
    await send(ada, bert, 'old')
    await Promise.all([remove(ada), remove(bert)])
    expect([(await chatsOf(ada)).chats, (await chatsOf(bert)).chats]).toEqual([[], []])
    await send(bert, ada, 'new')
    expect([await textsFor(ada), await textsFor(bert)]).toEqual([['new'], ['new']])
  })

  test('[PAY-1] gives no credit back, and no message is lost', async () => {
    await send(ada, bert, 'one')
    const kept = [rows('messages'), rows('ledger'), rows('conversations')]
    await remove(ada)
    expect([rows('messages'), rows('ledger'), rows('conversations')]).toEqual(kept)
    expect((await chatsOf(bert)).chats).toMatchObject([{ read_up_to: 0 }])
  })

  test('a conversation of others, or a missing one, is not found', async () => {
    const carla = await server.signUp('Carla')
    await send(ada, bert, 'one')
    for (const [member, other] of [
      [carla, conversation()],
      [ada, conversationId(ada.id, carla.id)],
    ] as const) {
      const { error } = await server.as(member)('chats.delete', { body: { conversation: other } })
      expect(error).toEqual({ error: 'not_found' })
    }
  })

  test('[CHAT-9] can be deleted if the partner blocks, and stays deleted after the block ends', async () => {
    await send(ada, bert, 'one')
    await server.as(bert)('blocks.put', { params: { profile: String(ada.id) } })
    await remove(ada)
    const { seq } = await chatsOf(ada)
    await server.as(bert)('blocks.delete', { params: { profile: String(ada.id) } })
    expect((await sync(ada, seq)).body).toMatchObject({ chats: [], removed_chats: [conversation()] })
    expect((await chatsOf(ada)).chats).toEqual([])
  })
})
