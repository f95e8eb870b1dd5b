import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyOfBase, USER_ROW } from '../testing/base-database.ts'
import { openDatabases, type Databases } from './database.ts'
import { queriesOn, withQueries } from './queries.ts'
import { users } from './schema/account.ts'
import { SqliteSession } from './sqlite-session.ts'

let dir: string
let databases: Databases
beforeEach(() => {
  const base = copyOfBase()
  dir = base.dir
  databases = openDatabases(base.file)
})
afterEach(() => {
  databases.close()
  rmSync(dir, { recursive: true })
})

test('every query of every area fits the newest schema', () => {
  const prepare = vi.spyOn(SqliteSession.prototype, 'prepareQuery')
  const areas = Object.entries(queriesOn(databases.writer))
  expect(areas.length).toBeGreaterThan(30)
  for (const [area, queries] of areas) expect([area, Object.keys(queries).length > 0]).toEqual([area, true])
  const texts = prepare.mock.calls.map(([query]) => query.sql)
  expect(texts.length).toBeGreaterThan(150)
  const { $client } = databases.writer
  expect(
    texts.map((text) => $client.prepare(text)),
    'SQLite compiles each',
  ).toHaveLength(texts.length)
})

test('SQLite compiles a statement when it first runs, and once', async () => {
  const { writer } = databases
  const compile = vi.spyOn(writer.$client, 'prepare')
  const { chat } = queriesOn(writer)
  expect(compile).not.toHaveBeenCalled()
  for (let turn = 0; turn < 2; turn += 1) await chat.startedBy(1)
  expect(compile).toHaveBeenCalledTimes(1)
})

test('SQLite compiles a query once that is written anew each time, and keeps few of those that differ', async () => {
  const { writer } = databases
  const compile = vi.spyOn(writer.$client, 'prepare')
  const inLists = () => writer.select({ language: users.language }).from(users).all()
  const inObjects = (text: string) => writer.all(sql.raw(text))
  const { sql: text } = writer.select({ language: users.language }).from(users).toSQL()
  await writer.insert(users).values(USER_ROW).run()
  compile.mockClear()
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await inLists()).toEqual([{ language: 'it' }])
    expect(await inObjects(text), 'of the same text').toEqual([{ language: 'it' }])
  }
  expect(compile).toHaveBeenCalledTimes(2)
  for (let nth = 0; nth < 500; nth += 1) await inObjects(`select ${nth}`)
  compile.mockClear()
  await inObjects('select 499')
  await inLists()
  expect(compile).not.toHaveBeenCalled()
  await inObjects(text)
  expect(compile).toHaveBeenCalledOnce()
})

test('an area prepares its queries once, at its first use', () => {
  const { writer } = databases
  const prepare = vi.spyOn(SqliteSession.prototype, 'prepareQuery')
  const read = queriesOn(writer)
  const tx = withQueries(read, { own: 'member' })
  expect(tx.own).toBe('member')
  expect(prepare).not.toHaveBeenCalled()
  expect(tx.site).toBe(read.site)
  const first = prepare.mock.calls.length
  expect(first).toBeGreaterThan(0)
  expect(tx.site).toBe(read.site)
  expect(prepare).toHaveBeenCalledTimes(first)
})

test('no prepared statement has a limit that makes SQLite plan it again at each use', () => {
  const prepare = vi.spyOn(SqliteSession.prototype, 'prepareQuery')
  for (const area of Object.values(queriesOn(databases.writer))) expect(area).toBeTypeOf('object')
  const limits = prepare.mock.calls.flatMap(([query]) => query.sql.match(/\blimit\b \S+/g) ?? [])
  expect(limits.length).toBeGreaterThan(30)
  expect(limits.filter((limit) => limit.includes('?') && !limit.includes('+?'))).toEqual([])
})
