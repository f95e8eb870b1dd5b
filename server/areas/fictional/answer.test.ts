import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StreamEvent } from '#contract/events.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { PushPayload } from '#contract/push.ts'
import type { PushSender } from '../../adapters/push.ts'
import type { TestMember } from '../../testing/members.ts'
import { pushDevice } from '../../testing/push-device.ts'
import { runJobs } from '../../testing/post-office.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts'
import { jobHandlers } from '../../jobs/handlers.ts'
import { inboxMailer } from '../../adapters/mail.ts'

let server: TestServer
let ada: TestMember
let robot: TestMember
let heard: StreamEvent[]
let stopHearing: () => void
const begin = async (options: TestServerOptions = {}, language: 'it' | 'en' = 'it') => {
  server = await createTestServer(options)
  ada = await server.signUp('Ada', { credits: 50, language })
  robot = await server.signUp('Robot', { gender: 'male', fictional: true })
  heard = []
  stopHearing = server.deps.bus.open(ada.id, ada.sessionHash, { send: (event) => heard.push(event) })
}
beforeEach(() => begin())
afterEach(() => server.close())

const send = (text: string) => server.sendText(ada, robot, text)
const conversation = () => conversationId(ada.id, robot.id)
const list = async () =>
  (await server.as(ada)('messages.list', { params: { conversation: conversation() }, query: {} })).body
const said = async () => (await list()).messages.filter(({ sender }) => sender === robot.id)
const words = async () => (await said()).map((message) => (message.type === 'text' ? message.text : message.type))
const kinds = () => server.sql('select kind from jobs order by id').map(({ kind }) => kind)
const typing = () => heard.filter((event) => event.type === 'typing')

/** Advances the clock and runs due jobs. */
const wait = async (ms: number, stepMs = 100) => {
  for (let passed = 0; passed < ms; passed += stepMs) {
    server.clock.advance(stepMs)
    const due = server.sql('select 1 from jobs where failed_at is null and run_at <= ?', server.clock.now())
    if (due.length > 0) await runJobs(server)
  }
}

describe('[GUARD-7] an answer', () => {
  test('[CHAT-7] comes after two to six seconds, during which typing is shown', async () => {
    for (let round = 0; round < 5; round += 1) {
      const at = server.clock.now()
      heard = []
      await send('Ciao!')
      expect(typing()).toEqual([])
      await wait(1_000)
      expect(typing()).toEqual([{ type: 'typing', conversation: conversation(), profile: robot.id, typing: true }])
      expect(await said()).toHaveLength(round)
      await wait(6_000)
      expect(await said()).toHaveLength(round + 1)
      expect(typing().at(-1)).toMatchObject({ typing: false })
      const took = ((await said()).at(-1)?.sent_at ?? 0) - at
      expect(took).toBeGreaterThanOrEqual(2_000)
      expect(took).toBeLessThanOrEqual(6_000)
      await wait(60_000, 30_000)
    }
    expect(kinds()).toEqual([])
  })

  test('[SAFE-7] is a normal message: in feed, unread and push, and marked fictional everywhere', async () => {
    const device = pushDevice('https://fcm.googleapis.com/fcm/send/ada')
    await server.as(ada)('user.push', { body: { subscription: device.subscription } })
    stopHearing()
    await send('Ciao!')
    const { seq } = (await server.as(ada)('chats.get')).body
    await wait(800)
    server.clock.advance(6_000)
    const pushed: PushPayload[] = []
    const push: PushSender = {
      send: async (_, payload) => (pushed.push(JSON.parse(payload) as PushPayload), { kind: 'sent' }),
    }
    // Run the answer, and the jobs it creates.
    await runJobs(server, { push })
    await runJobs(server, { push })
    const news = (await server.as(ada)('sync', { query: { after: String(seq) } })).body
    expect(news.messages).toMatchObject([{ sender: robot.id, type: 'text' }])
    expect(news.chats).toMatchObject([{ profile: robot.id, num_unread_messages: 1 }])
    expect(news.profiles).toMatchObject([{ id: robot.id, fictional: true }])
    expect(news.counts).toMatchObject({ unread_messages: 1 })
    expect(pushed).toMatchObject([
      {
        notification: {
          body: 'Hai un nuovo messaggio da un profilo fittizio',
          data: { profile: { fictional: true } },
        },
      },
    ])
  })

  test("[PAY-1] costs the member nothing, and marks the member's messages as read", async () => {
    const { body } = await send('Ciao!')
    await wait(6_000)
    expect(await said()).toHaveLength(1)
    expect((await server.as(ada)('user.get')).body.user).toMatchObject({ credits: 49 })
    expect((await list()).chat?.read_up_to).toBeGreaterThanOrEqual(body.message.id)
    expect(server.sql(`select sum(amount) as spent from ledger where reason = 'message'`)).toEqual([{ spent: -1 }])
    const wrong = server.sql(
      `select id from users where credits <> (select sum(amount) from ledger where user_id = users.id)`,
    )
    expect(wrong).toEqual([])
  })

  test('is one for all messages written in a row, and no second one follows', async () => {
    await send('Ciao!')
    await wait(1_500)
    await send('Come va?')
    await wait(1_500)
    await send('Ci sei?')
    await wait(30_000, 1_000)
    expect(await said()).toHaveLength(1)
    const { messages } = await list()
    expect(messages.at(-1)?.sender).toBe(robot.id)
    await wait(600_000, 60_000)
    expect(await said()).toHaveLength(1)
  })

  test.each(['it', 'en'] as const)(
    '[CHAT-11] says in %s that the profile is fictional when asked',
    async (language) => {
      await server.close()
      await begin({}, language)
      await send('Sei una persona vera?')
      await send('Are you a bot?')
      await wait(8_000)
      expect(await words()).toEqual([
        expect.stringMatching(language === 'it' ? /profilo fittizio/ : /fictional profile/),
      ])
    },
  )
})

