import { SQLiteRemoteSession } from 'drizzle-orm/sqlite-proxy'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { urlIn, TEMPLATE } from '../../testing/postgres.ts'
import { queriesOn } from '../queries.ts'
import { databaseOn } from './database.ts'
import { bringUpToDate } from './migrate.ts'

let client: Client

beforeAll(async () => {
  client = new Client({ connectionString: urlIn(TEMPLATE) })
  await client.connect()
})
afterAll(() => client.end())

/** The texts of all statements that the areas prepare. */
const statements = (): string[] => {
  const prepare = vi.spyOn(SQLiteRemoteSession.prototype, 'prepareQuery')
  for (const area of Object.values(queriesOn(databaseOn(client)))) expect(area).toBeTypeOf('object')
  return [...new Set(prepare.mock.calls.map(([query]) => query.sql))]
}

test('PostgreSQL accepts every prepared statement of every area', async () => {
  const refused: string[] = []
  const texts = statements()
  expect(texts.length).toBeGreaterThan(150)
  for (const [index, text] of texts.entries())
    await client.query(`prepare statement_${index} as ${text}`).catch((error: unknown) => {
      refused.push(`${String(error)}: ${text}`)
    })
  expect(refused).toEqual([])
})

test('a database of this version is not changed again', async () => {
  const query = vi.spyOn(client, 'query')
  await bringUpToDate(client)
  const texts = query.mock.calls.map(([text]) => text)
  expect(texts.filter((text) => /^(alter|drop|create (?!table if not exists schema_parts))/.test(text))).toEqual([])
})
