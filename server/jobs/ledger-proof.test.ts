import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { sumsWalk } from '../areas/money/queries.ts'
import { addMany, type TestMember } from '../testing/members.ts'
import { runJobs } from '../testing/post-office.ts'
import { isPostgres } from '../testing/test-engine.ts'
import { statementsOf } from '../testing/statements.ts'
import { buyCredits, chooseAtSandbox } from '../testing/sandbox.ts'
import { requestFrom } from '../testing/raw-request.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { ledgerProof } from './ledger-proof.ts'
import { armRecurring } from './recurring.ts'

const ENTRIES = 'insert into ledger (user_id, amount, reason, reference, balance, at) values'

let server: TestServer
let lines: Record<string, unknown>[]
let anna: TestMember
beforeEach(async () => {
  lines = []
  const sink = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>)
      done()
    },
  })
  server = await createTestServer({ log: pino({ level: 'error' }, sink) })
  anna = await server.signUp('Anna')
  await server.signUp('Bert', { credits: 0 })
  await server.deps.write((tx) => armRecurring(tx, server.clock.now()))
})
afterEach(() => server.close())

/** The next morning. */
const prove = async () => {
  const [row] = server.sql(`select run_at from jobs where kind = 'ledger.proof'`)
  server.clock.set(Math.max(Number(row?.['run_at']), server.clock.now()))
  await runJobs(server)
}
const readiness = async () => (await requestFrom(server.app, '127.0.0.1', 'http://localhost/readyz')).text()

