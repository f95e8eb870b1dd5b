/**
 * Brings a PostgreSQL database to this version's schema. New tables, columns and indexes are added, changed indexes
 * are made again, and rows change as SQLite's migrations change them; whatever would lose data is refused.
 */
import type { ClientBase } from 'pg'
import { SchemaError, type SchemaState } from '../database.ts'
import { UnavailableError } from '../engine.ts'
import { codeOf, isAway, reasonOf } from './failures.ts'
import { tableParts, withoutStoring, type Part, type TableParts } from './schema.ts'

/** Each part with the statement that made it. The table's lock lets one process at a time migrate. */
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

/**
 * @throws SchemaError if PostgreSQL refuses a change, as on a full disk, or if a column was changed in place, which needs a migration
 * written by hand
 * @throws UnavailableError if other transactions use the tables
 */
export const bringUpToDate = async (client: ClientBase): Promise<void> => {
  await client.query(PARTS).catch((error: unknown) => {
    // Another process makes it at this moment, which `if not exists` does not see.
    if (!JUST_MADE.has(codeOf(error))) throw failureOf(error)
  })
  await client.query('begin')
  try {
    await client.query('lock table schema_parts in exclusive mode')
    const { rows } = await client.query<Part>('select name, statement from schema_parts')
    const made = new Map(rows.map(({ name, statement }) => [name, statement]))
    const changes = changesTo(made, await definitionsOn(client))
    if (changes.length > 0) await client.query([`set local lock_timeout = ${LOCK_MS}`, ...changes].join(';\n'))
    await client.query('commit')
  } catch (error) {
    // Without a connection the server has rolled back by itself; the first failure is the reason.
    await client.query('rollback').catch(() => undefined)
    if (!BUSY.has(codeOf(error))) throw failureOf(error)
    throw new UnavailableError(
      'The database cannot be migrated while a backup or another long transaction uses its tables. A later start tries again.',
      { cause: error },
    )
  }
}

const FULL_DISK = '53100'

/** In one sentence why PostgreSQL refused a change; a connection that broke stays as it is. */
const failureOf = (error: unknown): unknown => {
  const code = codeOf(error)
  if (code === undefined || isAway(error)) return error
  const next =
    code === FULL_DISK
      ? 'Make room on the machine of the database (docs/operations.md, Disk full), and start again.'
      : 'Start the former version again (docs/scale.md, Rollback).'
  return new SchemaError(`The database could not be migrated, and is as it was: ${reasonOf(error)} (${code}). ${next}`)
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
const changesTo = (made: ReadonlyMap<string, string>, define: Define): string[] => {
  const changed = (parts: readonly Part[]): string[] =>
    parts.flatMap((part) => (made.get(part.name) === part.statement ? [] : [part.statement, remember(part)]))
  return [
    ...changed([FUNCTIONS]),
    ...tableParts().flatMap((table) => changesOf(table, made, define)),
    ...changed([...ROW_CHANGES, VIEWS, RIGHTS]),
  ]
}

const changesOf = (table: TableParts, made: ReadonlyMap<string, string>, define: Define): string[] => {
  const isNew = !made.has(table.name)
  const columns = table.columns.map((column) => ({ ...column, key: `${table.name}.${column.name}` }))
  const changed = columns.find(({ key, statement }) => made.has(key) && made.get(key) !== statement)
  if (changed) throw new SchemaError(`The column ${changed.key} has changed: this version cannot migrate it by itself.`)
  const added = columns.filter(({ key }) => !made.has(key))
  const indexes = table.indexes.filter(({ name, statement }) => made.get(name) !== statement)
  return [
    ...(isNew
      ? [define(table.create), remember({ name: table.name, statement: '' })]
      : added.map(({ statement }) => `alter table "${table.name}" add column ${define(statement)}`)),
    ...added.map(({ key, statement }) => remember({ name: key, statement })),
    ...indexes.flatMap((index) => [`drop index if exists "${index.name}"`, index.statement, remember(index)]),
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
