/** The servers of a cluster share event streams and jobs, and a commit waits for the standby. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#contract/rules/ids.ts'
import { RATES } from '../rates.ts'
import { callsAt, startCluster, type Cluster } from '../testing/cluster.ts'
import type { TestMember } from '../testing/members.ts'
import { smtpStandIn, type SmtpStandIn } from '../testing/post-office.ts'
import { seededBytes } from '../testing/random.ts'

const JOBS = Number(process.env['CLUSTER_JOBS'] ?? 1_000)
/** A server without the bus asks the database this often for each stream. */
const ASK_MS = 10_000

let cluster: Cluster
let smtp: SmtpStandIn
let anna: TestMember
let bert: TestMember

beforeAll(async () => {
  smtp = await smtpStandIn()
  cluster = await startCluster(3, { SMTP_URL: smtp.url, RATE_LIMITS: 'yes' })
  anna = await cluster.nursery.signUp('Anna', { credits: 1_000 })
  bert = await cluster.nursery.signUp('Bert', { credits: 1_000 })
}, 300_000)
afterAll(async () => {
  await cluster.stop()
  await smtp.close()
}, 120_000)

const random = seededBytes('shared')
const send = (server: number, from: TestMember, to: TestMember, text: string) =>
  callsAt(cluster.servers[server], from.cookie)('messages.send', {
    body: { client_id: uuidv7(Date.now(), random(10)), profile: to.id, type: 'text', text },
  })

/** A stream that has begun. @returns a function that resolves when the stream has brought a text */
const openStream = async (server: number, member: TestMember) => {
  const breaking = new AbortController()
  const { body } = await fetch(`${cluster.servers[server]?.origin}/api/events`, {
    headers: { cookie: member.cookie },
    signal: breaking.signal,
  })
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  let received = ''
  const until = async (text: string): Promise<void> => {
    while (!received.includes(text)) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`The stream ended before ${text}: ${received}`)
      received += new TextDecoder().decode(value)
    }
  }
  return { until, breakOff: () => breaking.abort() }
}

test('[CHAT-14] a message that one server takes reaches the open stream at another one', async () => {
  const stream = await openStream(2, bert)
  const start = performance.now()
  expect((await send(0, anna, bert, 'from the first server')).status).toBe(201)
  await stream.until('from the first server')
  // Without the bus the stream would find it too: each stream asks the database once a minute.
  expect(performance.now() - start).toBeLessThan(ASK_MS)
  stream.breakOff()
}, 60_000)

test('while the bus is away, messages are taken, and reach streams of another server by the database', async () => {
  const stream = await openStream(1, anna)
  await cluster.bus.kill()
  expect((await send(0, bert, anna, 'without a bus')).status).toBe(201)
  await stream.until('without a bus')
  await new Promise((resolve) => setTimeout(resolve, ASK_MS)) // The bus is away for longer than a server waits between two questions.
  await cluster.bus.start()
  expect((await send(2, bert, anna, 'with a bus again')).status).toBe(201)
  await stream.until('with a bus again')
  stream.breakOff()
}, 120_000)

test(`[OPS-10] each of ${JOBS} jobs runs once on three servers`, async () => {
  const added = await cluster.rows<{ id: string }>(
    `insert into jobs (kind, payload, run_at) select 'mail.reset', '{"member":${anna.id}}', 0 from generate_series(1, ${JOBS})
      returning id`,
  )
  const reset = new Set(added.map(({ id }) => id))
  const waiting = async () => (await cluster.rows(`select 1 from jobs where kind = 'mail.reset'`)).length
  await expect.poll(waiting, { timeout: 240_000, interval: 500 }).toBe(0)
  // The first message of a conversation is a mail too.
  const ids = smtp.received.flatMap(({ raw }) => /^Message-ID: <job-(\d+)-/im.exec(raw)?.[1] ?? [])
  const sent = ids.filter((id) => reset.has(id))
  expect([sent.length, new Set(sent).size]).toEqual([JOBS, JOBS])
}, 300_000)

test('[SAFE-6] a rate limit holds within 5 % over all servers together, and each of them says when the next use is free', async () => {
  const { count, perMs } = RATES.view
  const cara = await cluster.nursery.signUp('Cara')
  const calls = cluster.servers.map((server) => callsAt(server, cara.cookie))
  let asked = 0
  const answers: { place: number; status: number; retryAfter: number | undefined }[] = []
  const start = performance.now()
  const ask = async (place: number): Promise<void> => {
    for (; asked < 3 * count; asked += 1) {
      const answer = await calls[place]?.('members.get', { params: { id: String(anna.id) } })
      if (answer) answers.push({ place, status: answer.status, retryAfter: answer.error?.retry_after })
    }
  }
  await Promise.all(Array.from({ length: 24 }, (_, nth) => ask(nth % calls.length)))
  const free = count + ((performance.now() - start) / perMs) * count

  const taken = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 429)
  expect(taken.length + refused.length).toBe(answers.length)
  expect(taken.length / free).toBeGreaterThan(0.95)
  expect(taken.length / free).toBeLessThan(1.05)
  expect(refused.every(({ retryAfter = 0 }) => retryAfter > 0)).toBe(true)
  expect(new Set(refused.map(({ place }) => place)).size).toBe(calls.length)
}, 60_000)

test('a message is not acknowledged before the standby has it, however long that takes', async () => {
  await cluster.postgres.freezeStandby()
  const sent = send(0, anna, bert, 'while the standby sleeps').then(({ status }) => status)
  const first = await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, 3_000, 'no answer'))]) // An acknowledgement takes milliseconds.
  expect(first).toBe('no answer')
  await cluster.postgres.thawStandby()
  expect(await sent).toBe(201)
}, 120_000)
