import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { queriesOn } from './queries.ts'
import { SqliteSession } from './sqlite-session.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ isOnSqlite: true })
})
afterAll(() => server.close())

test('no prepared statement has a limit that makes SQLite plan it again at each use', () => {
  const prepare = vi.spyOn(SqliteSession.prototype, 'prepareQuery')
  for (const area of Object.values(queriesOn(server.db))) expect(area).toBeTypeOf('object')
  const limits = prepare.mock.calls.flatMap(([query]) => query.sql.match(/\blimit\b \S+/g) ?? [])
  expect(limits.length).toBeGreaterThan(30)
  expect(limits.filter((limit) => limit.includes('?') && !limit.includes('+?'))).toEqual([])
})
