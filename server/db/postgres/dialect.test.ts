import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOf } from '../../testing/postgres.ts'
import { openEngineForTest, type TestEngine } from '../../testing/test-engine.ts'
import { readOverRows } from '../lists.ts'
import { databaseOn } from './database.ts'

let opened: TestEngine
let client: Client

beforeAll(async () => {
  opened = await openEngineForTest()
  client = new Client({ connectionString: urlOf(opened) })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await opened.close()
})

const TEXTS = [
  'plain',
  '',
  'null',
  'a, b',
  '{"a": 1}',
  String.raw`C:\new "and" \\ more`,
  'two\nlines\ttab',
  'Zürich 🍒',
  "it's",
]

test('[OPS-8] rows that go as an array for each column arrive with the same numbers and texts', async () => {
  const rows = [...TEXTS.map((text, index) => ({ id: 2 ** 50 + index, text })), { id: -1, text: null }]
  const echo = readOverRows({ id: 'bigint', text: 'text' }, ({ rows: list }) => {
    const fields = { id: sql<number>`item.id`, text: sql<string | null>`item.text`, more: sql<number>`item.id + ${1}` }
    return databaseOn(client)
      .select(fields)
      .from(list)
      .where(sql`${2} = ${2}`)
      .prepare()
  })
  expect(await echo(rows)).toEqual(rows.map(({ id, text }) => ({ id, text, more: id + 1 })))
})
