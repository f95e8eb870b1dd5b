/** A site with all kinds of rows moves from SQLite to PostgreSQL, and every difference is found. */
import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { differingAnswers } from '../../areas/feed/same-answers.ts'
import { urlIn } from '../../testing/postgres.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { LIFE_ID, liveLife } from '../../testing/whole-life.ts'
import { queryable } from '../database.ts'
import { queriesOn } from '../queries.ts'
import { differencesBetween } from './compare-with-sqlite.ts'
import { databaseOn } from './database.ts'
import { openPostgres } from './engine.ts'
import { moveFromSqlite, type Move } from './move-from-sqlite.ts'
import { tableParts } from './schema.ts'
import { sourceTables } from './sqlite-source.ts'

let server: TestServer
let file: string
let name: string
/** A database into which the site has moved, to be copied. */
let moved: string
let admin: Client
let target: Client

beforeAll(async () => {
  server = await createTestServer({ isOnSqlite: true })
  await liveLife(server)
  // Characters that mean something to COPY, and texts that look like nothing.
  server.sql(
    String.raw`update profile_details set about_me = 'a\N b' || char(9) || char(10) || char(13) || '\\.' || '🌊'`,
  )
  server.sql(`update users set time_zone = '' where id <> ?`, LIFE_ID)
  const [database] = server.sql(`select file from pragma_database_list where name = 'main'`)
  file = String(database?.['file'])
  admin = new Client({ connectionString: urlIn('postgres') })
  await admin.connect()
  moved = newName()
  await admin.query(`create database ${moved}`)
  await move(undefined, moved)
}, 120_000)
afterAll(async () => {
  await admin.query(`drop database ${moved} with (force)`)
  await admin.end()
  await server.close()
})
beforeEach(async () => {
  name = newName()
  await admin.query(`create database ${name}`)
  target = new Client({ connectionString: urlIn(name) })
})
afterEach(async () => {
  await target.end()
  await admin.query(`drop database ${name} with (force)`)
})

const newName = (): string => `move_${randomUUID().replaceAll('-', '')}`

const move = (
  compareAnswers?: Move['compareAnswers'],
  into = name,
  beforeFinish: Move['beforeFinish'] = async () => undefined,
): Promise<string[]> => {
  const { deps } = server
  return moveFromSqlite({
    file,
    url: urlIn(into),
    compareAnswers: compareAnswers ?? ((one, other, members) => differingAnswers(one, other, members, deps)),
    sample: 1_000,
    beforeFinish,
    log: () => undefined,
  })
}

/** The differences that a move would report after a change of its copy. */
const differencesAfter = async (change: string): Promise<string> => {
  await admin.query(`drop database ${name}`)
  await admin.query(`create database ${name} template ${moved}`)
  await target.connect()
  await target.query(change)
  const source = new Database(file, { readonly: true })
  try {
    const found = await differencesBetween(source, target, sourceTables(source), () => undefined)
    const answers = await differingAnswers(
      queriesOn(queryable(source)),
      queriesOn(databaseOn(target)),
      [LIFE_ID],
      server.deps,
    )
    return [...found, ...answers.map((member) => `Member ${member} gets other answers`)].join('\n')
  } finally {
    source.close()
  }
}

const countOf = async (table: string): Promise<number> =>
  Number((await target.query<{ count: string }>(`select count(*) as count from "${table}"`)).rows[0]?.count)

