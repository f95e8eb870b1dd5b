import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { copyOfBase } from '../testing/base-database.ts'
import { startCheckpoints } from './checkpoints.ts'
import { databaseFile } from '../adapters/data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { openDatabases, SchemaError } from './database.ts'
import { DAY_MS } from '#contract/limits.ts'
import { dropAgedCopies, migrateDataDir } from './migrate.ts'
import { tableParts } from './postgres/schema.ts'

type Journal = { entries: { tag: string }[] }

const MIGRATIONS = join(import.meta.dirname, 'migrations')
const JOURNAL = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as Journal

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-migrations-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

/** An empty database with the schema of an earlier version. */
const emptyAt = (version: number): Database.Database => {
  const folder = join(dir, 'migrations')
  cpSync(MIGRATIONS, folder, { recursive: true })
  const journal = { ...JOURNAL, entries: JOURNAL.entries.slice(0, version) }
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
  const client = new Database(join(dir, 'visavis.sqlite'))
  migrate(drizzle(client), { migrationsFolder: folder })
  return client
}

/** A database as a server of an earlier version left it, with a member and a job. */
const databaseAt = (version: number): string => {
  const client = emptyAt(version)
  client.exec(`insert into users (email, password_hash, status, language, signup_at, credits)
    values ('anna@example.test', 'hash', 'active', 'it', 1, 5)`)
  client.exec(`insert into jobs (kind, payload, run_at) values ('mail.activation', '{"member":1}', 1)`)
  client.close()
  return client.name
}

const rows = (file: string): unknown => {
  const client = new Database(file, { readonly: true })
  const emails = client.prepare('select email from users').all()
  const { n } = client.prepare('select count(*) as n from __drizzle_migrations').get() as { n: number }
  client.close()
  return { emails, n }
}

describe('[OPS-10] a database of an earlier version is migrated with all its data', () => {
  test.each(JOURNAL.entries.map(({ tag }, index) => [tag, index + 1] as const))('from %s', (_, version) => {
    const databases = openDatabases(databaseAt(version))
    const all = (sql: string) => databases.writer.$client.prepare(sql).all()
    expect(all('select email, credits from users')).toEqual([{ email: 'anna@example.test', credits: 5 }])
    expect(all('select kind, payload from jobs')).toEqual([{ kind: 'mail.activation', payload: '{"member":1}' }])
    expect(all('select count(*) as n from __drizzle_migrations')).toEqual([{ n: JOURNAL.entries.length }])
    databases.close()
  })
})

test('[PAY-11] an invoice from before buyers were stored has the buyer as at the upgrade, unless the account is erased', () => {
  const version = JOURNAL.entries.findIndex(({ tag }) => tag.startsWith('0052'))
  const old = emptyAt(version)
  for (const [id, status, invoice] of [
    [1, 'active', 1],
    [2, 'deleted', 2],
    [3, 'active', null],
  ] as const) {
    old.exec(
      `insert into users (id, email, password_hash, status, language, signup_at) values (${id}, '${id}@example.test', '', '${status}', 'it', 1)`,
    )
    old.exec(`insert into profiles (id, name, gender, country, region, city, birth_date, birth_year, last_active)
      values (${id}, 'Member ${id}', 'female', 'IT', '', '', '1990-01-01', 1990, 1)`)
    old
      .prepare(`insert into payments (id, user_id, status, provider, method, country, credits, amount, currency, vat_percentage, created_at, changed_at, invoice)
        values (?, ?, 'completed', 'sandbox', 'paypal', 'IT', 15, 999, 'EUR', 22, 1, 1, ?)`)
      .run(`p${id}`, id, invoice)
  }
  old.close()
  const { writer, close } = openDatabases(old.name)
  expect(writer.$client.prepare('select buyer_name, buyer_email from payments order by id').all()).toEqual([
    { buyer_name: 'Member 1', buyer_email: '1@example.test' },
    { buyer_name: null, buyer_email: null },
    { buyer_name: null, buyer_email: null },
  ])
  close()
})

const ROWS = 20

type Column = { name: string; type: string }

const tablesOf = (client: Database.Database): string[] =>
  client
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_\\_%' escape '\\'`,
    )
    .pluck()
    .all()

