import { afterEach, beforeEach, expect, test } from 'vitest'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { DAY_MS } from '#contract/limits.ts'
import { forgetAgedUnread } from './mark-read.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { wordsOf } from '../../testing/calls.ts'

let server: TestServer
let ada: TestMember
let bert: TestMember
const start = async (settings = {}) => {
  server = await createTestServer({ settings })
  ada = await server.signUp('Ada', { credits: 500 })
  bert = await server.signUp('Bert', { credits: 500 })
}
beforeEach(() => start())
afterEach(() => server.close())

/** Advances the clock while everyone stays logged in. */
const pass = (ms: number) => {
  server.clock.advance(ms)
  server.sql('update sessions set expires_at = ?', server.clock.now() + DAY_MS)
}
const send = async (from: TestMember, to: TestMember, text: string): Promise<void> => {
  expect((await server.sendText(from, to, text)).status).toBe(201)
}
const listOf = async (member: TestMember, before?: number) => {
  const params = { conversation: conversationId(ada.id, bert.id) }
  return (await server.as(member)('messages.list', { params, query: before ? { before: String(before) } : {} })).body
}
const syncAll = async (member: TestMember) => (await server.as(member)('sync', { query: { after: '0' } })).body

test('[CHAT-10] messages older than 180 days are in no list and no sync, and the list reports that some are hidden', async () => {
  await send(ada, bert, 'old')
  pass(DAY_MS)
  await send(bert, ada, 'young')
  pass(179 * DAY_MS)
  expect([(await listOf(ada)).messages.map(wordsOf), (await listOf(ada)).older_hidden]).toEqual([
    ['old', 'young'],
    false,
  ])
  pass(1)
  for (const member of [ada, bert]) {
    expect([(await listOf(member)).messages.map(wordsOf), (await listOf(member)).older_hidden]).toEqual([
      ['young'],
      true,
    ])
    const news = await syncAll(member)
    expect(news.messages.map(wordsOf)).toEqual(['young'])
    expect(news.chats).toMatchObject([{ last_message: { text: 'young' } }])
  }
})

test('[CHAT-10] a conversation with only old messages stays, without its last message', async () => {
  await send(ada, bert, 'old')
  pass(180 * DAY_MS + 1)
  const { chats, profiles } = (await server.as(bert)('chats.get')).body
  expect(chats).toMatchObject([{ profile: ada.id, last_message: null, closed: null }])
  expect(profiles).toMatchObject([{ name: 'Ada' }])
  expect(await listOf(bert)).toMatchObject({ chat: { last_message: null }, messages: [], before: null })
  expect((await listOf(bert)).older_hidden).toBe(true)
  expect((await syncAll(bert)).chats).toMatchObject([{ last_message: null }])
  // New messages continue it.
  await send(bert, ada, 'hello again')
  expect((await listOf(ada)).messages.map(wordsOf)).toEqual(['hello again'])
})

test('[CHAT-10] an unopened message that becomes too old leaves the badge, and is not marked as read', async () => {
  const carla = await server.signUp('Carla', { credits: 10 })
  await send(ada, bert, 'old')
  pass(100 * DAY_MS)
  await send(carla, bert, 'young')
  pass(80 * DAY_MS + 1)
  const { seq, counts } = (await server.as(bert)('chats.get')).body
  expect(counts.unread_messages).toBe(2)
  for (let round = 0; round < 2; round += 1) await forgetAgedUnread(server.deps, bert.id)
  const news = (await server.as(bert)('sync', { query: { after: String(seq) } })).body
  expect(news).toMatchObject({
    seq: seq + 1,
    counts: { unread_messages: 1 },
    chats: [{ profile: ada.id, num_unread_messages: 0, my_read_up_to: 0 }],
  })
  expect((await server.as(ada)('chats.get')).body.chats).toMatchObject([{ read_up_to: 0 }])
})

test('[CHAT-10] paging back ends at the hidden messages', async () => {
  for (let index = 0; index < 40; index += 1) await send(ada, bert, `old ${index}`)
  pass(100 * DAY_MS)
  for (let index = 0; index < 40; index += 1) await send(bert, ada, `young ${index}`)
  pass(100 * DAY_MS)
  const first = await listOf(ada)
  expect([first.messages.length, first.older_hidden]).toEqual([30, true])
  const second = await listOf(ada, first.before ?? 0)
  expect([second.messages.map(wordsOf).at(0), second.messages.length, second.before]).toEqual(['young 0', 10, null])
  expect((await listOf(ada, second.messages[0]?.id)).messages).toEqual([])
})

test('[CHAT-10] deleted messages are not reported as hidden by age', async () => {
  await send(ada, bert, 'old')
  await server.as(ada)('chats.delete', { body: { conversation: conversationId(ada.id, bert.id) } })
  pass(200 * DAY_MS)
  await send(bert, ada, 'new')
  expect([(await listOf(ada)).older_hidden, (await listOf(bert)).older_hidden]).toEqual([false, true])
})

test('[CHAT-10] the age limit is a setting', async () => {
  await server.close()
  await start({ message_days: 7 })
  await send(ada, bert, 'old')
  pass(7 * DAY_MS + 1)
  expect((await listOf(bert)).messages).toEqual([])
})
