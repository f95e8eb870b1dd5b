import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabases } from './database.ts'
import { migrateDataDir } from './migrate.ts'

type Journal = { entries: { tag: string }[] }

const MIGRATIONS = join(import.meta.dirname, 'migrations')
const JOURNAL = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as Journal

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-migrations-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

/** A database as a server of an earlier version left it, with a member and a job. */
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

const rows = (file: string): unknown => {
  const client = new Database(file, { readonly: true })
  const emails = client.prepare('select email from users').all()
  const { n } = client.prepare('select count(*) as n from __drizzle_migrations').get() as { n: number }
  client.close()
  return { emails, n }
}

describe('a database of an earlier version is migrated with all its data', () => {
  test.each(JOURNAL.entries.map(({ tag }, index) => [tag, index + 1] as const))('from %s', (_, version) => {
    const databases = openDatabases(databaseAt(version))
    const all = (sql: string) => databases.writer.$client.prepare(sql).all()
    expect(all('select email, credits from users')).toEqual([{ email: 'anna@example.test', credits: 5 }])
    expect(all('select kind, payload from jobs')).toEqual([{ kind: 'mail.activation', payload: '{"member":1}' }])
    expect(all('select count(*) as n from __drizzle_migrations')).toEqual([{ n: JOURNAL.entries.length }])
    databases.close()
  })
})

test('[CHAT-9] blocks of before get the names and photos of the day of the migration', () => {
  const file = databaseAt(14)
  const client = new Database(file)
  client.exec(`insert into profiles (id, name, gender, birth_date, birth_year, country, region, city, last_active, main_photo)
    values (1, 'Anna', 'female', '1990-01-01', 1990, 'IT', '', '', 0, 7), (2, 'Bert', 'male', '1990-01-01', 1990, 'IT', '', '', 0, null)`)
  client.exec('insert into blocks (blocker, blocked, at) values (1, 2, 0)')
  client.close()
  const databases = openDatabases(file)
  expect(databases.writer.$client.prepare('select * from blocks').all()).toEqual([
    {
      blocker: 1,
      blocked: 2,
      at: 0,
      blocker_name: 'Anna',
      blocker_photo: 7,
      blocked_name: 'Bert',
      blocked_photo: null,
    },
  ])
  databases.close()
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

test('[OPS-10] a migration copies the old database first and keeps the newest three copies', () => {
  databaseAt(1)
  const folder = join(dir, 'before-migration')
  mkdirSync(folder)
  for (const year of ['2021', '2022', '2023']) writeFileSync(join(folder, `${year}-01-01.sqlite`), '')
  const { copy } = migrateDataDir(dir, Date.parse('2026-05-01T10:00:00Z'))
  expect(rows(copy ?? '')).toEqual({ emails: [{ email: 'anna@example.test' }], n: 1 })
  expect(rows(join(dir, 'visavis.sqlite'))).toMatchObject({ n: JOURNAL.entries.length })
  expect(readdirSync(folder)).toEqual(['2022-01-01.sqlite', '2023-01-01.sqlite', '2026-05-01T10-00-00-000Z.sqlite'])
  expect(migrateDataDir(dir, Date.now())).toEqual({ copy: null })
})
