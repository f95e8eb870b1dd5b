/** An older site on PostgreSQL gets the rows of this version, not only its columns. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientBase } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlIn, urlOf } from '../../testing/postgres.ts'
import { openEngineForTest, type TestEngine } from '../../testing/test-engine.ts'
import { SchemaError } from '../database.ts'
import { examinePostgres, openPostgres } from './engine.ts'
import { bringUpToDate, schemaStateOn } from './migrate.ts'

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

/** Sites run on PostgreSQL since this migration. */
const FIRST = '0042'
const MIGRATIONS = join(import.meta.dirname, '../migrations')

test('[OPS-8] each migration of SQLite that changes rows changes those of PostgreSQL too', async () => {
  const changing = readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql') && file >= FIRST)
    .filter((file) => /^\s*(update|insert|delete)\b/im.test(readFileSync(join(MIGRATIONS, file), 'utf8')))
    .map((file) => file.replace('.sql', ''))
  expect(changing).toContain('0045_reserved_activity')
  const { rows } = await client.query<{ name: string }>('select name from schema_parts where name = any($1)', [
    changing,
  ])
  expect(rows.map(({ name }) => name).toSorted()).toEqual(changing.toSorted())
})

test('[OPS-8] servers that start together on an empty database make its tables once', async () => {
  const name = `together_${randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${name}`)
  const starters = [1, 2, 3].map(() => new Client({ connectionString: urlIn(name) }))
  try {
    await Promise.all(starters.map((starter) => starter.connect()))
    await Promise.all(starters.map((starter) => bringUpToDate(starter)))
    await expect(Promise.all(starters.map(schemaStateOn))).resolves.toEqual(['current', 'current', 'current'])
  } finally {
    await Promise.all(starters.map((starter) => starter.end()))
    await client.query(`drop database ${name} with (force)`)
  }
})

test('[OPS-8] an upgrade fails while a long transaction reads a table, so that requests do not wait behind it', async () => {
  const reader = new Client({ connectionString: urlOf(opened) })
  await reader.connect()
  try {
    await client.query(`delete from schema_parts where name = 'profiles_fictional'`)
    await reader.query('begin; select count(*) from profiles')
    await expect(bringUpToDate(client)).rejects.toThrow(/another long transaction uses its tables/)
    expect(await schemaStateOn(client)).toBe('older')
    await reader.query('commit')
    await bringUpToDate(client)
    expect(await schemaStateOn(client)).toBe('current')
  } finally {
    await reader.end()
  }
})

test('[OPS-8] [OPS-11] while an upgrade builds indexes and changes rows, servers of the former version read and write every table', async () => {
  await client.query(`insert into attempts (key, count, since) values ('one', 1, 1);
    drop index attempts_since; alter table users drop column returned; alter table payments drop column buyer_name;
    delete from schema_parts where name in ('attempts_since', 'users.returned', 'payments.buyer_name', '0052_won_chargebacks_and_buyers')`)
  const former = new Client({ connectionString: urlOf(opened) })
  await former.connect()
  await former.query('set lock_timeout = 500')
  const met: string[] = []
  const watched = {
    query: async (text: string) => {
      const result = await client.query(text)
      // The upgrade still has the locks of this statement, unless its transaction has ended.
      const [, change] =
        /^(?:begin;\s*)?(create index concurrently|update payments|alter table \w+)/.exec(text.replaceAll('"', '')) ??
        []
      if (change === undefined) return result
      await former.query(
        `select from users limit 1; select from payments limit 1; update attempts set count = count + 1`,
      )
      met.push(change)
      return result
    },
  }
  try {
    await bringUpToDate(watched as ClientBase)
  } finally {
    await former.end()
  }
  expect(met).toEqual(['create index concurrently', 'alter table users', 'update payments'])
  expect(await schemaStateOn(client)).toBe('current')
  const { rows } = await client.query(
    `select indexdef from pg_indexes where tablename = 'attempts' and indexname like '%since%'`,
  )
  expect(rows).toEqual([{ indexdef: expect.stringMatching(/^CREATE INDEX attempts_since ON public\.attempts/) }])
})

