/** Erasure leaves nothing in the database file, although SQLite leaves copies of rows that it moves. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { overwriteUnused } from './overwrite-unused.ts'
import { unusedRanges } from './unused-bytes.ts'

const ROWS = 600
const PAGE_BYTES = 2_048
const words = (id: number): string => `about member ${String(id).padStart(4, '0')}; `

let dir: string
let file: string
let server: Database.Database
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-remains-'))
  file = join(dir, 'site.sqlite')
  server = new Database(file)
  server.pragma(`page_size = ${PAGE_BYTES}`)
  server.pragma('journal_mode = WAL')
  server.pragma('secure_delete = FAST')
  server.exec('create table details (id integer primary key, about text, visits integer default 0)')
  const add = server.prepare('insert into details (id, about) values (?, ?)')
  const grow = server.prepare('update details set about = ? where id = ?')
  for (let id = 1; id <= ROWS; id += 1) add.run(id, words(id))
  // Members write about themselves later, in any order: rows grow, and SQLite splits their pages.
  for (let step = 1; step <= 4 * ROWS; step += 1) {
    const id = ((step * 7_919) % ROWS) + 1
    grow.run(words(id).repeat(1 + (step % 40)), id)
  }
})
afterEach(() => {
  server.close()
  rmSync(dir, { recursive: true, force: true })
})

const isErased = (id: number): boolean => id % 2 === 0
/** As the purge does. */
const erase = (): void => {
  server.pragma('secure_delete = ON')
  server.exec('delete from details where id % 2 = 0')
  server.pragma('secure_delete = FAST')
}
/** The erased members of whom the file still has words. */
const left = (): number[] => {
  server.pragma('wal_checkpoint(truncate)')
  const content = readFileSync(file).toString('latin1')
  return Array.from({ length: ROWS }, (_, index) => index + 1).filter(
    (id) => isErased(id) && content.includes(words(id)),
  )
}
const kept = (): unknown => server.prepare('select id, about from details order by id').all()
const isIntact = (): boolean => server.pragma('integrity_check', { simple: true }) === 'ok'

test('[ACC-12] nothing of erased rows stays in the file, nor comes back from the memory of a server', async () => {
  erase()
  expect(left()).not.toEqual([])
  // The server has all pages in its memory.
  const before = kept()
  expect(await overwriteUnused(file)).toBeGreaterThan(0)
  expect(left()).toEqual([])
  expect(kept()).toEqual(before)
  server.exec('update details set visits = 1')
  expect(left()).toEqual([])
  expect(isIntact()).toBe(true)
})

test('[ACC-12] deleted rows in pages that nothing uses any more are overwritten, too', async () => {
  // Without `secure_delete = ON`, as members delete.
  server.exec('delete from details where id % 2 = 0 or id > 300')
  expect(Number(server.pragma('freelist_count', { simple: true }))).toBeGreaterThan(0)
  expect(left()).not.toEqual([])
  await overwriteUnused(file)
  expect(left()).toEqual([])
  expect(isIntact()).toBe(true)
})

test('[ACC-12] [OPS-7] writes of a server meanwhile are all there', async () => {
  erase()
  server.exec('create table writes (id integer primary key, text text)')
  const write = server.prepare('insert into writes (text) values (?)')
  let count = 0
  const run = { isOver: false }
  const done = overwriteUnused(file).finally(() => {
    run.isOver = true
  })
  while (!run.isOver) {
    write.run(`written ${count}`)
    count += 1
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  expect(await done).toBeGreaterThan(0)
  expect(server.prepare('select count(*) from writes').pluck().get()).toBe(count)
  expect(left()).toEqual([])
  expect(isIntact()).toBe(true)
})

test('[ACC-12] a program that reads an older state still reads it, and the work waits for its end', async () => {
  const backup = new Database(file, { readonly: true })
  const rows = backup.prepare('select about from details order by id').iterate()
  const first = rows.next()
  erase()
  const run = { isOver: false }
  const done = overwriteUnused(file).finally(() => {
    run.isOver = true
  })
  // Time in which it would end, if it did not wait.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([first.done, run.isOver]).toEqual([false, false])
  expect([...rows]).toHaveLength(ROWS - 1)
  backup.close()
  expect(await done).toBeGreaterThan(0)
  expect(left()).toEqual([])
})

test('[ACC-12] a database with auto_vacuum is left alone, because its pages of pointers look like pages with rows', async () => {
  server.pragma('journal_mode = DELETE')
  server.pragma('auto_vacuum = FULL')
  server.exec('vacuum')
  server.pragma('journal_mode = WAL')
  const before = readFileSync(file)
  await expect(overwriteUnused(file)).rejects.toThrow('auto_vacuum')
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('[ACC-12] a page that is damaged or of another kind has no unused bytes', () => {
  const page = Buffer.alloc(PAGE_BYTES)
  expect(unusedRanges(page, 2)).toEqual([])
  page.writeUInt8(13)
  page.writeUInt16BE(2_000, 5)
  expect(unusedRanges(page, 2)).toEqual([{ start: 8, end: 2_000 }])
  // A free block before the rows, and rows that begin before their list ends.
  page.writeUInt16BE(100, 1)
  expect(unusedRanges(page, 2)).toEqual([])
  page.writeUInt16BE(0, 1)
  page.writeUInt16BE(4, 5)
  expect(unusedRanges(page, 2)).toEqual([])
})
