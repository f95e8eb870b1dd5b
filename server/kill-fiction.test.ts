/** The real server is killed with SIGKILL between the debit of a message to a fictional profile and its answer or refund. */
import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import { databaseFile } from './adapters/data-dir.ts'
import { answerService } from './testing/answer-service.ts'
import { startChild, type ChildServer } from './testing/child-server.ts'
import { dataDirOf, createTestServer } from './testing/test-server.ts'
import type { TestMember } from './testing/members.ts'
import { seededBytes } from './testing/random.ts'

let cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.toReversed()) await clean()
  cleanUp = []
})

const MEMBERS = 12

const random = seededBytes('kill fiction')

const prepare = async () => {
  const nursery = await createTestServer({ start: new Date().toISOString() })
  const members: TestMember[] = []
  for (let index = 0; index < MEMBERS; index += 1)
    members.push(await nursery.signUp(`Member ${index}`, { credits: 100 }))
  const robot = await nursery.signUp('Robot', { fictional: true })
  nursery.sql(`insert into site_settings (domain, key, value) values ('*', 'fictional_responder', '"http"')`)
  const dir = await dataDirOf(nursery)
  await nursery.close()
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }))
  const service = await answerService()
  cleanUp.push(service.close)
  const start = async (): Promise<ChildServer> => {
    const child = await startChild(dir, {
      FICTIONAL_URL: service.url,
      FICTIONAL_SECRET: 'a secret for a service on loopback',
      LOG_LEVEL: 'error',
    })
    cleanUp.push(() => child.end('SIGKILL'))
    return child
  }
  const database = new Database(databaseFile(dir))
  cleanUp.push(() => database.close())
  const all = <Row>(sql: string, ...values: unknown[]): Row[] => database.prepare<unknown[], Row>(sql).all(...values)
  const send = async ({ origin }: ChildServer, { cookie }: TestMember): Promise<void> => {
    const response = await fetch(`${origin}/api/messages`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: uuidv7(Date.now(), random(10)),
        profile: robot.id,
        type: 'text',
        text: 'Do you like the sea?',
      }),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  }
  return { members, robot, service, start, database, all, send }
}

type Outcome = { sender: number; answers: number; refunds: number; waits: number }

/** For each sent message: how many answers followed, how many refunds, and whether it still waits. */
const OUTCOMES = `select m.sender,
  (select count(*) from messages a where a.conversation = m.conversation and a.sender <> m.sender) as answers,
  (select count(*) from ledger where reference = cast(m.id as text) and reason = 'returned') as refunds,
  (select count(*) from awaited_answers w where w.message = m.id) as waits
  from messages m join conversations c on c.id = m.conversation where m.sender = c.started_by`

test('[GUARD-7] [SAFE-10] kill -9 at any point between debit and answer leaves one answer or one refund', async () => {
  const { members, service, start, database, all, send } = await prepare()
  // Three messages for each point of the kill: right after the debit, while the service is asked, and around its answer.
  for (let point = 0; point < 4; point += 1) {
    const server = await start()
    const before = service.asked.length
    const senders = members.filter((_, index) => index % 4 === point)
    if (point === 1) service.answers.push(...senders.map(() => null))
    await Promise.all(senders.map((member) => send(server, member)))
    // At the first point the kill follows the debit at once.
    const asked = point === 0 ? 0 : before + 1
    await expect.poll(() => service.asked.length, { timeout: 10_000, interval: 1 }).toBeGreaterThanOrEqual(asked)
    // The last point is any moment while the answer is stored.
    if (point === 3) await new Promise((resolve) => setTimeout(resolve, (random(1)[0] ?? 0) % 20))
    await server.end('SIGKILL')
    service.answers.splice(0)
  }
  // The debit is stored for all. Half of them are made to wait for more than a day, so that answer and refund race.
  const debits = all<{ n: number }>(`select count(*) as n from ledger where reason = 'message' and amount = -1`)
  expect(debits).toEqual([{ n: MEMBERS }])
  database.prepare('update awaited_answers set at = at - ? where message % 2 = 0').run(2 * DAY_MS)
  database.prepare(`update jobs set run_at = 0 where kind like 'fictional.%' and failed_at is null`).run()
  database.prepare('update jobs set leased_by = null, leased_until = null').run()

  // Killed again and again while it answers and refunds.
  for (let round = 0; round < 2; round += 1) {
    const server = await start()
    // Any moment of its work: the wait is a seeded draw.
    await new Promise((resolve) => setTimeout(resolve, 20 + ((random(1)[0] ?? 0) % 200)))
    await server.end('SIGKILL')
    database.prepare(`update jobs set run_at = 0 where kind like 'fictional.%' and failed_at is null`).run()
  }
  await start()
  await expect
    .poll(() => all<{ n: number }>('select count(*) as n from awaited_answers')[0]?.n, { timeout: 20_000 })
    .toBe(0)
  const outcomes = all<Outcome>(OUTCOMES)
  expect(outcomes).toHaveLength(MEMBERS)
  expect(outcomes.filter(({ answers, refunds, waits }) => answers + refunds !== 1 || waits !== 0)).toEqual([])
  // Both outcomes happened, so both are proven.
  expect(outcomes.some(({ answers }) => answers === 1)).toBe(true)
  expect(outcomes.some(({ refunds }) => refunds === 1)).toBe(true)
  const wrong = all('select id from users where credits <> (select sum(amount) from ledger where user_id = users.id)')
  expect(wrong).toEqual([])
}, 300_000)
