import { afterEach, beforeEach, expect, test } from 'vitest'
import { GIFTS, type Gift } from '#contract/entities/chat.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada', { credits: 30 })
  bert = await server.signUp('Bert')
})
afterEach(() => server.close())

const give = (gift: Gift, clientId = server.deps.newId()) =>
  server.as(ada)('messages.send', { body: { client_id: clientId, profile: bert.id, type: 'gift', gift } })
const ledgerOf = (member: TestMember) =>
  server.sql(`select amount, reason, reference from ledger where user_id = ? and reason <> 'signup'`, member.id)

test('[CHAT-3] each gift arrives as a gift, in the list, by sync and as the last message', async () => {
  for (const gift of GIFTS) expect((await give(gift)).status).toBe(201)
  const params = { conversation: conversationId(ada.id, bert.id) }
  const { messages } = (await server.as(bert)('messages.list', { params, query: {} })).body
  expect(messages.map((message) => message.type === 'gift' && message.gift)).toEqual([...GIFTS])
  const news = (await server.as(bert)('sync', { query: { after: '0' } })).body
  expect(news.messages).toEqual(messages)
  expect(news.chats).toMatchObject([
    { num_unread_messages: GIFTS.length, last_message: { type: 'gift', gift: 'star' } },
  ])
}, 10_000)

test('[CHAT-3] an unknown gift or a gift with a text is refused', async () => {
  const shared = { client_id: server.deps.newId(), profile: bert.id }
  for (const body of [
    { ...shared, type: 'gift', gift: 'yacht' },
    { ...shared, type: 'gift' },
    { ...shared, type: 'gift', text: 'Ciao' },
    { ...shared, type: 'video', text: 'Ciao' },
  ]) {
    const answer = await server.as(ada)('messages.send', { body: body as never })
    expect([answer.status, answer.error?.error]).toEqual([400, 'invalid_input'])
  }
  expect(server.sql('select * from messages')).toEqual([])
})

test('[CHAT-2] a gift costs three credits, once, with its own ledger reason', async () => {
  const clientId = server.deps.newId()
  const answers = await Promise.all(Array.from({ length: 10 }, () => give('rose', clientId)))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  const [first] = answers
  expect(first?.body).toMatchObject({ message: { type: 'gift', gift: 'rose', sender: ada.id }, credits: 27 })
  const reference = String(first?.body.message.id)
  expect(ledgerOf(ada)).toEqual([{ amount: -3, reason: 'gift', reference }])
  server.clock.advance(1_000)
  await give('kiss')
  // Much later a repeat still gets the first answer, with the credits of that time.
  expect((await give('rose', clientId)).body).toEqual(first?.body)
})

test('[CHAT-2] credits that do not cover a gift may cover a text', async () => {
  const poor = await server.signUp('Poor', { credits: 2 })
  const gift = { client_id: server.deps.newId(), profile: bert.id, type: 'gift' as const, gift: 'teddy' as const }
  const refused = await server.as(poor)('messages.send', { body: gift })
  expect([refused.status, refused.error]).toEqual([402, { error: 'not_enough_credits', cost: 3, credits: 2 }])
  const text = { client_id: gift.client_id, profile: bert.id, type: 'text' as const, text: 'Ciao' }
  // The refused gift has not used up the client id.
  expect((await server.as(poor)('messages.send', { body: text })).body.credits).toBe(1)
})

test('[CHAT-2] the price of a gift is a setting', async () => {
  await server.close()
  server = await createTestServer({ settings: { gift_credits: 7 } })
  ada = await server.signUp('Ada', { credits: 8 })
  bert = await server.signUp('Bert')
  expect((await give('heart')).body.credits).toBe(1)
})
