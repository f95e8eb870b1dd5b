import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { tidyUp } from '../../housekeeping.ts'
import { isPostgres } from '../../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { expiredRows, slice } from './expired-queries.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

/** PostgreSQL plans by the size of its tables. */
test.skipIf(isPostgres).each(expiredRows(0).map((rows) => [rows.table, rows] as const))(
  '[ACC-16] expired rows of %s are found in an index',
  (_, rows) => {
    const { sql, params } = new SQLiteSyncDialect().sqlToQuery(slice(rows))
    const plan = server.sql(`explain query plan ${sql}`, ...params).map((row) => String(row['detail']))
    expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([])
  },
)

test('[ACC-16] expired sessions go in slices, each with its push subscription, and the others stay', async () => {
  const [count, now] = [1_100, server.clock.now()]
  const ends = (nth: number): number => (nth < count ? now - 1 : now + DAY_MS)
  for (let nth = 0; nth <= count; nth += 1) {
    server.sql(
      `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at) values (?, 1, 0, 0, ?)`,
      `s${nth}`,
      ends(nth),
    )
    server.sql(
      `insert into push_subscriptions (endpoint, user_id, session_hash, p256dh, auth, created_at) values (?, 1, ?, '', '', 0)`,
      `e${nth}`,
      `s${nth}`,
    )
  }
  const left: unknown[] = []
  const pause = async () => void left.push(server.sql('select count(*) as n from sessions')[0]?.['n'])
  await tidyUp({ write: server.deps.write, pause }, now)
  expect(left.slice(0, 2)).toEqual([851, 601])
  expect(server.sql('select token_hash from sessions')).toEqual([{ token_hash: `s${count}` }])
  expect(server.sql('select session_hash from push_subscriptions')).toEqual([{ session_hash: `s${count}` }])
})

test('[PWA-2] the orders of writes of all members go after a day, slice by slice', async () => {
  const now = server.clock.now()
  for (let member = 1; member <= 1_100; member += 1)
    server.sql(
      `insert into write_orders (user_id, device, newest, at) values (?, 'd', '[]', ?)`,
      member,
      member % 2 === 0 ? now : now - 2 * DAY_MS,
    )
  await tidyUp({ write: server.deps.write, pause: () => Promise.resolve() }, now)
  expect(server.sql('select count(*) as n, sum(user_id % 2) as odd from write_orders')).toEqual([{ n: 550, odd: 0 }])
})