test('[OPS-8] a site with all kinds of rows moves to PostgreSQL, row by row, and opens there', async () => {
  await target.connect()
  expect(await move()).toEqual([])
  const tables = tableParts().map((table) => table.name)
  const empty: string[] = []
  for (const table of tables) {
    const [there] = server.sql(`select count(*) as count from "${table}"`)
    expect([table, await countOf(table)]).toEqual([table, there?.['count']])
    if (there?.['count'] === 0) empty.push(table)
  }
  // The member of `whole-life.ts` has no rows of the desk, the site and the partners' numbers.
  expect(tables.length - empty.length).toBeGreaterThan(35)
  const { engine } = await openPostgres(urlIn(name))
  expect(await engine.isEmpty()).toBe(false)
  await engine.close()
  const { rows } = await target.query<{ id: string }>(
    `insert into messages (conversation, sender, client_id, type, text, sent_at) values (1, 1, 'x', 'text', '', 1) returning id`,
  )
  const [last] = server.sql(`select seq from sqlite_sequence where name = 'messages'`)
  expect(Number(rows[0]?.id)).toBe(Number(last?.['seq']) + 1)
}, 120_000)

test.each([
  [`update users set credits = credits + 1 where id = ${LIFE_ID}`, /The table users differs in credits/],
  [`update messages set text = text || ' ' where id = 2`, /The table messages differs in text/],
  ['delete from likes where ctid in (select ctid from likes limit 1)', /The table likes has \d+ rows/],
  [`update users set time_zone = null where time_zone = ''`, /The table users differs in time_zone/],
  [
    `update messages as one set text = other.text from messages as other where one.id + other.id = 3 and one.id in (1, 2)`,
    /The table messages differs in text/,
  ],
  [`select setval(pg_get_serial_sequence('users', 'id'), 5)`, /next number of the table users/],
  [`update changes set entity = 999 where member = ${LIFE_ID}`, new RegExp(`Member ${LIFE_ID} gets other answers`)],
  [
    `update ledger set amount = amount + 1 where user_id = ${LIFE_ID}`,
    /members whose credits differ from their ledger/,
  ],
])(
  'the change "%s" of the copy is found and named',
  async (change, named) => {
    expect(await differencesAfter(change)).toMatch(named)
  },
  60_000,
)

test('[OPS-8] no server opens a copy that differs', async () => {
  expect(await move(async () => [LIFE_ID])).toEqual([`Member ${LIFE_ID} gets other answers.`])
  await expect(openPostgres(urlIn(name))).rejects.toThrow('did not end well')
}, 120_000)

test('[OPS-8] no server opens a copy whose last step failed', async () => {
  const failed = move(undefined, name, () => Promise.reject(new Error('The bucket is away')))
  await expect(failed).rejects.toThrow('The bucket is away')
  await expect(openPostgres(urlIn(name))).rejects.toThrow('did not end well')
}, 120_000)

const digest = () => server.sql('select (select sum(seq) from changes) as seqs, (select count(*) from users) as users')

test('[OPS-8] a move that broke off begins anew, and leaves SQLite as it was', async () => {
  const before = digest()
  await expect(move(() => Promise.reject(new Error('The cable is out')))).rejects.toThrow('The cable is out')
  await expect(openPostgres(urlIn(name))).rejects.toThrow('did not end well')
  expect(await move()).toEqual([])
  expect(digest()).toEqual(before)
}, 120_000)

test('[OPS-8] a database with rows or with tables of another program is refused, and not changed', async () => {
  await target.connect()
  await target.query('create table orders (id int)')
  await expect(move()).rejects.toThrow('It has tables of another program')
  expect(await countOf('orders')).toBe(0)
  await target.query('drop table orders')
  expect(await move()).toEqual([])
  const users = await countOf('users')
  await expect(move()).rejects.toThrow(/Its table \w+ has rows/)
  expect(await countOf('users')).toBe(users)
}, 120_000)

test('[OPS-8] a text that PostgreSQL cannot store is refused with its table and row, without the text', async () => {
  const client = new Database(file)
  client.exec(`update member_notes set text = 'a' || char(0) || 'b'`)
  try {
    await expect(move()).rejects.toThrow(
      /^The table member_notes cannot be copied: invalid byte sequence .*, COPY member_notes, line \d+$/,
    )
  } finally {
    client.exec(`update member_notes set text = 'a'`)
    client.close()
  }
}, 120_000)
