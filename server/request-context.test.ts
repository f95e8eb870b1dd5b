import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { REQUEST_ID_HEADER } from '#contract/device.ts'
import { DAY_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import { giveBack } from './areas/fictional/awaited-answers.ts'
import { purge } from './areas/leaving/purge.ts'
import { BUSINESS_EVENTS } from './logging.ts'
import { TEST_PASSWORD, type TestMember } from './testing/members.ts'
import { runJobs } from './testing/post-office.ts'
import { buyCredits } from './testing/sandbox.ts'
import { createTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
let lines: Record<string, unknown>[]
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  lines = []
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  })
  server = await createTestServer({ log: pino({ level: 'info', base: null }, sink) })
  anna = await server.signUp('Anna', { credits: 100 })
  bert = await server.signUp('Bert', { credits: 100 })
  lines.splice(0)
})
afterEach(() => server.close())

const send = async (request: string, from: TestMember, to: TestMember): Promise<Response> =>
  server.app.request('/api/messages', {
    method: 'POST',
    headers: { cookie: from.cookie, 'content-type': 'application/json', [REQUEST_ID_HEADER]: request },
    body: JSON.stringify({ client_id: server.deps.newId(), profile: to.id, type: 'text', text: 'Good morning' }),
  })
const linesOf = (request: string): unknown[] =>
  lines.filter((line) => line['request'] === request).map(({ msg, kind, event }) => event ?? kind ?? msg)

test('[OPS-13] the id of a request is in the lines of its event and of its jobs', async () => {
  expect((await send('first-message', bert, anna)).status).toBe(201)
  await runJobs(server, { log: server.deps.log })
  expect(linesOf('first-message')).toEqual(expect.arrayContaining(['message_sent', 'request', 'mail.new_conversation']))
})

test('[OPS-13] requests whose writes share one commit keep their own ids', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `together-${index}`)
  await Promise.all(ids.map((id, index) => (index % 2 === 0 ? send(id, bert, anna) : send(id, anna, bert))))
  for (const id of ids) expect(linesOf(id).filter((line) => line === 'message_sent')).toHaveLength(1)
})

test('[OPS-13] a failed job logs the id of its request, also after a restart', async () => {
  await send('comes-back', bert, anna)
  const mailer = { close: () => undefined, send: () => Promise.reject(new Error('no mail server')) }
  await runJobs(server, { mailer, log: server.deps.log })
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'job failed', kind: 'mail.new_conversation', request: 'comes-back' }),
  )
  // The id is in the row, so another process knows it as well.
  expect(server.sql(`select request from jobs where kind = 'mail.new_conversation'`)).toEqual([
    { request: 'comes-back' },
  ])
})

test('[OPS-13] a write that is rolled back leaves no event, and an event has no data of a member', async () => {
  await expect(
    server.deps.write((tx) => {
      tx.happened('liked')
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(lines.filter(({ event }) => event !== undefined)).toEqual([])
  await send('only-words', bert, anna)
  await server.as(anna)('likes.put', { params: { profile: String(bert.id) } })
  await server.as(bert)('likes.put', { params: { profile: String(anna.id) } })
  const events = lines.filter(({ event }) => event !== undefined)
  expect(events.map(({ event }) => event)).toEqual(['message_sent', 'liked', 'matched'])
  for (const event of events) {
    expect(Object.keys(event).toSorted()).toEqual(expect.arrayContaining(['event', 'level', 'msg', 'request', 'time']))
    expect(Object.values(BUSINESS_EVENTS)).toContain(event['msg'])
    // `kind` is a word from a closed list.
    expect(
      Object.keys(event).filter((key) => !['event', 'kind', 'level', 'msg', 'request', 'time'].includes(key)),
    ).toEqual([])
  }
})

test('[OPS-13] [PAY-5] purchases, letters, missed answers and erased accounts are events, too', async () => {
  await buyCredits(server, anna)
  await server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'spam' } })
  const complaint = { name: 'Someone', email: 'someone@example.test', text: 'Nobody has answered me, for three weeks.' }
  await server.visitor('complaints.send', { body: complaint })
  await server.deps.write((tx) => giveBack(tx, { message: 1, member: anna.id, credits: 0 }, server.clock.now()))
  await server.as(bert)('user.delete', { body: { password: TEST_PASSWORD } })
  server.clock.advance(REACTIVATION_DAYS * DAY_MS)
  for (let turn = 0; turn < 2; turn += 1) await purge(server.deps, bert.id)
  const events = lines.filter(({ event }) => event !== undefined)
  expect(events.map(({ event, kind }) => [event, kind])).toEqual([
    ['payment_changed', 'pending'],
    ['payment_changed', 'completed'],
    ['letter_received', 'report'],
    ['letter_received', 'complaint'],
    ['answer_missed', undefined],
    ['deletion_asked', undefined],
    ['account_erased', undefined],
  ])
})
