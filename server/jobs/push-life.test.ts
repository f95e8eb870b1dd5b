/** An outdated push never wakes a phone, and no push goes to a member who has the app open. */
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { TEST_PASSWORD, type TestMember } from '../testing/members.ts'
import { pushOffice, type PushOffice } from '../testing/pushed.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let office: PushOffice
let anna: TestMember
let bert: TestMember
let lines: string[]
beforeEach(async () => {
  lines = []
  server = await createTestServer({ log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }) })
  office = await pushOffice(server)
  anna = await server.signUp('Anna', { language: 'en' })
  bert = await server.signUp('Bert', { credits: 100 })
  await office.subscribe(anna)
})
afterEach(async () => {
  await office.service.close()
  await server.close()
})

const write = async (from = bert): Promise<number> => (await server.sendText(from, anna, 'Hello')).body.message.id
const like = () => server.as(bert)('likes.put', { params: { profile: String(anna.id) } })
const jobs = () => server.sql(`select kind, run_at, failed_at from jobs where kind like 'push.%' order by id`)
const endpoints = () => server.sql('select endpoint from push_subscriptions').map((row) => row['endpoint'])
const answer = (status: number, headers: Record<string, string> = {}) =>
  office.service.answers.set('/fcm/send/anna-1', { status, headers })
const headers = () => office.service.pushed.map(({ headers: { ttl, urgency, topic } }) => ({ ttl, urgency, topic }))

const look = (sessionHash = anna.sessionHash) => server.deps.bus.open(anna.id, sessionHash, { send: () => undefined })
const sync = async () => {
  const { seq } = (await server.as(anna)('chats.get')).body
  await server.as(anna)('sync', { query: { after: String(seq) } })
}
const later = async (ms = 20_000) => {
  server.clock.advance(ms)
  await office.runJobs()
}
const refuse = async (status: number, times = 1) => {
  answer(status)
  for (let time = 0; time < times; time += 1) {
    await write()
    await office.runJobs()
  }
}

describe('[PWA-5] a push', () => {
  test('a message push is urgent, lives a day and has its conversation as topic; a like push has normal urgency', async () => {
    await write()
    await like()
    await office.runJobs()
    server.clock.advance(20_000)
    await office.runJobs()
    expect(headers()).toEqual([
      { ttl: '86400', urgency: 'high', topic: `${anna.id}-${bert.id}` },
      { ttl: String(DAY_MS / 1_000 - 20), urgency: 'normal', topic: 'likes' },
    ])
  })

  test('a push that waited for its service does not live longer', async () => {
    answer(503, { 'retry-after': '3600' })
    await write()
    await office.runJobs()
    office.service.answers.clear()
    server.clock.advance(HOUR_MS)
    await office.runJobs()
    expect(headers().map(({ ttl }) => ttl)).toEqual(['86400', String(23 * 3_600)])
  })

  test('a push delayed by an outage beyond its lifetime is not sent', async () => {
    answer(503)
    await write()
    await like()
    server.clock.advance(20_000)
    await office.runJobs()
    office.service.answers.clear()
    const sent = office.service.pushed.length
    server.clock.advance(DAY_MS)
    await office.runJobs()
    expect(office.service.pushed).toHaveLength(sent)
    expect(jobs()).toEqual([])
  })

  test('a push about a message that was read during an outage is not sent', async () => {
    answer(503)
    const up_to = await write()
    await office.runJobs()
    office.service.answers.clear()
    await server.as(anna)('chats.read', { params: { conversation: `${anna.id}-${bert.id}` }, body: { up_to } })
    server.clock.advance(HOUR_MS)
    await office.runJobs()
    expect(office.service.pushed).toHaveLength(1)
    expect(jobs()).toEqual([])
  })
})

describe('[PWA-5] a push that its service cannot take now', () => {
  test('is retried until it expires, with growing pauses', async () => {
    answer(503)
    await write()
    await office.runJobs()
    for (let hour = 1; hour < 23; hour += 1) await later(HOUR_MS)
    office.service.answers.clear()
    const tried = office.service.pushed.length
    await later(HOUR_MS)
    expect(office.service.pushed.length).toBe(tried + 1)
    expect(jobs()).toEqual([])
  })

  test('[OPS-13] is in the log with the answer of its service', async () => {
    answer(503)
    await write()
    await office.runJobs()
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ kind: 'push.message', code: 'http_503', msg: 'job failed' }),
    )
  })

  test.each(['0', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'is not retried in a busy loop after Retry-After: %s',
    async (header) => {
      answer(429, { 'retry-after': header })
      await write()
      await office.runJobs()
      expect(office.service.pushed).toHaveLength(1)
      await later(4_000)
      expect(office.service.pushed).toHaveLength(1)
      await later(3_000)
      expect(office.service.pushed).toHaveLength(2)
    },
  )
})

