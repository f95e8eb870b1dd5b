import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { FICTIONAL_RESPONDERS } from '#contract/entities/site-settings.ts'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { fictionalService } from '../../adapters/operator-services.ts'
import { answerService, type AnswerService } from '../../testing/answer-service.ts'
import type { TestMember } from '../../testing/members.ts'
import { runJobs } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { serverText } from '../../texts.ts'
import { refundUnanswered } from './awaited-answers.ts'

const SECRET = 'a secret of 16 characters or more'

let server: TestServer
let service: AnswerService | null = null
let ada: TestMember
let robot: TestMember
afterEach(async () => {
  await server.close()
  await service?.close()
  service = null
})

type Mode = (typeof FICTIONAL_RESPONDERS)[number] | null

const begin = async (
  fictional_responder: Mode,
  { language = 'en', production = true }: { language?: Locale; production?: boolean } = {},
) => {
  if (fictional_responder === 'http') service = await answerService()
  const url = service === null ? {} : { FICTIONAL_URL: service.url, FICTIONAL_SECRET: SECRET }
  server = await createTestServer({
    settings: { fictional_responder },
    env: { MODE: production ? 'production' : 'demo', ...url },
  })
  ada = await server.signUp('Ada', { credits: 10, language })
  robot = await server.signUp('Robot', { gender: 'male', fictional: true })
}

const send = (text: string) => server.sendText(ada, robot, text)
const list = async () => {
  const params = { conversation: conversationId(ada.id, robot.id) }
  return (await server.as(ada)('messages.list', { params, query: {} })).body
}
const answers = async () =>
  (await list()).messages.flatMap((message) =>
    message.sender === robot.id && message.type === 'text' ? [message.text] : [],
  )
const credits = async () => (await server.as(ada)('user.get')).body.user?.credits
const ledger = () =>
  server.sql(
    `select reason, amount, reference from ledger where user_id = ? and reason <> 'signup' order by id`,
    ada.id,
  )

/** Advances the clock step by step, and runs the jobs that are due. */
const wait = async (ms: number, stepMs = 500) => {
  for (let passed = 0; passed < ms; passed += stepMs) {
    server.clock.advance(stepMs)
    const due = server.sql('select 1 from jobs where failed_at is null and run_at <= ?', server.clock.now())
    if (due.length > 0) await runJobs(server)
  }
}
const refund = () => refundUnanswered(server.deps)

describe('without a responder', () => {
  test('[GUARD-7] in production, writing to a fictional profile is refused and costs nothing', async () => {
    await begin(null)
    const { status, error } = await send('Hello')
    expect([status, error?.error]).toEqual([403, 'fictional_closed'])
    const gift = { client_id: server.deps.newId(), profile: robot.id, type: 'gift', gift: 'rose' } as const
    expect((await server.as(ada)('messages.send', { body: gift })).error?.error).toBe('fictional_closed')
    expect([await credits(), server.sql('select count(*) as n from messages')]).toEqual([10, [{ n: 0 }]])
  })

  test('[GUARD-7] the profile and the conversation say so before anything is written', async () => {
    await begin('scripted')
    await send('Hello')
    const settings = server.deps.settings()
    Object.assign(settings, { fictional_responder: 'none' })
    const profile = (await server.as(ada)('members.get', { params: { id: String(robot.id) } })).body.profile
    const { chats } = (await server.as(ada)('chats.get')).body
    const { chat } = await list()
    expect([profile.closed, chats[0]?.closed, chat?.closed]).toEqual(Array(3).fill('fictional_closed'))
    expect((await send('Hello again')).error?.error).toBe('fictional_closed')
    expect(await credits()).toBe(9)
  })

  test('[GUARD-7] a service that is not set up closes writing as well', async () => {
    server = await createTestServer({ settings: { fictional_responder: 'http' }, env: { MODE: 'production' } })
    ada = await server.signUp('Ada', { credits: 10 })
    robot = await server.signUp('Robot', { fictional: true })
    expect((await send('Hello')).error?.error).toBe('fictional_closed')
  })

  test.each([
    ['Hello', 0],
    ['Are you a real person?', 1],
  ])('[GUARD-7] a message from before the responder was switched off: %s, %d answers', async (text, count) => {
    await begin('staff')
    await send(text)
    Object.assign(server.deps.settings(), { fictional_responder: 'none' })
    await wait(8_000)
    expect(await answers()).toHaveLength(count)
    expect((await list()).chat?.read_up_to === 0).toBe(count === 0)
  })

  test('[GUARD-7] real members are written to as before', async () => {
    await begin(null)
    robot = await server.signUp('Bert')
    expect((await send('Hello')).status).toBe(201)
  })

  test('[GUARD-7] a demo uses the script', async () => {
    await begin(null, { production: false })
    await send('Hello')
    await wait(8_000)
    expect(await answers()).toHaveLength(1)
  })
})

