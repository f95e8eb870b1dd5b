/** The reason why a member cannot write, for the composer: in lists, by sync, and on sending. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { jpegOf, uploadMessage } from '../../testing/photos.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada', { credits: 50 })
  bert = await server.signUp('Bert', { credits: 50 })
})
afterEach(() => server.close())

const shared = (to: TestMember) => ({ client_id: server.deps.newId(), profile: to.id })
const gift = (from: TestMember, to: TestMember) =>
  server.as(from)('messages.send', { body: { ...shared(to), type: 'gift', gift: 'rose' } })
const photo = async (from: TestMember, to: TestMember) => uploadMessage(server, from, to, await jpegOf())
const closedFor = async (member: TestMember, other: TestMember) => {
  const params = { conversation: conversationId(member.id, other.id) }
  const [listed] = (await server.as(member)('chats.get')).body.chats
  const opened = (await server.as(member)('messages.list', { params, query: {} })).body.chat
  expect(opened).toEqual(listed)
  return listed?.closed
}
const block = (from: TestMember, to: TestMember) =>
  server.as(from)('blocks.put', { params: { profile: String(to.id) } })

test('[CHAT-9] the blocked and the blocking member can send neither text nor gift nor photo', async () => {
  await server.sendText(ada, bert)
  await block(bert, ada)
  expect([await closedFor(ada, bert), await closedFor(bert, ada)]).toEqual(['blocked', 'blocking'])
  for (const send of [server.sendText, gift, photo]) {
    expect((await send(ada, bert)).error).toEqual({ error: 'blocked', name: 'Bert' })
    expect((await send(bert, ada)).error).toEqual({ error: 'blocking' })
  }
  await block(ada, bert)
  // If both block, the block that the member can lift comes first.
  expect([await closedFor(ada, bert), await closedFor(bert, ada)]).toEqual(['blocking', 'blocking'])
})

test('[CHAT-9] without a conversation, a block is reported on sending', async () => {
  await block(bert, ada)
  for (const send of [server.sendText, gift, photo])
    expect((await send(ada, bert)).error).toMatchObject({ error: 'blocked' })
})

test('[CHAT-12] a partner who deletes the account closes the conversation', async () => {
  await server.sendText(bert, ada)
  const { seq } = (await server.as(ada)('chats.get')).body
  await server.as(bert)('user.delete', { body: { password: TEST_PASSWORD } })
  const news = (await server.as(ada)('sync', { query: { after: String(seq) } })).body
  expect(news.chats).toMatchObject([{ closed: 'recipient_deleted' }])
  for (const send of [server.sendText, gift, photo]) {
    const answer = await send(ada, bert)
    expect([answer.status, answer.error]).toEqual([410, { error: 'recipient_deleted' }])
  }
})

test('[CHAT-12] nothing can be sent to an unconfirmed partner, but their earlier messages stay visible', async () => {
  await server.sendText(bert, ada)
  server.sql(`update users set status = 'not_confirmed' where id = ?`, bert.id)
  expect(await closedFor(ada, bert)).toBe('recipient_unconfirmed')
  for (const send of [server.sendText, gift, photo]) {
    const answer = await send(ada, bert)
    expect([answer.status, answer.error]).toEqual([409, { error: 'recipient_unconfirmed' }])
  }
})

test('[CHAT-11] a conversation shows that its profile is fictional, from before the first message on', async () => {
  const made = await server.signUp('Made', { fictional: true })
  const params = { conversation: conversationId(ada.id, made.id) }
  const empty = (await server.as(ada)('messages.list', { params, query: {} })).body
  expect([empty.chat, empty.profile.fictional]).toEqual([null, true])
  expect((await server.as(ada)('user.get')).body.user?.credits).toBe(50)
  await server.sendText(ada, made)
  expect((await server.as(ada)('messages.list', { params, query: {} })).body.profile.fictional).toBe(true)
  expect((await server.as(ada)('chats.get')).body.profiles).toMatchObject([{ fictional: true }])
})