/** Every column gets a value, since a null could be lost unseen. Members, photos and so on have the ids 1 to ROWS. */
const fill = (client: Database.Database): void => {
  for (const table of tablesOf(client)) {
    const columns = client.prepare<[string], Column>('select name, type from pragma_table_info(?)').all(table)
    const insert = client.prepare(
      `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join()}) values (${columns.map(() => '?').join()})`,
    )
    for (let row = 1; row <= ROWS; row += 1)
      insert.run(
        columns.map(({ name, type }) =>
          type === 'text' ? `${name} ${row}` : type === 'blob' ? Buffer.from([row]) : row,
        ),
      )
  }
}

/** All values of the given columns by table. */
const contentOf = (client: Database.Database, columns: ReadonlyMap<string, readonly string[]>): unknown =>
  Object.fromEntries(
    [...columns].map(([table, names]) => [
      table,
      client.prepare(`select ${names.map((name) => `"${name}"`).join()} from ${table} order by 1, 2`).all(),
    ]),
  )

/** Columns that a migration dropped or changed on purpose. */
const CHANGED = new Set(['profiles.looking_for', 'profiles.last_active'])

const columnsOf = (client: Database.Database): Map<string, string[]> =>
  new Map(
    tablesOf(client).map((table) => {
      const names = client.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table)
      return [table, names.filter((name) => !CHANGED.has(`${table}.${name}`))]
    }),
  )

/** The columns of every table and all indexes and triggers. Columns that were added later come in another order. */
const schemaOf = (client: Database.Database): unknown => ({
  columns: tablesOf(client).map((table) => [
    table,
    client
      .prepare('select name, type, "notnull", dflt_value, pk, hidden from pragma_table_xinfo(?) order by name')
      .all(table),
  ]),
  others: client
    .prepare(`select type, name, tbl_name, sql from sqlite_master where type <> 'table' order by type, name`)
    .all(),
})

const namesOf = (parts: readonly { name: string }[]) => parts.map(({ name }) => name).toSorted()

test('[OPS-8] [OPS-10] a new site has the tables, columns and indexes of every schema file, on both kinds of databases', async () => {
  const folder = join(import.meta.dirname, 'schema')
  const files: Record<string, unknown>[] = await Promise.all(
    readdirSync(folder).map((file) => import(join(folder, file))),
  )
  const tables = files.flatMap((file) => Object.values(file).filter((value) => is(value, SQLiteTable)))
  expect(namesOf(tableParts())).toEqual(tables.map(getTableName).toSorted())

  const { writer, close } = openDatabases(join(dir, 'new.sqlite'))
  const client = writer.$client
  const inDatabase = (sql: string, table: string) => client.prepare<[string], string>(sql).pluck().all(table).toSorted()
  expect(tablesOf(client).toSorted()).toEqual(namesOf(tableParts()))
  for (const { name, columns, indexes } of tableParts()) {
    expect([name, inDatabase('select name from pragma_table_xinfo(?)', name)]).toEqual([name, namesOf(columns)])
    // The schema says `unique()` of a column without naming its index.
    const ownOf = new Set(columns.map((column) => `${name}_${column.name}_unique`))
    const made = inDatabase(
      `select name from sqlite_master where type = 'index' and sql is not null and tbl_name = ?`,
      name,
    ).filter((index) => !ownOf.has(index))
    expect([name, made]).toEqual([name, namesOf(indexes)])
  }
  close()
})