describe('[GUARD-7] no answer', () => {
  test('[CHAT-9] to a member who blocks or is blocked meanwhile', async () => {
    await send('Ciao!')
    await wait(1_000)
    await server.as(ada)('blocks.put', { params: { profile: String(robot.id) } })
    await wait(8_000)
    expect(server.sql('select count(*) as n from messages')).toEqual([{ n: 1 }])
    await server.as(ada)('blocks.delete', { params: { profile: String(robot.id) } })
    await send('Ciao?')
    await server.as(robot)('blocks.put', { params: { profile: String(ada.id) } })
    heard = []
    await wait(8_000)
    expect(typing()).toEqual([])
    expect(server.sql('select count(*) as n from messages')).toEqual([{ n: 2 }])
    expect(kinds()).toEqual([])
  })

  test('[ACC-12] to a member who leaves', async () => {
    await send('Ciao!')
    server.sql(`update users set status = 'deleting' where id = ?`, ada.id)
    await wait(8_000)
    expect(server.sql('select count(*) as n from messages')).toEqual([{ n: 1 }])
  })

  test('from a real member', async () => {
    const bert = await server.signUp('Bert')
    await server.sendText(ada, bert, 'Ciao')
    expect(kinds()).not.toContain('fictional.typing')
    server.sql('update profiles set fictional = 1 where id = ?', bert.id)
    await server.sendText(ada, bert, 'Ciao')
    server.sql('update profiles set fictional = 0 where id = ?', bert.id)
    await wait(8_000)
    expect(server.sql('select count(*) as n from messages where sender = ?', bert.id)).toEqual([{ n: 0 }])
  })
})

test('[SAFE-10] a job that runs twice, or after a server crash, writes one answer', async () => {
  const { body } = await send('Ciao!')
  const about = { profile: robot.id, member: ada.id, message: body.message.id }
  const mailer = inboxMailer(server.deps.write, server.deps.now)
  const handlers = jobHandlers(server.deps, {
    mailer,
    push: { send: async () => ({ kind: 'sent' }) },
    sms: { send: async () => undefined },
  })
  await handlers['fictional.typing'](about, 1)
  await handlers['fictional.typing'](about, 1)
  expect(kinds().filter((kind) => kind === 'fictional.answer')).toHaveLength(1)
  await Promise.all([1, 2, 3].map((job) => handlers['fictional.answer'](about, job)))
  await wait(8_000)
  expect(await said()).toHaveLength(1)
})
