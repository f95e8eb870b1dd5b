import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabases } from './database.ts'

type Journal = { entries: { tag: string }[] }

const MIGRATIONS = join(import.meta.dirname, 'migrations')
const JOURNAL = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as Journal

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-migrations-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

/** A database as a server of an earlier version left it, with a member and a job in it. */
const databaseAt = (version: number): string => {
  const folder = join(dir, 'migrations')
  cpSync(MIGRATIONS, folder, { recursive: true })
  const journal = { ...JOURNAL, entries: JOURNAL.entries.slice(0, version) }
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
  const file = join(dir, 'visavis.sqlite')
  const client = new Database(file)
  migrate(drizzle(client), { migrationsFolder: folder })
  client.exec(`insert into users (email, password_hash, status, language, signup_at, credits)
    values ('anna@example.test', 'hash', 'active', 'it', 1, 5)`)
  client.exec(`insert into jobs (kind, payload, run_at) values ('mail.activation', '{"member":1}', 1)`)
  client.close()
  return file
}

describe('a database of an earlier version is brought up to date with all that is in it', () => {
  test.each(JOURNAL.entries.map(({ tag }, index) => [tag, index + 1] as const))('from %s', (_, version) => {
    const databases = openDatabases(databaseAt(version))
    const all = (sql: string) => databases.writer.$client.prepare(sql).all()
    expect(all('select email, credits from users')).toEqual([{ email: 'anna@example.test', credits: 5 }])
    expect(all('select kind, payload from jobs')).toEqual([{ kind: 'mail.activation', payload: '{"member":1}' }])
    expect(all('select count(*) as n from __drizzle_migrations')).toEqual([{ n: JOURNAL.entries.length }])
    databases.close()
  })
})

test('the reader cannot write', () => {
  const databases = openDatabases(join(dir, 'visavis.sqlite'))
  expect(() => databases.reader.$client.exec('delete from users')).toThrow('readonly')
  databases.close()
})

test('[PAY-1] a balance below zero is refused by the database itself', () => {
  const databases = openDatabases(databaseAt(1))
  expect(() => databases.writer.$client.exec('update users set credits = -1')).toThrow('users_credits')
  databases.close()
})