test('[OPS-8] beside an upgrade a server of the former version starts at once, and one that has to upgrade says what it waits for', async () => {
  const upgrade = new Client({ connectionString: urlOf(opened) })
  await upgrade.connect()
  try {
    // As long as the upgrade runs, its session has this lock.
    await upgrade.query('select pg_advisory_lock(52113)')
    await bringUpToDate(client)
    await client.query(`delete from schema_parts where name = 'profiles_fictional'`)
    const lines: string[] = []
    const waiting = bringUpToDate(client, (line) => lines.push(line))
    await expect.poll(() => lines).toEqual(['waiting for the upgrade of the database by another process'])
    await upgrade.end()
    await waiting
    expect(lines.slice(1)).toEqual([
      'building the index profiles_fictional beside the writes of members',
      'adding tables and columns',
    ])
    expect(await schemaStateOn(client)).toBe('current')
  } finally {
    await upgrade.end()
  }
})

/** Runs with one part as another version has left it. */
const withPart = async (part: { name: string; statement: string }, run: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<{ statement: string }>('select statement from schema_parts where name = $1', [
    part.name,
  ])
  const put = (statement: string) =>
    client.query(
      'insert into schema_parts values ($1, $2) on conflict (name) do update set statement = excluded.statement',
      [part.name, statement],
    )
  await put(part.statement)
  try {
    await run()
  } finally {
    await (rows[0] ? put(rows[0].statement) : client.query('delete from schema_parts where name = $1', [part.name]))
  }
}

test.each([
  { name: 'users.later', statement: '"later" bigint' },
  { name: 'later', statement: '' },
])('[OPS-10] a database in which a newer version has made $name is not opened by this one', async (part) => {
  await withPart(part, async () => {
    expect(await schemaStateOn(client)).toBe('newer')
    await expect(openPostgres(urlOf(opened))).rejects.toThrow('newer version')
  })
  // An index of another version harms nothing.
  await withPart({ name: 'later_index', statement: 'create index later_index on users (id)' }, async () =>
    expect(await schemaStateOn(client)).toBe('current'),
  )
})

test('[OPS-10] a column that another version has made otherwise is refused by name, and nothing is changed', async () => {
  await withPart({ name: 'users.credits', statement: '"credits" text' }, async () => {
    await client.query(`delete from schema_parts where name = 'profiles_fictional'`)
    await expect(bringUpToDate(client)).rejects.toThrow('The column users.credits has changed')
    expect((await client.query(`select 1 from schema_parts where name = 'profiles_fictional'`)).rowCount).toBe(0)
  })
  await bringUpToDate(client)
})

