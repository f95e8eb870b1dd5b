/** Compares a PostgreSQL database with the SQLite database that was moved into it: every row, and the sums that must be right. */
import { hash } from 'node:crypto'
import type Database from 'better-sqlite3'
import type { Client } from 'pg'
import type { SourceTable, SourceValue } from './sqlite-source.ts'

/**
 * @param copied what was read of each table while it was copied; a table that is missing here is read again
 * @returns a sentence for each difference
 */
export const differencesBetween = async (
  source: Database.Database,
  client: Client,
  tables: readonly SourceTable[],
  log: (text: string) => void,
  copied: ReadonlyMap<string, TableCheck> = new Map(),
): Promise<string[]> => {
  const differences: string[] = []
  for (const table of tables) differences.push(...(await compareTable(source, client, table, copied.get(table.name))))
  for (const [name, count] of Object.entries(INVARIANTS)) {
    const before = Number(source.prepare<[], number>(count).pluck().get())
    const { rows } = await client.query<{ count: string }>(count)
    const after = Number(rows[0]?.count)
    if (before !== after) differences.push(`${name}: ${before} in SQLite, ${after} in PostgreSQL.`)
    else if (before > 0) log(`${name}: ${before}, in both databases`)
  }
  const sequences = await wrongSequences(source, client)
  return [...differences, ...sequences.map((table) => `The next number of the table ${table} differs.`)]
}

/** Each counts rows that contradict others. */
const INVARIANTS = {
  'members whose credits differ from their ledger': `
    select count(*) as count from users left join
      (select user_id, sum(amount) as amount from ledger group by user_id) as booked on booked.user_id = users.id
      where credits <> coalesce(amount, 0)`,
  'members whose feed has a change beyond its newest': `
    select count(*) as count from users join
      (select member, max(seq) as newest from changes group by member) as feed on feed.member = users.id
      where newest > feed_seq`,
  'feeds with a hole': `
    select count(*) as count from
      (select member from changes group by member having max(seq) - min(seq) + 1 <> count(*)) as feed`,
  'chats whose last message is missing': `
    select count(*) as count from conversations
      where last_message > 0 and not exists (select 1 from messages where messages.id = last_message)`,
}

export type TableCheck = { rows: number; sum: number }

const compareTable = async (
  source: Database.Database,
  client: Client,
  table: SourceTable,
  copied: TableCheck | undefined,
): Promise<string[]> => {
  const { name, columns, key } = table
  const [before, after] = copied
    ? [copied, await checkPostgres(client, name, columns)]
    : await checkBoth(source, client, name, columns)
  if (before.rows !== after.rows)
    return [`The table ${name} has ${before.rows} rows in SQLite and ${after.rows} in PostgreSQL.`]
  if (before.sum === after.sum) return []
  const differing: string[] = []
  for (const column of columns) {
    const [one, other] = await checkBoth(source, client, name, [...key, column])
    if (one.sum !== other.sum) differing.push(column)
  }
  return [`The table ${name} differs in ${differing.join(', ') || 'whole rows'}.`]
}

/** Both databases count at the same time, PostgreSQL in its own process. */
const checkBoth = async (
  source: Database.Database,
  client: Client,
  table: string,
  columns: readonly string[],
): Promise<[TableCheck, TableCheck]> => {
  const counted = checkPostgres(client, table, columns)
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  return [checkSqlite(source, table, columns), await counted]
}

/** A sum of one number for each row does not depend on their order. The modulus keeps it exact in both languages. */
const SUM_MODULUS = 2 ** 52
const HASH_DIGITS = 12
/** A null differs from every text. */
const NULL = '\u001e'
const SEPARATOR = '\u001f'

const checkSqlite = (source: Database.Database, table: string, columns: readonly string[]): TableCheck => {
  const rows = source.prepare<[], SourceValue[]>(`select ${columns.map(quoted).join()} from ${quoted(table)}`).raw()
  const checked = { rows: 0, sum: 0 }
  for (const row of rows.iterate()) addRow(checked, row)
  return checked
}

/** @param row all columns of the table */
export const addRow = (checked: TableCheck, row: readonly SourceValue[]): void => {
  const text = row.map((value) => (value === null ? NULL : String(value))).join(SEPARATOR)
  checked.rows += 1
  checked.sum = (checked.sum + Number.parseInt(hash('md5', text).slice(0, HASH_DIGITS), 16)) % SUM_MODULUS
}

const checkPostgres = async (client: Client, table: string, columns: readonly string[]): Promise<TableCheck> => {
  const texts = columns.map((column) => `coalesce(${quoted(column)}::text, chr(${NULL.charCodeAt(0)}))`)
  const digits = `substr(md5(concat_ws(chr(${SEPARATOR.charCodeAt(0)}), ${texts.join()})), 1, ${HASH_DIGITS})`
  const { rows } = await client.query<{ rows: string; sum: string | null }>(
    `select count(*) as rows, sum(('x' || ${digits})::bit(${HASH_DIGITS * 4})::bigint) % ${SUM_MODULUS} as sum
      from ${quoted(table)}`,
  )
  return { rows: Number(rows[0]?.rows), sum: Number(rows[0]?.sum ?? 0) }
}

const quoted = (name: string): string => `"${name}"`

/** @returns the tables whose next row would get another number */
const wrongSequences = async (source: Database.Database, client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ table: string; last: string | null }>(
    `select c.table_name as table, s.last_value as last from information_schema.columns as c
      join pg_sequences as s on format('%I.%I', s.schemaname, s.sequencename) = pg_get_serial_sequence(c.table_name, c.column_name)
      where c.table_schema = 'public' and c.is_identity = 'YES'`,
  )
  const highest = new Map(source.prepare<[], [string, number]>('select name, seq from sqlite_sequence').raw().all())
  return rows.filter(({ table, last }) => Number(last ?? 0) !== (highest.get(table) ?? 0)).map(({ table }) => table)
}
