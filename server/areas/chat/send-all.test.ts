import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRefusal } from '../../http/reply.ts'
import { inRequest } from '../../request-context.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { wordsOf } from '../../testing/calls.ts'
import { sendAll, type Send } from './send-all.ts'
import { sendMessage } from './send-message.ts'

let server: TestServer
let ada: TestMember
let bert: TestMember
let carla: TestMember
beforeEach(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada', { credits: 500 })
  bert = await server.signUp('Bert', { credits: 500 })
  carla = await server.signUp('Carla', { credits: 500 })
})
afterEach(() => server.close())

const sendOf = (from: TestMember, to: TestMember, text: string, clientId = server.deps.newId()): Send => ({
  sender: from.id,
  outgoing: { recipient: to.id, clientId, type: 'text', text, photo: null, cost: 1, protection: null },
  at: server.clock.now(),
  request: null,
})

/** The text, or the refusal, of each answer. */
const sendTogether = async (sends: readonly Send[]) =>
  (await server.deps.write((tx) => sendAll(tx, sends))).map((answer) =>
    isRefusal(answer) ? answer.body.error : wordsOf(answer.message),
  )

const draftTo = ({ id: profile }: TestMember, text: string) => ({
  client_id: server.deps.newId(),
  profile,
  type: 'text' as const,
  text,
})

const storedTexts = (): unknown[] => server.sql('select text from messages order by id').map(({ text }) => text)
const balances = (): unknown[] =>
  server.sql('select credits from users order by id').map(({ credits }) => Number(credits))

test('[CHAT-9] a refused message of a group does not stop the others', async () => {
  await server.as(bert)('blocks.put', { params: { profile: String(ada.id) } })
  const sends = [sendOf(carla, bert, 'one'), sendOf(ada, bert, 'two'), sendOf(bert, carla, 'three')]
  expect(await sendTogether(sends)).toEqual(['one', 'blocked', 'three'])
  expect(storedTexts()).toEqual(['one', 'three'])
  expect(balances()).toEqual([500, 499, 499])
})

test('[PAY-1] credits for one message pay for one of two that a member has in a group', async () => {
  server.sql('update users set credits = 1 where id = ?', ada.id)
  server.sql(`insert into ledger (user_id, amount, reason, reference, at) values (?, -499, 'demo', 'test', 0)`, ada.id)
  const sends = [sendOf(ada, bert, 'one'), sendOf(ada, carla, 'two')]
  expect(await sendTogether(sends)).toEqual(['one', 'not_enough_credits'])
  expect(storedTexts()).toEqual(['one'])
  expect(balances()).toEqual([0, 500, 500])
})

test('[CHAT-5] the same message twice in a group is stored and charged once, with the same answer', async () => {
  const clientId = server.deps.newId()
  const twice = [sendOf(ada, bert, 'one', clientId), sendOf(ada, bert, 'one', clientId)]
  const [first, second] = await server.deps.write((tx) => sendAll(tx, twice))
  expect(first).toMatchObject({ message: { text: 'one' }, credits: 499 })
  expect(second).toEqual(first)
  expect(storedTexts()).toEqual(['one'])
  expect(balances()).toEqual([499, 500, 500])
})

test('[CHAT-4] two members who write to each other in one group begin one conversation', async () => {
  expect(await sendTogether([sendOf(ada, bert, 'Hello'), sendOf(bert, ada, 'Hello too')])).toEqual([
    'Hello',
    'Hello too',
  ])
  expect(server.sql('select started_by, opening_left from conversations')).toEqual([
    { started_by: ada.id, opening_left: 0 },
  ])
  expect(server.sql('select unread from participants')).toEqual([{ unread: 1 }, { unread: 1 }])
  const { chats } = (await server.as(ada)('chats.get')).body
  expect(chats).toMatchObject([{ last_message: { text: 'Hello too' }, num_unread_messages: 1 }])
})

test('[CHAT-1] a member with several messages in a group has a change of its own number for each', async () => {
  await sendTogether([sendOf(ada, bert, 'one'), sendOf(bert, carla, 'two'), sendOf(carla, bert, 'three')])
  const changes = server.sql(`select member, seq, text from changes join messages on messages.id = changes.entity
    order by member, seq`)
  expect(changes.map(({ member, seq, text }) => [Number(member), Number(seq), text])).toEqual([
    [ada.id, 1, 'one'],
    [bert.id, 1, 'one'],
    [bert.id, 2, 'two'],
    [bert.id, 3, 'three'],
    [carla.id, 1, 'two'],
    [carla.id, 2, 'three'],
  ])
  const { body } = await server.as(bert)('sync', { query: { after: '1' } })
  expect([body.seq, body.messages.map(wordsOf)]).toEqual([3, ['two', 'three']])
})

test('[OPS-7] a message that fails in a group fails alone', async () => {
  const nobody = 999_999
  const sent = await Promise.allSettled([
    sendMessage(server.deps, ada.id, draftTo(bert, 'one')),
    sendMessage(server.deps, nobody, draftTo(bert, 'two')),
    sendMessage(server.deps, carla.id, draftTo(bert, 'three')),
  ])
  expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(new Set(storedTexts())).toEqual(new Set(['one', 'three']))
})

test('[OPS-13] each message of a group adds its jobs for the request that brought it', async () => {
  await Promise.all([
    inRequest('first', () => sendMessage(server.deps, ada.id, draftTo(bert, 'one'))),
    inRequest('second', () => sendMessage(server.deps, carla.id, draftTo(bert, 'two'))),
  ])
  const jobs = server.sql(`select request, payload from jobs where kind = 'mail.new_conversation' order by request`)
  expect(jobs.map(({ request, payload }) => [request, JSON.parse(String(payload))])).toEqual([
    ['first', { sender: ada.id, recipient: bert.id }],
    ['second', { sender: carla.id, recipient: bert.id }],
  ])
})

test('[OPS-7] a large group, which is written as lists, leaves the same rows as single messages', async () => {
  const others = []
  for (let index = 0; index < 9; index += 1) others.push(await server.signUp(`Member ${index}`, { credits: 500 }))
  const ring = [ada, bert, carla, ...others]
  const sends = (text: string) => ring.map((from, index) => sendOf(from, ring[(index + 1) % ring.length] ?? ada, text))
  /** The rows of each message. */
  const written = (text: string): unknown[] =>
    server.sql(
      `select m.sender, p.member, p.unread, c.last_message = m.id as is_last, c.opening_left, l.amount, l.balance,
          u.feed_seq, (select count(*) from changes where entity = m.id) as changes,
          (select count(*) from jobs where kind = 'mail.new_conversation') as mails
        from messages m join conversations c on c.id = m.conversation
        join participants p on p.conversation = c.id and p.member <> m.sender
        join ledger l on l.reference = cast(m.id as text) and l.reason = 'message' join users u on u.id = m.sender
        where m.text = ? order by m.sender`,
      text,
    )
  await sendTogether(sends('together'))
  const together = written('together')
  expect(together).toHaveLength(ring.length)
  server.sql(`delete from messages`)
  server.sql(`delete from changes`)
  server.sql(`delete from jobs`)
  server.sql(`delete from ledger where reason = 'message'`)
  server.sql(`delete from participants`)
  server.sql(`delete from conversations`)
  server.sql(`update users set credits = 500, feed_seq = 0`)
  for (const send of sends('alone')) await sendTogether([send])
  expect(written('alone')).toEqual(together)
})
