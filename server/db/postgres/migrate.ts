/**
 * Brings a PostgreSQL database to this version's schema. New tables, columns and indexes are added, changed indexes
 * are made again, and rows change as SQLite's migrations change them; whatever would lose data is refused.
 */
import { setTimeout } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { SchemaError, type SchemaState } from '../database.ts'
import { UnavailableError } from '../engine.ts'
import { codeOf, isAway, reasonOf } from './failures.ts'
import { tableParts, withoutStoring, type Part, type TableParts } from './schema.ts'

/** Each part with the statement that made it. */
const PARTS = `create table if not exists schema_parts (name text primary key, statement text not null)`

/** The part that a database has while rows are moved into it, and afterwards if they differ: no server opens it then. */
const UNFINISHED: Part = { name: 'an unfinished move', statement: '' }

/**
 * The changes of rows that SQLite's migrations make, each under the name of its migration. Each runs once, after the columns
 * are added. A site that moves here has made them on SQLite.
 */
const ROW_CHANGES: readonly Part[] = [
  {
    name: '0045_reserved_activity',
    statement: `update profiles set active_at = last_active, last_active = last_active - last_active % 86400000
      where reserved = 1 and active_at is null`,
  },
  {
    name: '0052_won_chargebacks_and_buyers',
    statement: `update payments set buyer_name = profiles.name, buyer_email = users.email from users
      join profiles on profiles.id = users.id
      where users.id = payments.user_id and users.status <> 'deleted' and payments.invoice is not null`,
  },
]

/** Compares the database's parts with those of this code, and changes nothing. */
export const schemaStateOn = async (client: ClientBase): Promise<SchemaState> => {
  const { rows: found } = await client.query("select 1 from pg_tables where tablename = 'schema_parts'")
  if (found.length === 0) return 'none'
  const { rows } = await client.query<Part>('select name, statement from schema_parts')
  if (rows.length === 0) return 'none'
  const made = new Map(rows.map(({ name, statement }) => [name, statement]))
  if (made.has(UNFINISHED.name)) return 'unfinished'
  const tables = tableParts()
  const known = new Set(
    tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => `${name}.${column.name}`)]),
  )
  // The statement of a table itself is empty. An index or a function of another version harms nothing.
  if (rows.some(({ name, statement }) => (statement === '' || name.includes('.')) && !known.has(name))) return 'newer'
  return changesTo(made, unchanged).length > 0 ? 'older' : 'current'
}

/**
 * While a change waits for a table that a dump or another long transaction reads, every request that needs the table waits behind
 * it. So a change has a short timeout, and the service manager starts the server again.
 */
const LOCK_MS = 2_000
/** A table of this name, its type, or a row of PostgreSQL's own about it, exists already. */
const JUST_MADE: ReadonlySet<string | undefined> = new Set(['42P07', '42710', '23505'])
/** The lock was not there in time; the change lost a deadlock against a request. */
const BUSY: ReadonlySet<string | undefined> = new Set(['55P03', '40P01'])

/** Any number: no other program uses advisory locks of this database. */
const LOCK_KEY = 52_113
const LOCK_POLL_MS = 200

/**
 * Members use the tables meanwhile, by servers of the former version. So an index is built beside their writes, and a change that locks a whole
 * table is in a short transaction. The changes of rows come last: they lock nothing but their rows.
 *
 * @throws SchemaError if PostgreSQL refuses a change, as on a full disk, or if a column was changed in place, which needs a migration
 * written by hand
 * @throws UnavailableError if other transactions use the tables
 */
export const bringUpToDate = async (
  client: ClientBase,
  announce: (line: string) => void = () => undefined,
): Promise<void> => {
  await client.query(PARTS).catch((error: unknown) => {
    // Another process makes it at this moment, which `if not exists` does not see.
    if (!JUST_MADE.has(codeOf(error))) throw failureOf(error)
  })
  // A server of the former version that starts again beside an upgrade has nothing to wait for.
  if (changesTo(await partsOn(client), unchanged).length === 0) return
  await lockOut(client, announce)
  let isBegun = false
  try {
    const made = await partsOn(client)
    if (changesTo(made, unchanged).length === 0) return
    await client.query(`set statement_timeout = 0; set lock_timeout = ${LOCK_MS}`)
    const isUsed = made.size > 0 && !made.has(UNFINISHED.name)
    for (const index of isUsed ? tableParts().flatMap((table) => buildableIn(table, made)) : []) {
      announce(`building the index ${index.name} beside the writes of members`)
      await build(client, index)
    }
    if (isUsed) announce('adding tables and columns')
    await inTransaction(client, changesOfSchema(isUsed ? await partsOn(client) : made, await definitionsOn(client)))
    isBegun = isUsed
    for (const part of changed(LAST, made)) {
      if (isUsed) announce(`changing rows: ${part.name}`)
      await inTransaction(client, [part.statement, remember(part)])
    }
  } catch (error) {
    if (!BUSY.has(codeOf(error))) throw failureOf(error, isBegun)
    throw new UnavailableError(
      'The database cannot be migrated while a backup or another long transaction uses its tables. A later start tries again.',
      { cause: error },
    )
  } finally {
    // Without a connection the server has unlocked by itself; the first failure is the reason.
    await client
      .query(`reset statement_timeout; reset lock_timeout; select pg_advisory_unlock(${LOCK_KEY})`)
      .catch(() => undefined)
  }
}

