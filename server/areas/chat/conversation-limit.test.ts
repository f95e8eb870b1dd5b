import { afterEach, beforeEach, expect, test } from 'vitest'
import { CONVERSATIONS_FREE } from '#contract/limits.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { MemberExtras, TestMember } from '../../testing/members.ts'
import { jpegOf, uploadMessage } from '../../testing/photos.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { isPostgres } from '../../testing/test-engine.ts'

let server: TestServer
let ada: TestMember
beforeEach(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada', { credits: 50 })
})
afterEach(() => server.close())

const send = (from: TestMember, to: TestMember, clientId = server.deps.newId()) =>
  server.sendText(from, to, 'Ciao', clientId)

const someone = (name: string, extras: MemberExtras = {}) => server.signUp(name, { credits: 50, ...extras })
const startAll = async (from: TestMember, names: string[], extras: MemberExtras = {}) => {
  const answers = []
  for (const name of names) answers.push(await send(from, await someone(name, extras)))
  return answers
}

test('[CHAT-4] [PAY-12] a free member starts two conversations; the third is for Premium members', async () => {
  expect(CONVERSATIONS_FREE).toBe(2)
  const answers = await startAll(ada, ['Bert', 'Carla', 'Dora'])
  expect(answers.map(({ status, error }) => [status, error?.error])).toEqual([
    [201, undefined],
    [201, undefined],
    [403, 'conversation_limit'],
  ])
  // The refused message leaves no conversation and no debit.
  expect(server.sql('select count(*) as n from conversations')).toEqual([{ n: 2 }])
  expect(server.sql('select credits from users where id = ?', ada.id)).toEqual([{ credits: 48 }])
  server.sql('update users set paid_user = 1 where id = ?', ada.id)
  expect((await startAll(ada, ['Emil', 'Fritz', 'Gina'])).map(({ status }) => status)).toEqual([201, 201, 201])
})

test('[CHAT-4] both can continue without limit, and conversations that others start do not count', async () => {
  const [bert, carla] = [await someone('Bert'), await someone('Carla')]
  for (const partner of [bert, carla, bert, carla]) expect((await send(ada, partner)).status).toBe(201)
  for (const name of ['Dora', 'Emil']) {
    const other = await someone(name)
    await send(other, ada)
    expect((await send(ada, other)).status).toBe(201)
  }
})

test('[CHAT-4] fictional profiles count, and so do conversations that either side deleted', async () => {
  const bert = await someone('Bert')
  await send(ada, bert)
  await startAll(ada, ['Robot'], { fictional: true })
  for (const member of [ada, bert])
    await server.as(member)('chats.delete', { body: { conversation: conversationId(ada.id, bert.id) } })
  expect((await startAll(ada, ['Dora']))[0]?.error).toEqual({ error: 'conversation_limit' })
  // A deleted conversation can be continued.
  expect((await send(ada, bert)).status).toBe(201)
})

test('[CHAT-4] thirty parallel messages to thirty members start two conversations', async () => {
  const others = await Promise.all(Array.from({ length: 30 }, (_, index) => someone(`Other ${index}`)))
  const answers = await Promise.all(others.map((other) => send(ada, other)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(server.sql('select count(*) as n from conversations')).toEqual([{ n: 2 }])
})

test('[CHAT-4] applies to gifts and photos too, and a repeat of a sent message does not count again', async () => {
  const [bert, carla, dora] = [await someone('Bert'), await someone('Carla'), await someone('Dora')]
  const clientId = server.deps.newId()
  await send(ada, bert, clientId)
  await send(ada, carla)
  const gift = { client_id: server.deps.newId(), profile: dora.id, type: 'gift', gift: 'rose' } as const
  expect((await server.as(ada)('messages.send', { body: gift })).error).toEqual({ error: 'conversation_limit' })
  expect((await uploadMessage(server, ada, dora, await jpegOf())).error).toEqual({ error: 'conversation_limit' })
  expect((await send(ada, bert, clientId)).status).toBe(201)
})

test("[CHAT-4] the count reads only the member's own conversations", { skip: isPostgres }, () => {
  const plan = server
    .sql(
      `explain query plan select count(*) from participants as p cross join conversations as c on c.id = p.conversation
        where p.member = +? and +c.started_by = +?`,
      1,
      1,
    )
    .map(({ detail }) => String(detail))
  expect(plan).toEqual(['SEARCH p USING PRIMARY KEY (member=?)', 'SEARCH c USING INTEGER PRIMARY KEY (rowid=?)'])
})

test('[CHAT-15] a member sees how many conversations are left, and whether a profile would use one', async () => {
  const left = async () => (await server.as(ada)('user.get')).body.user?.conversations_left
  const talked = async (id: number) =>
    (await server.as(ada)('members.get', { params: { id: String(id) } })).body.profile.talked
  const [bert, carla] = [await someone('Bert'), await someone('Carla')]
  expect([await left(), await talked(bert.id)]).toEqual([2, false])
  await send(ada, bert)
  expect([await left(), await talked(bert.id)]).toEqual([1, true])
  // A deleted conversation still counts, and continuing it uses no further one.
  await server.as(ada)('chats.delete', { body: { conversation: conversationId(ada.id, bert.id) } })
  expect([await left(), await talked(bert.id)]).toEqual([1, true])
  await send(carla, ada)
  expect([await left(), await talked(carla.id)]).toEqual([1, true])
  await startAll(ada, ['Dora'])
  expect(await left()).toBe(0)
  server.sql('update users set paid_user = 1 where id = ?', ada.id)
  expect(await left()).toBeNull()
})