test('[OPS-8] an index that has changed is made again', async () => {
  await withPart(
    { name: 'profiles_fictional', statement: 'create index profiles_fictional on profiles (name)' },
    async () => {
      await client.query('drop index profiles_fictional; create index profiles_fictional on profiles (name)')
      expect(await schemaStateOn(client)).toBe('older')
      await bringUpToDate(client)
      expect(await schemaStateOn(client)).toBe('current')
    },
  )
  const { rows } = await client.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname = 'profiles_fictional'`,
  )
  expect(rows[0]?.indexdef).toContain('fictional')
  expect(rows[0]?.indexdef).not.toContain('(name)')
})

test('[OPS-9] a look at a database, such as that of the doctor, can change nothing in it', async () => {
  const looked = examinePostgres(urlOf(opened), async (schema, read) => {
    expect(schema).toBe('current')
    await read?.operations.setLastBackup(1)
  })
  await expect(looked).rejects.toThrow(/read-only transaction|Failed query/)
  expect(await opened.engine.read.operations.lastBackup()).toBeNull()
})

test('[OPS-10] a full disk of PostgreSQL ends an upgrade with one sentence that says what to do, and changes nothing', async () => {
  await client.query(`delete from schema_parts where name = 'profiles_fictional'`)
  const full = {
    query: (text: string) =>
      client.query(
        text.includes('lock_timeout')
          ? `do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`
          : text,
      ),
  }
  await expect(bringUpToDate(full as ClientBase)).rejects.toThrow(
    'The database could not be migrated, and is as it was: could not extend file (53100). Make room',
  )
  await expect(bringUpToDate(full as ClientBase)).rejects.toThrow(SchemaError)
  expect(await schemaStateOn(client)).toBe('older')
  await bringUpToDate(client)
  expect(await schemaStateOn(client)).toBe('current')
})

const nextMessage = async (): Promise<number> => {
  const { rows } = await client.query<{ id: string }>(
    `insert into messages (conversation, sender, client_id, type, text, sent_at) values (1, 1, $1, 'text', '', 1) returning id`,
    [randomUUID()],
  )
  return Number(rows[0]?.id)
}

test('[OPS-15] the statement of the runbook for a database that was put back gives no number again', async () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../../docs/scale.md'), 'utf8')
  const statements = [...runbook.matchAll(/psql .*-c "(with since[^"]+)"/g)].map(([, statement = '']) => statement)
  expect(statements).toHaveLength(3)
  expect(new Set(statements).size).toBe(1)
  const lost = await nextMessage()
  const restored = async (statement = '') => {
    await client.query(`select setval('messages_id_seq', ${lost})`)
    await client.query(statement)
    return [await nextMessage(), await nextMessage()] as const
  }
  const [first, last] = await restored(statements[0])
  expect(first).toBeGreaterThan(lost + 1_000_000)
  // The same backup is restored again, a minute later.
  const [second] = await restored(statements[0]?.replace('now()', `now() + interval '1 minute'`))
  expect(second).toBeGreaterThan(last)
})

test('[PROF-11] an older site on PostgreSQL lists members in privacy mode by the day, from its upgrade on', async () => {
  await client.query(`alter table profiles drop column active_at;
    delete from schema_parts where name in ('profiles.active_at', '0045_reserved_activity')`)
  const at = Date.parse('2026-05-01T10:20:30Z')
  await client.query(
    `insert into profiles (id, name, gender, country, region, city, birth_date, birth_year, reserved, last_active)
      values (1, 'Anna', 'female', 'IT', 'IT-25', 'IT-25/milano', '1990-01-01', 1990, 1, $1),
        (2, 'Bert', 'male', 'IT', 'IT-25', 'IT-25/milano', '1990-01-01', 1990, 0, $1)`,
    [at],
  )
  const activity = async () =>
    (await client.query('select last_active::float8 as last, active_at::float8 as at from profiles order by id')).rows
  expect(await schemaStateOn(client)).toBe('older')

  await bringUpToDate(client)
  const migrated = [
    { last: Date.parse('2026-05-01'), at },
    { last: at, at: null },
  ]
  expect(await activity()).toEqual(migrated)
  expect(await schemaStateOn(client)).toBe('current')
  await bringUpToDate(client)
  expect(await activity()).toEqual(migrated)
})

test('[PAY-11] an older site on PostgreSQL stores the buyers of its invoices at the upgrade, but for erased accounts', async () => {
  await client.query(`alter table payments drop column buyer_name;
    delete from schema_parts where name in ('payments.buyer_name', '0052_won_chargebacks_and_buyers');
    insert into users (id, email, password_hash, status, language, signup_at)
      values (11, '11@example.test', '', 'active', 'it', 1), (12, '12@example.test', '', 'deleted', 'it', 1);
    insert into profiles (id, name, gender, country, region, city, birth_date, birth_year, last_active)
      select id, 'Member ' || id, 'female', 'IT', '', '', '1990-01-01', 1990, 1 from users where id in (11, 12);
    insert into payments (id, user_id, status, provider, method, country, credits, amount, currency, vat_percentage, created_at, changed_at, invoice)
      select 'p' || id, id, 'completed', 'sandbox', 'paypal', 'IT', 15, 999, 'EUR', 22, 1, 1, id from users where id in (11, 12)`)
  await bringUpToDate(client)
  expect((await client.query('select buyer_name, buyer_email from payments order by id')).rows).toEqual([
    { buyer_name: 'Member 11', buyer_email: '11@example.test' },
    { buyer_name: null, buyer_email: null },
  ])
})
