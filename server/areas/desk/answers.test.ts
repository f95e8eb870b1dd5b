import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { runJobs } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { refundUnanswered } from '../fictional/awaited-answers.ts'

let server: TestServer
let ada: TestMember
let robot: TestMember
let desk: DeskCaller
beforeEach(async () => {
  server = await createTestServer({ settings: { fictional_responder: 'staff' }, env: { MODE: 'production' } })
  ada = await server.signUp('Ada', { credits: 10, language: 'en' })
  robot = await server.signUp('Robot', { fictional: true })
  desk = deskOn(server.app, (await addTestStaff(server.deps, 'Orla', 'support')).cookie)
})
afterEach(() => server.close())

const write = async (text: string): Promise<number> => (await server.sendText(ada, robot, text)).body.message.id
const params = () => ({ profile: String(robot.id), member: String(ada.id) })
const said = async () =>
  (
    await server.as(ada)('messages.list', { params: { conversation: `${ada.id}-${robot.id}` }, query: {} })
  ).body.messages.filter(({ sender }) => sender === robot.id)
const acts = () => server.sql(`select act from audit where act not like 'session.%' order by id`).map(({ act }) => act)

test('[GUARD-7] staff see who waits, open the conversation, and answer it', async () => {
  await write('Hello')
  const last = await write('Do you like the sea?')
  const { body } = await desk('answers.list')
  const at = server.deps.now()
  expect(body).toEqual({
    conversations: [
      {
        profile: { id: robot.id, name: 'Robot' },
        member: { id: ada.id, name: 'Ada' },
        waiting: 2,
        since: at,
        refund_at: at + DAY_MS,
      },
    ],
    total: 1,
    responder: 'staff',
  })
  const opened = (await desk('answers.open', { params: params() })).body
  expect(opened.lines.map(({ text, is_member }) => [text, is_member])).toEqual([
    ['Hello', true],
    ['Do you like the sea?', true],
  ])
  expect([opened.message, opened.language]).toEqual([last, 'en'])
  expect((await desk('answers.send', { params: params(), body: { message: last, text: 'I do' } })).status).toBe(200)
  expect(await said()).toMatchObject([{ text: 'I do' }])
  expect((await desk('answers.list')).body.conversations).toEqual([])
  // Each look and each answer is a row of the audit [DESK-3].
  expect(acts()).toEqual(['member.show_conversation', 'fictional.answer'])
})

test('[GUARD-7] a message that came after the opening still waits', async () => {
  const first = await write('Hello')
  await write('Are you there?')
  await desk('answers.send', { params: params(), body: { message: first, text: 'Hi' } })
  expect((await desk('answers.list')).body.conversations).toMatchObject([{ waiting: 1 }])
})

test('[GUARD-7] one answer or one refund: a second answer and a late one are refused', async () => {
  const message = await write('Hello')
  const body = { message, text: 'Hi' }
  const both = await Promise.all([1, 2].map(() => desk('answers.send', { params: params(), body })))
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(both.filter(({ status }) => status === 404)).toHaveLength(1)
  const late = await write('And now?')
  server.clock.advance(DAY_MS)
  await refundUnanswered(server.deps)
  expect((await desk('answers.send', { params: params(), body: { message: late, text: 'Hi' } })).status).toBe(401)
  desk = deskOn(server.app, (await addTestStaff(server.deps, 'Tom', 'support')).cookie)
  expect((await desk('answers.send', { params: params(), body: { message: late, text: 'Hi' } })).status).toBe(404)
  expect(await said()).toHaveLength(1)
})

test('[GUARD-7] nobody opens a conversation that does not wait, and the truth is answered by the script', async () => {
  expect((await desk('answers.open', { params: params() })).status).toBe(404)
  await write('Are you a real person?')
  server.clock.advance(1_000)
  await runJobs(server)
  await runJobs(server)
  expect(await said()).toHaveLength(1)
  expect((await desk('answers.list')).body.conversations).toEqual([])
  expect((await desk('answers.open', { params: params() })).status).toBe(404)
  expect(acts()).toEqual([])
})

test('[GUARD-7] a hundred older conversations of a domain with another responder neither hide nor count', async () => {
  const eve = await server.signUp('Eve')
  server.sql(`update users set domain = 'nacht.test' where id = ?`, eve.id)
  server.sql(
    `insert into site_settings (domain, key, value) values ('nacht.test', 'fictional_responder', '"scripted"')`,
  )
  const older = server.deps.now() - 1_000
  for (let message = 1; message <= 100; message += 1)
    server.sql(
      'insert into awaited_answers (message, member, profile, credits, at) values (?, ?, ?, 1, ?)',
      1_000_000 + message,
      eve.id,
      robot.id + message,
      older,
    )
  await write('Hello')
  const { conversations, total } = (await desk('answers.list')).body
  expect([conversations.map(({ member }) => member.name), total]).toEqual([['Ada'], 1])
})

test('[GUARD-7] conversations of a site with another responder are not listed', async () => {
  await write('Hello')
  Object.assign(server.deps.settings(), { fictional_responder: 'scripted' })
  expect((await desk('answers.list')).body).toMatchObject({ conversations: [], responder: 'scripted' })
})
