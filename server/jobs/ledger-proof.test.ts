import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { sumsWalk } from '../areas/money/queries.ts'
import type { TestMember } from '../testing/members.ts'
import { runJobs } from '../testing/post-office.ts'
import { isPostgres } from '../testing/test-engine.ts'
import { statementsOf } from '../testing/statements.ts'
import { requestFrom } from '../testing/raw-request.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { armRecurring } from './recurring.ts'

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
    lines = []
    await prove()
    expect(lines).toEqual([])
    expect(await readiness()).toBe('ready')
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
    for (const amount of [1, -1])
      server.sql(
        `insert into ledger (user_id, amount, reason, reference, at)
          select ?, ?, 'demo', ? || value, 0 from json_each(?)`,
        anna.id,
        amount,
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

  // SQLite's plan.
  test('reads each member’s entries by the index', { skip: isPostgres }, () => {
    const { sql } = sumsWalk(server.db).toSQL()
    const plan = server.sql(`explain query plan ${sql}`, null, null).map(({ detail }) => String(detail))
    expect(plan).toContain('SEARCH users USING INTEGER PRIMARY KEY (rowid>?)')
    expect(plan).toContain('SEARCH ledger USING INDEX ledger_user (user_id=?)')
  })
})