describe('[OPS-10] an upgrade keeps every row and value of all tables, and ends with the schema of a new site', () => {
  // The first schema, and the last one before a process locked its DATA_DIR and migrated only on purpose.
  test.each(['0000_foundation', '0009_announcements'])('from %s', (last) => {
    const version = JOURNAL.entries.findIndex(({ tag }) => tag === last) + 1
    const old = emptyAt(version)
    fill(old)
    const columns = columnsOf(old)
    const before = contentOf(old, columns)
    old.close()

    const { writer, close } = openDatabases(old.name)
    expect(contentOf(writer.$client, columns)).toEqual(before)
    expect(writer.$client.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(writer.$client.pragma('foreign_key_check')).toEqual([])
    const fresh = copyOfBase()
    const base = new Database(fresh.file, { readonly: true })
    expect(schemaOf(writer.$client)).toEqual(schemaOf(base))
    base.close()
    rmSync(fresh.dir, { recursive: true })
    close()
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

test('[PROF-11] a member in privacy mode is listed by the day from the migration on, and the time is not lost', () => {
  const file = databaseAt(45)
  const client = new Database(file)
  const add = client.prepare(`insert into profiles
    (id, name, gender, birth_date, birth_year, country, region, city, last_active, reserved)
    values (?, 'Anna', 'female', '1990-01-01', 1990, 'IT', '', '', ?, ?)`)
  const at = Date.parse('2026-03-04T10:11:12Z')
  add.run(1, at, 1)
  add.run(2, at, 0)
  client.close()
  const databases = openDatabases(file)
  expect(databases.writer.$client.prepare('select last_active, active_at from profiles order by id').all()).toEqual([
    { last_active: Date.parse('2026-03-04'), active_at: at },
    { last_active: at, active_at: null },
  ])
  databases.close()
})

test('[GUARD-1] conversations of before are still scored as long as their first five messages have no answer', () => {
  const file = databaseAt(34)
  const client = new Database(file)
  const begin = client.prepare('insert into conversations (low, high, started_by, created_at) values (1, ?, 1, 0)')
  const write = client.prepare(
    `insert into messages (conversation, sender, client_id, type, text, sent_at) values (?, ?, ?, 'text', '', 0)`,
  )
  const senders = [[1, 1], [1, 5, 1], [], [1, 1, 1, 1, 1, 1]]
  for (const [place, own] of senders.entries()) {
    begin.run(place + 2)
    for (const [count, sender] of own.entries()) write.run(place + 1, sender, `${place} ${count}`)
  }
  client.close()
  const databases = openDatabases(file)
  const left = databases.writer.$client.prepare('select opening_left from conversations order by id').pluck().all()
  expect(left).toEqual([3, 0, 5, 0])
  databases.close()
})

test('the reader cannot write', () => {
  const databases = openDatabases(join(dir, 'visavis.sqlite'))
  expect(() => databases.reader.$client.exec('delete from users')).toThrow('readonly')
  databases.close()
})

test('[ACC-12] deleted rows are overwritten in the file', () => {
  const file = join(dir, 'visavis.sqlite')
  const databases = openDatabases(file)
  const { $client: client } = databases.writer
  const add = client.prepare('insert into site_state (key, value, at) values (?, ?, 0)')
  for (const key of ['a', 'b', 'c']) add.run(key, `a secret of ${key}`)
  client.prepare("delete from site_state where key = 'b'").run()
  databases.close()
  const bytes = readFileSync(file, 'latin1')
  expect(['a', 'b', 'c'].map((key) => bytes.includes(`a secret of ${key}`))).toEqual([true, false, true])
})

test('[ACC-12] deleted rows are gone from the write-ahead log too, although nobody writes any more', async () => {
  const file = join(dir, 'visavis.sqlite')
  const { writer, close } = openDatabases(file, { checkpoints: 'thread' })
  writer.$client.exec("insert into attempts (key, count, since) values ('zaphira', 1, 0)")
  writer.$client.exec("delete from attempts where key = 'zaphira'")
  expect(readFileSync(`${file}-wal`).includes('zaphira')).toBe(true)
  const stop = startCheckpoints(file, 1)
  await vi.waitFor(() => expect(readFileSync(`${file}-wal`).includes('zaphira')).toBe(false), { timeout: 5_000 })
  expect(readFileSync(file).includes('zaphira')).toBe(false)
  await stop()
  close()
})

test('[OPS-7] writes go on while a backup reads an older state, also when the log has grown long', async () => {
  const { file } = copyOfBase()
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  const { writer, close } = openDatabases(file, { checkpoints: 'thread' })
  onTestFinished(close)
  writer.$client.exec('create table ballast (bytes blob)')
  const backup = new Database(file, { readonly: true })
  onTestFinished(() => void backup.close())
  backup.exec('begin; select count(*) from users')
  writer.$client.exec('begin')
  const add = writer.$client.prepare('insert into ballast values (zeroblob(1000000))')
  for (let megabytes = 0; megabytes < 40; megabytes += 1) add.run()
  writer.$client.exec('commit')
  const stop = startCheckpoints(file)
  onTestFinished(stop)
  writer.$client.pragma('busy_timeout = 0')
  const write = writer.$client.prepare('insert into ballast values (null)')
  for (let written = 0; written < 60; written += 1) {
    expect(write.run().changes).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 10)) // The thread works meanwhile.
  }
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

test('[OPS-10] a copy that was cut off counts as none, and is no copy at the next attempt', () => {
  databaseAt(1)
  const folder = join(dir, 'before-migration')
  mkdirSync(folder)
  const copies = ['2021', '2022', '2023'].map((year) => `${year}-01-01.sqlite`)
  for (const name of [...copies, 'unfinished']) writeFileSync(join(folder, name), '')
  migrateDataDir(dir, Date.parse('2026-05-01T10:00:00Z'))
  expect(readdirSync(folder)).toEqual([...copies.slice(1), '2026-05-01T10-00-00-000Z.sqlite'])
})

test.each(['nobody', 'another program reads an older state'])(
  '[OPS-10] the copy of a migration has what a killed server left in its log, while %s',
  (reader) => {
    const file = databaseAt(1)
    const killed = new Database(file)
    killed.pragma('journal_mode = wal')
    const other = new Database(file, { readonly: true })
    other.exec('begin; select count(*) from users')
    killed.exec(`update users set email = 'in the log'`)
    if (reader === 'nobody') other.exec('commit')
    const { copy } = migrateDataDir(dir, Date.now())
    expect(rows(copy ?? '')).toEqual({ emails: [{ email: 'in the log' }], n: 1 })
    other.close()
    killed.close()
  },
)

test('[OPS-10] a migration says before its copy how large the database is, and a start without one says nothing', () => {
  databaseAt(1)
  const folder = join(dir, 'before-migration')
  const said: unknown[] = []
  const announce = (line: string): void => void said.push([line, existsSync(folder)])
  migrateDataDir(dir, Date.now(), announce)
  migrateDataDir(dir, Date.now(), announce)
  expect(said).toEqual([
    ['copying the database of 1 MB, then migrating it; the site answers afterwards', false],
    ['database copied, migrating it', true],
  ])
})

test('[OPS-10] a migration that fails half way names its reason, leaves the database as it was, and no copy', () => {
  const file = databaseAt(1)
  const client = new Database(file)
  // A later migration makes this table, so all before it have run.
  client.exec('create table staff (id integer)')
  const before = schemaOf(client)
  client.close()
  const migrating = () => migrateDataDir(dir, Date.parse('2026-05-01T10:00:00Z'))
  expect(migrating).toThrow(SchemaError)
  expect(migrating).toThrow(/and is as it was: .*staff.* \(docs\/operations\.md, Rollback\)/)
  const after = new Database(file, { readonly: true })
  expect(schemaOf(after)).toEqual(before)
  after.close()
  expect(rows(file)).toEqual({ emails: [{ email: 'anna@example.test' }], n: 1 })
  expect(readdirSync(join(dir, 'before-migration'))).toEqual([])
})

test('[OPS-15] the copy of a migration is deleted within 30 days, since members have deleted data of it', () => {
  const copied = Date.parse('2026-05-01T10:00:00Z')
  databaseAt(1)
  migrateDataDir(dir, copied)
  const folder = join(dir, 'before-migration')
  writeFileSync(join(folder, 'notes.txt'), 'of the operator')
  dropAgedCopies(dir, copied + 28 * DAY_MS)
  expect(readdirSync(folder)).toEqual(['2026-05-01T10-00-00-000Z.sqlite', 'notes.txt'])
  dropAgedCopies(dir, copied + 29 * DAY_MS + 1)
  expect(readdirSync(folder)).toEqual(['notes.txt'])
  dropAgedCopies(join(dir, 'a new site'), copied)
})

test('[OPS-5] nobody else enters DATA_DIR or the folder of its copies, whatever the umask of a command is', () => {
  const before = process.umask(0o022)
  try {
    const data = join(dir, 'data')
    lockDataDir(data, 'migrate', 0).release()
    renameSync(databaseAt(1), databaseFile(data))
    migrateDataDir(data, 0)
    for (const folder of [data, join(data, 'before-migration')]) expect(statSync(folder).mode & 0o777).toBe(0o700)
  } finally {
    process.umask(before)
  }
})