describe('the service of the operator', () => {
  test('[GUARD-7] gets a signed request with a key of its own, and its answer is stored once', async () => {
    await begin('http')
    const { body } = await send('Do you like the sea?')
    await wait(3_000)
    expect(await answers()).toEqual(['Hello from the service'])
    expect(service?.asked).toHaveLength(1)
    const asked = service?.asked[0]
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(asked?.headers['x-signature'])) ?? []
    expect(createHmac('sha256', SECRET).update(`${seconds}.${asked?.body}`).digest('hex')).toBe(signature)
    expect(asked?.headers['idempotency-key']).toBe(`answer-${body.message.id}`)
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      id: `answer-${body.message.id}`,
      conversation: conversationId(ada.id, robot.id),
      profile: { id: robot.id, name: 'Robot' },
      language: 'en',
      messages: [{ type: 'text', text: 'Do you like the sea?' }],
    })
    expect(server.sql('select * from awaited_answers')).toEqual([])
  })

  test('[GUARD-7] is asked again with the same key after failures, with growing pauses', async () => {
    await begin('http')
    service?.answers.push({ status: 500 }, { status: 429 }, { status: 401 })
    await send('Hello')
    await wait(5_000)
    expect(service?.asked).toHaveLength(1)
    await wait(5 * 60_000, 5_000)
    expect(await answers()).toEqual(['Hello from the service'])
    expect(new Set(service?.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(service?.asked).toHaveLength(4)
  })

  test.each([
    { status: 204 },
    { status: 400 },
    { status: 200, body: 'no JSON' },
    { status: 200, body: '{"text":" "}' },
  ])('[GUARD-7] gives no answer with $status $body: nothing is stored, and the credits come back', async (answer) => {
    await begin('http')
    service?.answers.push(answer)
    await send('Hello')
    await wait(2 * HOUR_MS, 60_000)
    expect([await answers(), service?.asked.length]).toEqual([[], 1])
    server.clock.advance(DAY_MS)
    await refund()
    expect(await credits()).toBe(10)
  })

  test('[GUARD-7] is abandoned after its time', async () => {
    server = await createTestServer()
    service = await answerService()
    service.answers.push(null)
    const ask = fictionalService({ url: service.url, secret: SECRET, now: () => 0, timeoutMs: 50 })
    const question = { profile: 1, member: 2, message: 3, language: 'en', messages: [], name: 'Robot' }
    await expect(ask(question)).rejects.toThrow(/timeout/i)
  })

  test('[GUARD-7] answers too late: after the refund nothing is stored', async () => {
    await begin('http')
    service?.answers.push(...Array.from({ length: 40 }, () => ({ status: 503 })))
    await send('Hello')
    await wait(DAY_MS + HOUR_MS, 10 * 60_000)
    await refund()
    service?.answers.splice(0)
    await wait(12 * HOUR_MS, 10 * 60_000)
    expect([await answers(), await credits()]).toEqual([[], 10])
  })
})

describe('the staff', () => {
  test('[GUARD-7] answer at the desk, so nothing answers by itself', async () => {
    await begin('staff')
    await send('Hello')
    await wait(60_000)
    expect([await answers(), server.sql('select count(*) as n from awaited_answers')]).toEqual([[], [{ n: 1 }]])
  })
})

const REAL = {
  en: 'Are you a real person?',
  de: 'Bist du echt?',
  es: '¿Eres una persona real?',
  fr: 'Tu es une vraie personne ?',
  it: 'Sei una persona vera?',
  nl: 'Ben je een echt persoon?',
  pl: 'Czy jesteś prawdziwą osobą?',
} as const

