import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { stateOfStored } from '#contract/rules/message-state.ts'
import { type CallResult, wordsOf } from '../../testing/calls.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada', { credits: 100 })
  bert = await server.signUp('Bert', { credits: 100 })
})
afterEach(() => server.close())

const chatsOf = async (member: TestMember) => (await server.as(member)('chats.get')).body
const between = (one: TestMember, other: TestMember) => ({
  params: { conversation: conversationId(one.id, other.id) },
})
const read = (member: TestMember, other: TestMember, upTo: number) =>
  server.as(member)('chats.read', { ...between(member, other), body: { up_to: upTo } })
const sync = (member: TestMember, after: number) => server.as(member)('sync', { query: { after: String(after) } })
const idOf = async (sent: ReturnType<TestServer['sendText']>) => (await sent).body.message.id

const stateFor = async (member: TestMember, id: number) => {
  const [chat] = (await chatsOf(member)).chats
  return chat && stateOfStored(id, chat)
}

type Page = CallResult<'messages.list'>

describe('the list', () => {
  test('[CHAT-1] a page says nothing about the conversations of others', async () => {
    const [carla, dora] = [await server.signUp('Carla'), await server.signUp('Dora')]
    await server.sendText(ada, carla)
    const page = async () =>
      (await server.as(ada)('chats.get', { query: { after: conversationId(bert.id, dora.id) } })).body
    const before = await page()
    await server.sendText(bert, dora)
    expect(await page()).toEqual(before)
  })

  test('[PWA-3] a device that had more messages than a restored server reads up to which one none is lost', async () => {
    const last = await idOf(server.sendText(ada, bert))
    const keptFor = async (known?: number) =>
      (await server.as(ada)('chats.get', { query: known === undefined ? {} : { known: String(known) } })).body.kept
    expect(await Promise.all([keptFor(), keptFor(last), keptFor(last + 7)])).toEqual([undefined, last, last])
    const next = await idOf(server.sendText(bert, ada))
    server.sql('update messages set id = id + 1000 where id = ?', next)
    expect(await keptFor(last + 7), 'a number that is given to nobody').toBe(last)
  })

  test('[CHAT-1] conversations with their unread counts, newest first, and everyone in them', async () => {
    const carla = await server.signUp('Carla')
    await server.sendText(bert, ada, 'one')
    await server.sendText(carla, ada, 'two')
    await server.sendText(bert, ada, 'three')
    const { chats, profiles, counts } = await chatsOf(ada)
    expect(chats.map(({ profile, num_unread_messages: unread }) => [profile, unread])).toEqual([
      [bert.id, 2],
      [carla.id, 1],
    ])
    expect(chats[0]).toMatchObject({ conversation: conversationId(ada.id, bert.id), last_message: { text: 'three' } })
    expect(profiles.map(({ name }) => name)).toEqual(['Bert', 'Carla'])
    expect(counts.unread_messages).toBe(3)
    expect((await chatsOf(bert)).chats).toMatchObject([{ num_unread_messages: 0, last_message: { text: 'three' } }])
  })

  test('[CHAT-1] opening a conversation sets unread to zero on every device', async () => {
    await server.sendText(bert, ada)
    const last = await idOf(server.sendText(bert, ada))
    const { seq } = await chatsOf(ada)
    expect((await read(ada, bert, last)).body).toEqual({ num_unread_messages: 0 })
    const news = (await sync(ada, seq)).body
    expect(news.chats).toMatchObject([{ num_unread_messages: 0, my_read_up_to: last }])
    expect(news.counts.unread_messages).toBe(0)
  })

  test('[CHAT-1] a member with three devices reads on the first, and the others learn it whenever they sync', async () => {
    await server.sendText(bert, ada)
    const last = await idOf(server.sendText(bert, ada))
    const [second, third] = [(await sync(ada, 0)).body, (await sync(ada, 1)).body]
    expect([second, third].map(({ counts }) => counts.unread_messages)).toEqual([2, 2])
    await read(ada, bert, last)
    // One device syncs at once. The other one has also missed a new message.
    const early = (await sync(ada, second.seq)).body
    expect([early.counts.unread_messages, early.chats[0]?.num_unread_messages]).toEqual([0, 0])
    await server.sendText(bert, ada)
    const late = (await sync(ada, third.seq)).body
    expect(late.chats).toMatchObject([{ num_unread_messages: 1, my_read_up_to: last }])
    expect(late.counts.unread_messages).toBe(1)
  })

  test('[CHAT-1] a read mark never moves back, and messages after it count as unread', async () => {
    const first = await idOf(server.sendText(bert, ada))
    const second = await idOf(server.sendText(bert, ada))
    await idOf(server.sendText(bert, ada))
    expect((await read(ada, bert, first)).body).toEqual({ num_unread_messages: 2 })
    expect((await read(ada, bert, second)).body).toEqual({ num_unread_messages: 1 })
    const { seq } = await chatsOf(ada)
    expect((await read(ada, bert, first)).body).toEqual({ num_unread_messages: 1 })
    expect((await sync(ada, seq)).status).toBe(204)
    // A mark cannot lie past the last message either: the next message is unread.
    expect((await read(ada, bert, 999_999)).body).toEqual({ num_unread_messages: 0 })
    const later = await idOf(server.sendText(bert, ada))
    expect((await chatsOf(ada)).chats).toMatchObject([{ num_unread_messages: 1 }])
    expect(await stateFor(bert, later), 'to its sender').not.toBe('read')
  })

  test('[CHAT-1] a read mark for a missing conversation is not found', async () => {
    const carla = await server.signUp('Carla')
    await server.sendText(ada, bert)
    for (const [member, one, other] of [
      [ada, ada, carla],
      [carla, ada, bert],
    ] as const) {
      const answer = await server.as(member)('chats.read', { ...between(one, other), body: { up_to: 1 } })
      expect(answer.error).toEqual({ error: 'not_found' })
    }
  })
})

