/** From a block on, neither side learns anything new about the other [CHAT-9]. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { TestMember } from '../../testing/members.ts'
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
  const body = { client_id: server.deps.newId(), profile: to.id, type: 'text' as const, text: 'Ciao' }
  expect((await server.as(from)('messages.send', { body })).status).toBe(201)
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

  test('a new name of the other reaches no feed before the end of the block', async () => {
    const [watcher, other] = sides()
    await block(ada, bert)
    const told = feedLength(watcher)
    await server.as(other)('profile.put', { body: { name: 'Somebody New' } })
    expect(feedLength(watcher)).toBe(told)
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