/** One process at a time migrates. A statement that waits in the database would itself delay the build of an index. */
const lockOut = async (client: ClientBase, announce: (line: string) => void): Promise<void> => {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ isMine: boolean }>(`select pg_try_advisory_lock(${LOCK_KEY}) as "isMine"`)
    if (rows[0]?.isMine === true) return
    if (isFirst) announce('waiting for the upgrade of the database by another process')
    await setTimeout(LOCK_POLL_MS)
  }
}

const partsOn = async (client: ClientBase): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await client.query<Part>('select name, statement from schema_parts')
  return new Map(rows.map(({ name, statement }) => [name, statement]))
}

const inTransaction = async (client: ClientBase, statements: readonly string[]): Promise<void> => {
  try {
    await client.query(['begin', ...statements, 'commit'].join(';\n'))
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** The indexes of a table in use that need no new column. */
const buildableIn = ({ name, columns, indexes }: TableParts, made: ReadonlyMap<string, string>): Part[] => {
  if (!made.has(name)) return []
  const added = columns.filter((column) => !made.has(`${name}.${column.name}`))
  return changed(indexes, made).filter(
    ({ statement }) => !added.some((column) => new RegExp(String.raw`\b${column.name}\b`).test(statement)),
  )
}

/** Builds an index beside the writes of members, and then puts it into the place of the former one. */
const build = async (client: ClientBase, index: Part): Promise<void> => {
  const { name, statement } = index
  const draft = `${name}_new`
  // A build that was cut off has left an index that PostgreSQL does not use.
  await client.query(`drop index concurrently if exists "${draft}"`)
  await client.query(statement.replace(`index "${name}"`, `index concurrently "${draft}"`))
  await inTransaction(client, [
    `drop index if exists "${name}"`,
    `alter index "${draft}" rename to "${name}"`,
    remember(index),
  ])
}

const FULL_DISK = '53100'

/**
 * In one sentence why PostgreSQL refused a change; a connection that broke stays as it is.
 * @param isBegun the tables are changed already, so that the former version does not start
 */
const failureOf = (error: unknown, isBegun = false): unknown => {
  const code = codeOf(error)
  if (code === undefined || isAway(error)) return error
  const next =
    code === FULL_DISK
      ? 'Make room on the machine of the database (docs/operations.md, Disk full), and start again.'
      : isBegun
        ? 'A former version that still runs goes on; docs/scale.md, Rollback, leads back to it.'
        : 'Start the former version again (docs/scale.md, Rollback).'
  const state = isBegun ? 'could be migrated only in part' : 'could not be migrated, and is as it was'
  return new SchemaError(`The database ${state}: ${reasonOf(error)} (${code}). ${next}`)
}

/** Makes the tables without their indexes, which `bringUpToDate` adds, in a database that no server opens until `finish`. */
export const makeUnfinished = async (client: ClientBase): Promise<void> => {
  const define = await definitionsOn(client)
  const tables = tableParts().flatMap(({ name, create, columns }) => [
    define(create),
    remember({ name, statement: '' }),
    ...columns.map((column) => remember({ name: `${name}.${column.name}`, statement: column.statement })),
  ])
  await client.query(
    [
      'begin',
      PARTS,
      remember(UNFINISHED),
      FUNCTIONS.statement,
      remember(FUNCTIONS),
      ...tables,
      ...ROW_CHANGES.map(remember),
      'commit',
    ].join(';\n'),
  )
}

export const finish = async (client: ClientBase): Promise<void> => {
  await client.query('delete from schema_parts where name = $1', [UNFINISHED.name])
}

/** How this PostgreSQL defines a table or a column. The table remembers the statement of the schema, whatever the PostgreSQL. */
type Define = (statement: string) => string
const unchanged: Define = (statement) => statement

const definitionsOn = async (client: ClientBase): Promise<Define> => {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  return (rows[0]?.version ?? 0) >= 180_000 ? withoutStoring : unchanged
}

/** The statements that bring a database with these parts to this version. */
const changesTo = (made: ReadonlyMap<string, string>, define: Define): string[] => [
  ...changesOfSchema(made, define),
  ...statementsOf(changed(LAST, made)),
]

const changesOfSchema = (made: ReadonlyMap<string, string>, define: Define): string[] => [
  ...statementsOf(changed([FUNCTIONS], made)),
  ...tableParts().flatMap((table) => changesOf(table, made, define)),
]

/** The parts that a database with these parts lacks, or has in another form. */
const changed = (parts: readonly Part[], made: ReadonlyMap<string, string>): Part[] =>
  parts.filter(({ name, statement }) => made.get(name) !== statement)

const statementsOf = (parts: readonly Part[]): string[] => parts.flatMap((part) => [part.statement, remember(part)])

const changesOf = (table: TableParts, made: ReadonlyMap<string, string>, define: Define): string[] => {
  const isNew = !made.has(table.name)
  const columns = table.columns.map((column) => ({ ...column, key: `${table.name}.${column.name}` }))
  const other = columns.find(({ key, statement }) => made.has(key) && made.get(key) !== statement)
  if (other) throw new SchemaError(`The column ${other.key} has changed: this version cannot migrate it by itself.`)
  const added = columns.filter(({ key }) => !made.has(key))
  return [
    ...(isNew
      ? [define(table.create), remember({ name: table.name, statement: '' })]
      : added.map(({ statement }) => `alter table "${table.name}" add column ${define(statement)}`)),
    ...added.map(({ key, statement }) => remember({ name: key, statement })),
    ...changed(table.indexes, made).flatMap((index) => [
      `drop index if exists "${index.name}"`,
      index.statement,
      remember(index),
    ]),
  ]
}

const remember = ({ name, statement }: Part): string =>
  `insert into schema_parts values ('${name}', '${statement.replaceAll("'", "''")}')
    on conflict (name) do update set statement = excluded.statement`

/** SQLite's functions that the queries use, in PostgreSQL. Each is plain SQL, so that the planner can inline it. */
const FUNCTIONS = {
  name: 'functions',
  statement: `
create or replace function min(one bigint, other bigint) returns bigint
  language sql immutable as 'select least(one, other)';
create or replace function max(one bigint, other bigint) returns bigint
  language sql immutable as 'select greatest(one, other)';
create or replace function max(one bigint, two bigint, three bigint) returns bigint
  language sql immutable as 'select greatest(one, two, three)';
create or replace function json_each(list text) returns table (value text)
  language sql immutable rows 20 as 'select jsonb_array_elements_text(list::jsonb)';
create or replace function json_extract(document text, path text) returns text
  language sql immutable as $$
    select case document::jsonb #> string_to_array(substr(path, 3), '.') when 'true' then '1' when 'false' then '0'
      else document::jsonb #>> string_to_array(substr(path, 3), '.') end $$;
create or replace function json_set(document text, path text, value bigint) returns text
  language sql immutable as $$
    select jsonb_set(document::jsonb, string_to_array(substr(path, 3), '.'), coalesce(to_jsonb(value), 'null'))::text $$;
create or replace function date(seconds bigint, epoch text) returns text
  language sql immutable as $$ select to_char(to_timestamp(seconds) at time zone 'UTC', 'YYYY-MM-DD') $$;
do $$ begin
  create operator ->> (leftarg = text, rightarg = text, function = json_extract);
exception when duplicate_function then null; end $$`,
}

/**
 * Rows of the audit are only added [DESK-3], also where the program has a fault or an attacker its password. SQLite's triggers say the
 * same. An owner may give the right back, and nothing binds a superuser, so the server must not be one.
 */
const RIGHTS = {
  name: 'rights',
  statement: 'revoke update, delete, truncate on audit from current_user, public',
}

/** SQLite's own tables that the queries read. */
const VIEWS = {
  name: 'views',
  // A row of the audit gets its id from the row before, so that no sequence counts them.
  statement: `create or replace view sqlite_sequence as select 'audit' as name, coalesce(max(id), 0) as seq from audit`,
}

/** The rows, views and rights, which come after the tables. */
const LAST: readonly Part[] = [...ROW_CHANGES, VIEWS, RIGHTS]