describe('the messages of a conversation', () => {
  test('[CHAT-1] come in pages, the oldest first, back to the beginning', async () => {
    for (let index = 1; index <= 65; index += 1)
      await server.sendText(index % 2 === 0 ? ada : bert, index % 2 === 0 ? bert : ada, `${index}`)
    const texts: string[] = []
    let before: number | null = null
    do {
      const page: Page = await server.as(ada)('messages.list', {
        ...between(ada, bert),
        query: before === null ? {} : { before: String(before) },
      })
      expect(page.body.messages.length).toBeLessThanOrEqual(30)
      texts.unshift(...page.body.messages.map(wordsOf))
      before = page.body.before
    } while (before !== null)
    expect(texts).toEqual(Array.from({ length: 65 }, (_, index) => String(index + 1)))
  })

  test('a pair that never talked gets an empty conversation; other pairs are not found', async () => {
    const carla = await server.signUp('Carla')
    const hidden = await server.signUp('Hidden', { invisible: true })
    const empty = await server.as(ada)('messages.list', { ...between(ada, carla), query: {} })
    expect(empty.body).toMatchObject({ chat: null, profile: { name: 'Carla' }, messages: [], before: null })

    await server.sendText(bert, carla)
    await server.as(bert)('blocks.put', { params: { profile: String(ada.id) } })
    for (const [one, other] of [
      [bert, carla],
      [ada, { ...carla, id: 999_999 }],
      [ada, hidden],
      [ada, bert],
    ] as const) {
      const answer = await server.as(ada)('messages.list', { ...between(one, other), query: {} })
      expect(answer.error).toEqual({ error: 'not_found' })
    }
  })
})

describe('the states a sender sees', () => {
  test('[CHAT-6] sent, delivered once a device acknowledges it, read once it is read', async () => {
    const { seq: start } = await chatsOf(bert)
    const id = await idOf(server.sendText(ada, bert))
    expect(await stateFor(ada, id)).toBe('sent')

    const news = (await sync(bert, start)).body
    expect(news.messages.map((message) => message.id)).toEqual([id])
    // A sync answer may be lost: only the next sync confirms that it arrived.
    expect(await stateFor(ada, id)).toBe('sent')
    const { seq } = await chatsOf(ada)
    expect((await sync(bert, news.seq)).status).toBe(204)
    expect(await stateFor(ada, id)).toBe('delivered')
    expect((await sync(ada, seq)).body.chats).toMatchObject([{ delivered_up_to: id, read_up_to: 0 }])

    const { seq: then } = await chatsOf(ada)
    await read(bert, ada, id)
    expect(await stateFor(ada, id)).toBe('read')
    expect((await sync(ada, then)).body.chats).toMatchObject([{ read_up_to: id }])
  })

  test('[CHAT-6] an own message is not a delivery, and an acknowledgement without news writes nothing', async () => {
    await server.sendText(ada, bert)
    const { seq } = await chatsOf(ada)
    await sync(ada, seq)
    expect((await chatsOf(ada)).chats).toMatchObject([{ delivered_up_to: 0 }])
    expect((await chatsOf(bert)).chats).toMatchObject([{ delivered_up_to: 0 }])

    const { seq: his } = await chatsOf(bert)
    await sync(bert, his)
    const writesBefore = server.sql('select total_changes() as total')[0]?.['total']
    await sync(bert, his)
    await sync(bert, his)
    expect(server.sql('select total_changes() as total')[0]?.['total']).toBe(writesBefore)
  })

  test('[CHAT-6] with two devices, a message on one of them counts as delivered', async () => {
    const ids = [await idOf(server.sendText(ada, bert)), await idOf(server.sendText(ada, bert))]
    const { seq } = await chatsOf(bert)
    await Promise.all([sync(bert, seq), sync(bert, seq - 1), sync(bert, 0)])
    expect(await stateFor(ada, Number(ids[1]))).toBe('delivered')
  })
})