describe('[PWA-5] a member with the app open gets no push', () => {
  test('on any device: with the app open on the desktop, the phone gets no push', async () => {
    look('the desktop')
    await write()
    await office.runJobs()
    await sync()
    await later()
    expect(office.service.pushed).toEqual([])
    expect(jobs()).toEqual([])
  })

  test('about a delivered message, even if the next message is not delivered yet', async () => {
    look()
    await write()
    await office.runJobs()
    await sync()
    server.clock.advance(19_900)
    await write()
    await later(100)
    expect(office.service.pushed).toEqual([])
    await sync()
    await later()
    expect(office.service.pushed).toEqual([])
    expect(jobs()).toEqual([])
  })

  test('later either, if the message was delivered before the member left', async () => {
    const close = look()
    await write()
    await office.runJobs()
    await sync()
    close()
    await later()
    expect(office.service.pushed).toEqual([])
  })

  test('unless the app was closed just before: the push follows once the message is found undelivered', async () => {
    const close = look()
    await write()
    await office.runJobs()
    close()
    await later(19_000)
    expect(office.service.pushed).toEqual([])
    await later(1_000)
    expect(office.payloads()).toMatchObject([{ notification: { data: { message: { text: 'Hello' } } } }])
    expect(jobs()).toEqual([])
  })

  test('unless the connection is dead though the stream looks open', async () => {
    look()
    await write()
    await office.runJobs()
    await later()
    expect(office.service.pushed).toHaveLength(1)
  })

  test('about a like, without a later check: the like shows in the open app', async () => {
    look()
    await like()
    await later()
    expect(office.service.pushed).toEqual([])
    expect(jobs()).toEqual([])
  })
})

describe('[PWA-5] a push service that refuses', () => {
  test('with 403, since the key is not ours: the subscription is deleted', async () => {
    await refuse(403)
    expect(endpoints()).toEqual([])
    expect(jobs()).toEqual([])
  })

  test('three times in a week: the subscription is deleted', async () => {
    await refuse(400, 2)
    expect(endpoints()).toHaveLength(1)
    server.clock.advance(8 * DAY_MS)
    await refuse(400, 2)
    expect(endpoints()).toHaveLength(1)
    await refuse(400)
    expect(endpoints()).toEqual([])
    expect(server.sql(`select key from attempts where key like 'push.%'`)).toEqual([])
    // The device posts its subscription again within a day.
    await office.subscribe(anna)
    expect(endpoints()).toHaveLength(1)
  })

  test('since the keys are invalid: that subscription is deleted, and the other device gets one push', async () => {
    const keys = { ...office.device.subscription.keys, p256dh: 'B'.repeat(87) }
    const { headers: said } = await server.visitor('user.login', {
      body: { email: anna.email, password: TEST_PASSWORD },
    })
    const cookie = (said.get('set-cookie') ?? '').split(';')[0] ?? ''
    await server.as({ ...anna, cookie })('user.push', {
      body: { subscription: { endpoint: 'https://fcm.googleapis.com/fcm/send/made-up', keys } },
    })
    for (let time = 1; time <= 3; time += 1) {
      await write()
      await office.runJobs()
      await later(HOUR_MS)
      expect(office.service.pushed).toHaveLength(time)
    }
    expect(endpoints()).toEqual([office.device.subscription.endpoint])
    expect(jobs()).toEqual([])
  })

  test.each([401, 413])('with %i, which is our fault: the subscription stays', async (status) => {
    await refuse(status, 5)
    expect(endpoints()).toHaveLength(1)
  })

  test('[SAFE-9] is named in the log by its host, the endpoint is not', async () => {
    await refuse(400)
    answer(503)
    await write()
    await office.runJobs()
    const said = lines.join('\n')
    expect(said).toContain('fcm.googleapis.com')
    expect(said).not.toContain('anna-1')
    expect(said).not.toContain(office.device.subscription.keys.auth)
  })
})
