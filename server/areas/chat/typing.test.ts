import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StreamEvent } from '#contract/events.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { RATES } from '../../rates.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts'

let server: TestServer
let ada: TestMember
let bert: TestMember
let heard: [name: string, event: StreamEvent][]
const start = async (options: TestServerOptions = {}) => {
  server = await createTestServer(options)
  ada = await server.signUp('Ada')
  bert = await server.signUp('Bert')
  heard = []
  listen(ada)
  listen(bert)
}
const listen = (member: TestMember) =>
  server.deps.bus.open(member.id, member.sessionHash, { send: (event) => heard.push([member.name, event]) })
beforeEach(() => start())
afterEach(() => server.close())

const type = (from: TestMember, to: { id: number }, typing = true) =>
  server.as(from)('typing.send', { body: { profile: to.id, typing } })
const typingOf = () => heard.filter(([, { type: kind }]) => kind === 'typing')
const event = (typing: boolean) => ({
  type: 'typing',
  conversation: conversationId(ada.id, bert.id),
  profile: ada.id,
  typing,
})

test('[CHAT-7] only the partner learns at once that someone starts or stops typing', async () => {
  listen(await server.signUp('Carla'))
  expect((await type(ada, bert)).body).toEqual({})
  expect((await type(ada, bert, false)).body).toEqual({})
  expect(heard).toEqual([
    ['Bert', event(true)],
    ['Bert', event(false)],
  ])
})

test('[CHAT-7] all streams of the partner get the hint', async () => {
  listen(bert)
  await type(ada, bert)
  expect(heard.map(([name]) => name)).toEqual(['Bert', 'Bert'])
})

test('[CHAT-7] the hint is never stored, queued or sent later', async () => {
  await server.sendText(ada, bert, 'Ciao')
  await server.deps.settled()
  const written = () => server.sql('select total_changes() as n')
  const before = written()
  for (let count = 0; count < 5; count += 1) await type(ada, bert)
  await server.deps.settled()
  expect(written()).toEqual(before)
  // A stream that opens now does not get the earlier hint.
  heard = []
  listen(bert)
  expect(heard).toEqual([])
})

test('[CHAT-9] with a block on either side the partner gets no hint, and the sender cannot tell', async () => {
  for (const [blocker, blocked] of [
    [ada, bert],
    [bert, ada],
  ] as const) {
    await server.as(blocker)('blocks.put', { params: { profile: String(blocked.id) } })
    for (const [from, to] of [
      [ada, bert],
      [bert, ada],
    ] as const)
      expect(await type(from, to)).toMatchObject({ status: 200, body: {} })
    await server.as(blocker)('blocks.delete', { params: { profile: String(blocked.id) } })
  }
  expect(typingOf()).toEqual([])
  await type(ada, bert)
  expect(typingOf()).toHaveLength(1)
})

test('[CHAT-12] no hint is sent if one of the two is unconfirmed or leaving', async () => {
  await server.sendText(ada, bert, 'Ciao')
  for (const member of [ada, bert])
    for (const status of ['not_confirmed', 'deleting']) {
      server.sql('update users set status = ? where id = ?', status, member.id)
      await type(ada, bert)
      server.sql(`update users set status = 'active' where id = ?`, member.id)
    }
  expect(typingOf()).toEqual([])
})

test('[PROF-10] an invisible member is not found, and typing first does not reveal them', async () => {
  const hidden = await server.signUp('Hidden', { invisible: true })
  listen(hidden)
  expect((await type(ada, hidden)).error).toEqual({ error: 'not_found' })
  await type(hidden, ada)
  expect(typingOf()).toEqual([])
})

test('[CHAT-7] typing to oneself or to a missing profile is refused', async () => {
  expect((await type(ada, ada)).error).toEqual({ error: 'self_not_allowed' })
  expect((await type(ada, { id: 999_999 })).error).toEqual({ error: 'not_found' })
})

test('[SAFE-6] hints are rate limited per member', async () => {
  await server.close()
  await start({ rates: { ...RATES, typing: { count: 2, perMs: 60_000 } } })
  const statuses = [await type(ada, bert), await type(ada, bert), await type(ada, bert)].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 429])
  expect(typingOf()).toHaveLength(2)
})