describe('[PAY-1] the proof that every balance is the sum of its entries', () => {
  test('logs nothing if all balances are correct, and runs again the next day', async () => {
    await prove()
    expect(lines).toEqual([])
    expect(new Date(server.clock.now()).toISOString()).toBe('2026-06-16T02:00:00.000Z')
    expect(server.sql(`select run_at, last_error from jobs where kind = 'ledger.proof'`)).toEqual([
      { run_at: Date.parse('2026-06-17T02:00:00Z'), last_error: null },
    ])
    expect(await readiness()).toBe('ready')
  })

  test.each([
    ['a balance', 'update users set credits = credits + 1 where id = ?', { credits: 6, sum: 5 }],
    ['an entry', 'update ledger set amount = amount + 1 where user_id = ?', { credits: 5, sum: 6 }],
    ['an entry that is gone', 'delete from ledger where user_id = ?', { credits: 5, sum: 0 }],
  ])('finds %s that was tampered with, and tells of it until it is right again', async (_, statement, found) => {
    server.sql(statement, anna.id)
    await prove()
    expect(lines).toMatchObject([{ level: 50, member: anna.id, ...found }])
    expect(JSON.stringify(lines)).not.toMatch(/anna/i)
    expect(
      server.sql(`select run_at - ? as pause, last_error from jobs where kind = 'ledger.proof'`, server.clock.now()),
    ).toEqual([{ pause: HOUR_MS, last_error: 'The balance of 1 differs from its entries' }])
    expect(await readiness()).toBe('ready, but the ledger is wrong')

    server.sql('update users set credits = coalesce((select sum(amount) from ledger where user_id = users.id), 0)')
    server.sql('update ledger set balance = amount where user_id = ?', anna.id)
    lines = []
    await prove()
    expect(lines).toEqual([])
    expect(await readiness()).toBe('ready')
  })

  test.each([
    [
      'a purchase without its payment',
      `${ENTRIES} (:anna, 2, 'purchase', 'x', 7, 0), (:anna, -2, 'message', 'y', 5, 0)`,
    ],
    [
      'a purchase of other credits',
      `update ledger set amount = amount + case reason when 'purchase' then 1 else -1 end where user_id = :anna`,
    ],
    ['a purchase of a payment that is not completed', `update payments set completed_at = null`],
    [
      'a completed payment without its credits',
      `update ledger set reason = 'goodwill' where reason = 'purchase' and user_id = :anna`,
    ],
    [
      'a return of what was never paid',
      `${ENTRIES} (:anna, 2, 'returned', '7', 22, 0), (:anna, -2, 'message', '8', 20, 0)`,
    ],
    [
      'a message that gives credits',
      `${ENTRIES} (:anna, 2, 'message', '7', 22, 0), (:anna, -2, 'message', '8', 20, 0)`,
    ],
    [
      'a refund without its payment',
      `${ENTRIES} (:anna, -2, 'refund', 'x', 18, 0), (:anna, 2, 'goodwill', 'y', 20, 0)`,
    ],
    [
      'a balance that is not the sum so far',
      `update ledger set balance = balance + 1 where reason = 'signup' and user_id = :anna`,
    ],
  ])('finds %s, although the sum is right', async (_, statement) => {
    await buyCredits(server, anna)
    await runJobs(server)
    server.sql(statement.replaceAll(':anna', String(anna.id)))
    expect(
      server.sql(
        'select credits - (select sum(amount) from ledger where user_id = users.id) as difference from users where id = ?',
        anna.id,
      ),
    ).toEqual([{ difference: 0 }])
    await prove()
    expect(lines).toMatchObject([{ level: 50, member: anna.id, msg: 'entries of a ledger are not what they say' }])
    expect(server.sql(`select last_error from jobs where kind = 'ledger.proof'`)).toEqual([
      { last_error: 'Entries of 1 are not what they say' },
    ])
    expect(await readiness()).toBe('ready, but the ledger is wrong')
  })

  test('finds nothing in a ledger with a purchase, a refund, and a chargeback that was won', async () => {
    const [withdrawn, back] = [await buyCredits(server, anna), await buyCredits(server, anna)]
    await server.as(anna)('transactions.withdraw', { params: { id: withdrawn }, body: { refund: 749 } })
    await chooseAtSandbox(server, back, 'charged_back')
    server.clock.advance(HOUR_MS)
    await chooseAtSandbox(server, back, 'chargeback_won')
    await prove()
    expect(lines).toEqual([])
  })

  test('checks every member in batches', async () => {
    server.sql(
      `insert into users (email, password_hash, status, language, signup_at, credits)
        select value || '@many.test', '', 'active', 'it', 0, case when cast(value as bigint) % 400 = 399 then 1 else 0 end
        from json_each(?)`,
      JSON.stringify(Array.from({ length: 1_234 }, (_, count) => count)),
    )
    await prove()
    expect(lines.map(({ member }) => member)).toEqual([402, 802, 1_202])
  })

  test('sums a long ledger in pages, also one that is wrong', async () => {
    for (const [amount, reason] of [
      [1, 'demo'],
      [-1, 'message'],
    ] as const)
      server.sql(
        `insert into ledger (user_id, amount, reason, reference, at)
          select ?, ?, ?, ? || value, 0 from json_each(?)`,
        anna.id,
        amount,
        reason,
        `${amount} `,
        JSON.stringify(Array.from({ length: 2_500 }, (_, nth) => nth)),
      )
    const texts = await statementsOf(prove)
    expect(lines).toEqual([])
    // 5,001 entries with that of the signup.
    expect(texts.filter((text) => text.includes('as entries'))).toHaveLength(3)
    server.sql('update users set credits = credits + 1 where id = ?', anna.id)
    server.clock.advance(24 * HOUR_MS)
    await prove()
    expect(lines).toMatchObject([{ level: 50, member: anna.id, credits: 6, sum: 5 }])
  })

  test('[OPS-7] rests after a hundred members, and after each ledger of more than 500 entries', async () => {
    addMany(server.sql, 150, 'it', 'IT')
    for (const member of [anna.id, 1_001])
      server.sql(
        `insert into ledger (user_id, amount, reason, reference, at) select ?, 0, 'demo', value, 0 from json_each(?)`,
        member,
        JSON.stringify(Array.from({ length: 501 }, (_, nth) => nth)),
      )
    let pauses = 0
    await ledgerProof({ ...server.deps, pause: async () => void (pauses += 1) })()
    expect(lines).toEqual([])
    expect(pauses).toBe(3)
  })

  // SQLite's plan.
  test('reads each member’s entries by the index', { skip: isPostgres }, () => {
    const plan = server.planOf(sumsWalk(server.db))
    expect(plan).toContain('SEARCH users USING INTEGER PRIMARY KEY (rowid>?)')
    expect(plan).toContain('SEARCH ledger USING INDEX ledger_user (user_id=?)')
  })
})