describe.each(['scripted', 'http', 'staff'] as const)('with the responder %s', (mode) => {
  test.each(LOCALES)(
    '[GUARD-7] the script answers in %s whether there is a person, within seconds',
    async (language) => {
      await begin(mode, { language })
      await send(REAL[language])
      await wait(7_000)
      const truths =
        mode === 'staff'
          ? [serverText(language, 'fictional.truthStaff')]
          : [serverText(language, 'fictional.truth1'), serverText(language, 'fictional.truth2')]
      const said = await answers()
      expect(said).toHaveLength(1)
      expect(truths).toContain(said[0])
      expect(service?.asked ?? []).toEqual([])
    },
  )
})

describe('after a day without an answer', () => {
  test('[GUARD-7] the credits come back exactly once, and the message says so to its sender alone', async () => {
    await begin('staff')
    const { body } = await send('Hello')
    expect(body.message).not.toHaveProperty('unanswered')
    expect(await credits()).toBe(9)
    server.clock.advance(DAY_MS - 1)
    expect([await refund(), await credits()]).toEqual([0, 9])
    server.clock.advance(1)
    const { seq } = (await server.as(ada)('chats.get')).body
    expect(await Promise.all([refund(), refund(), refund()])).toEqual([1, 0, 0])
    server.clock.advance(DAY_MS)
    expect([await refund(), await credits()]).toEqual([0, 10])
    expect(ledger().filter(({ reference }) => reference === String(body.message.id))).toEqual([
      { reason: 'message', amount: -1, reference: String(body.message.id) },
      { reason: 'returned', amount: 1, reference: String(body.message.id) },
    ])
    const news = (await server.as(ada)('sync', { query: { after: String(seq) } })).body
    expect(news.messages).toMatchObject([{ id: body.message.id, unanswered: true }])
    const params = { conversation: conversationId(ada.id, robot.id) }
    const seen = (await server.as(robot)('messages.list', { params, query: {} })).body.messages
    expect(seen.map(({ id, unanswered }) => [id, unanswered])).toEqual([[body.message.id, undefined]])
    expect(news.user).toMatchObject({ credits: 10 })
    // No push and no mail: the message alone shows it.
    expect(server.sql(`select kind from jobs where kind like 'push.%' or kind like 'mail.%'`)).toEqual([])
  })

  test('[GUARD-7] every kind of message is refunded at its own price', async () => {
    await begin('staff')
    await send('Hello')
    const gift = { client_id: server.deps.newId(), profile: robot.id, type: 'gift', gift: 'rose' } as const
    await server.as(ada)('messages.send', { body: gift })
    expect(await credits()).toBe(6)
    server.clock.advance(DAY_MS)
    await refund()
    expect(await credits()).toBe(10)
  })

  test('[GUARD-7] many unanswered messages are refunded a few at a time, and others have their turn in between', async () => {
    await begin('staff')
    const { body } = await send('Hello')
    server.sql(
      `insert into awaited_answers (message, member, profile, credits, at)
        select cast(? as integer) + 1 + cast(value as integer), ?, profile, 1, at from awaited_answers, json_each(?)`,
      body.message.id,
      ada.id,
      JSON.stringify(Array.from({ length: 49 }, (_, nth) => nth)),
    )
    server.sql(
      `insert into messages (id, conversation, sender, client_id, type, text, sent_at)
        select message, 1, ?, 'many' || message, 'text', '', at from awaited_answers where message <> ?`,
      ada.id,
      body.message.id,
    )
    server.clock.advance(DAY_MS)
    const left = () => Number(server.sql('select count(*) as n from awaited_answers')[0]?.['n'])
    const seen: number[] = []
    const pause = async () => void seen.push(left())
    expect(await refundUnanswered({ ...server.deps, pause })).toBe(50)
    expect([...seen, left()]).toEqual([40, 30, 20, 10, 0, 0])
    expect(await credits()).toBe(59)
  })

  test('[GUARD-7] an answered message is not refunded', async () => {
    await begin('scripted')
    await send('Hello')
    await wait(8_000)
    server.clock.advance(2 * DAY_MS)
    expect([await refund(), await credits()]).toEqual([0, 9])
  })

  test('[GUARD-7] [OPS-14] a clock that jumps ahead refunds nothing', async () => {
    await begin('staff')
    await send('Hello')
    const safe = server.deps.now()
    server.clock.advance(40 * DAY_MS)
    expect(await refundUnanswered({ ...server.deps, safeNow: () => safe })).toBe(0)
  })
})