describe('permission to write', () => {
  test('[CHAT-9] is refused for a block in either direction, with the blocking side', async () => {
    await server.sendText(ada, bert)
    await server.as(bert)('blocks.put', { params: { profile: String(ada.id) } })
    const refused = await server.sendText(ada, bert)
    expect([refused.status, refused.error]).toEqual([403, { error: 'blocked', name: 'Bert' }])
    expect((await server.sendText(bert, ada)).error).toEqual({ error: 'blocking' })
    expect((await chatsOf(ada)).chats).toMatchObject([{ closed: 'blocked' }])
    expect((await chatsOf(bert)).chats).toMatchObject([{ closed: 'blocking' }])
  })

  test('[CHAT-9] the devices of both learn that a conversation is closed, and that it is open again', async () => {
    await server.sendText(ada, bert)
    const seqs = { ada: (await chatsOf(ada)).seq, bert: (await chatsOf(bert)).seq }
    await server.as(bert)('blocks.put', { params: { profile: String(ada.id) } })
    const closed = (await sync(ada, seqs.ada)).body
    expect(closed.chats).toMatchObject([{ closed: 'blocked' }])
    expect((await sync(bert, seqs.bert)).body.chats).toMatchObject([{ closed: 'blocking' }])
    await server.as(bert)('blocks.delete', { params: { profile: String(ada.id) } })
    expect((await sync(ada, closed.seq)).body.chats).toMatchObject([{ closed: null }])
  })

  test('[CHAT-12] an unconfirmed and a deleted partner each have their own reason', async () => {
    await server.sendText(bert, ada)
    for (const [status, error, code] of [
      ['not_confirmed', 'recipient_unconfirmed', 409],
      ['deleting', 'recipient_deleted', 410],
      ['deleted', 'recipient_deleted', 410],
    ] as const) {
      server.sql('update users set status = ? where id = ?', status, bert.id)
      expect(await server.sendText(ada, bert)).toMatchObject({ status: code, error: { error } })
      expect((await chatsOf(ada)).chats).toMatchObject([{ closed: error }])
    }
  })

  test('[PROF-10] only members whom an invisible member wrote to or liked can write to that member', async () => {
    const hidden = await server.signUp('Hidden', { invisible: true })
    expect((await server.sendText(ada, hidden)).error).toEqual({ error: 'not_found' })
    await server.as(hidden)('likes.put', { params: { profile: String(ada.id) } })
    expect((await server.sendText(ada, hidden)).status).toBe(201)
  })

  test('[CHAT-2] has 1 to 2,000 characters, unless the site says otherwise', async () => {
    for (const length of [0, 2_001])
      expect((await server.sendText(ada, bert, 'x'.repeat(length))).error?.error).toBe('invalid_input')
    for (const length of [1, 2_000]) expect((await server.sendText(ada, bert, 'x'.repeat(length))).status).toBe(201)
  })

  test("[CHAT-2] is refused to oneself, to a missing profile, and for a text over the site's limit", async () => {
    await server.close()
    server = await createTestServer({ settings: { message_length: 5 } })
    ada = await server.signUp('Ada')
    bert = await server.signUp('Bert')
    expect((await server.sendText(ada, ada)).error).toEqual({ error: 'self_not_allowed' })
    expect((await server.sendText(ada, { id: 999_999 })).error).toEqual({ error: 'not_found' })
    expect((await server.sendText(ada, bert, '123456')).error).toEqual({
      error: 'invalid_input',
      fields: { text: 'too_long' },
    })
    expect((await server.sendText(ada, bert, '12345')).status).toBe(201)
  })
})

describe('totals', () => {
  test("[PWA-8] unread messages and new likes are the server's totals in every answer", async () => {
    const carla = await server.signUp('Carla')
    await server.sendText(bert, ada)
    await server.sendText(bert, ada)
    await server.sendText(carla, ada)
    await server.as(carla)('likes.put', { params: { profile: String(ada.id) } })
    const expected = { unread_messages: 3, new_likes: 1 }
    expect((await chatsOf(ada)).counts).toEqual(expected)
    expect((await sync(ada, 0)).body.counts).toEqual(expected)
    expect((await server.as(ada)('user.get')).body.counts).toEqual(expected)
    // The like of a blocked member is in no list, and their messages do not count as unread. Neither is in a badge.
    await server.as(ada)('blocks.put', { params: { profile: String(carla.id) } })
    expect((await chatsOf(ada)).counts).toEqual({ unread_messages: 2, new_likes: 0 })
  })
})
