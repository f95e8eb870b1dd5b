/** Copies the database of a site from SQLite into an empty PostgreSQL database, and compares the two [OPS-8]. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Database from 'better-sqlite3'
import { DatabaseError, type Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { queryable, requireSchema, SchemaError } from '../database.ts'
import { queriesOn, type Queries } from '../queries.ts'
import { addRow, differencesBetween, type TableCheck } from './compare-with-sqlite.ts'
import { databaseOn } from './database.ts'
import { withClient } from './engine.ts'
import { bringUpToDate, finish, makeUnfinished, schemaStateOn } from './migrate.ts'
import { sourceTables, type SourceTable, type SourceValue } from './sqlite-source.ts'

export type Move = {
  /** The SQLite file. The caller has the lock of its DATA_DIR. */
  file: string
  /** The `postgres://` URL of an empty database. */
  url: string
  /** Whether members get the same answers from both. @returns the members who do not */
  compareAnswers: (source: Queries, target: Queries, members: readonly number[]) => Promise<number[]>
  /** The number of members whose answers are compared, drawn at random. */
  sample: number
  /** Runs after everything proved to be equal, and before a server may open the target. */
  beforeFinish?: () => Promise<void>
  log: (text: string) => void
}

/**
 * No server opens the target before it proved to be equal. The source is only read.
 *
 * @returns a sentence for each difference; empty if the site has moved
 * @throws SchemaError if the source is of another version, or the target is not empty
 */
export const moveFromSqlite = (move: Move): Promise<string[]> => {
  const { file, url, compareAnswers, sample, beforeFinish = async () => undefined, log } = move
  requireSchema(file, [])
  const source = new Database(file, { readonly: true, fileMustExist: true })
  // One snapshot for everything that is read.
  source.exec('begin')
  return withClient(url, async (client) => {
    await client.query(FASTER)
    await emptyTarget(client)
    await makeUnfinished(client)
    const tables = sourceTables(source)
    const copied = new Map<string, TableCheck>()
    for (const table of tables) {
      const checked = await copyTable(source, client, table)
      copied.set(table.name, checked)
      if (checked.rows >= LARGE) log(`${table.name}: ${checked.rows} rows`)
    }
    await setNumbers(source, client)
    await bringUpToDate(client)
    await client.query('analyze')
    log('all rows copied, indexes made')
    const differences = await differencesBetween(source, client, tables, log, copied)
    log('all columns compared')
    const members = source
      .prepare<[number], number>('select id from users order by random() limit ?')
      .pluck()
      .all(sample)
    const differing = await compareAnswers(queriesOn(queryable(source)), queriesOn(databaseOn(client)), members)
    differences.push(...differing.map((member) => `Member ${member} gets other answers.`))
    log(`the answers of ${members.length} members compared`)
    if (differences.length > 0) return differences
    await beforeFinish()
    await finish(client)
    return differences
  }).finally(() => source.close())
}

/** For this connection alone: indexes are sorted in memory, by a second process too. */
const FASTER = `set synchronous_commit = off; set maintenance_work_mem = '256MB'`

/** The number of rows from which a table is worth a line in the log. */
const LARGE = 100_000

/** Removes the tables of an earlier attempt. @throws SchemaError if the database contains anything else */
const emptyTarget = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  if (rows.length === 0) return
  const state = await schemaStateOn(client)
  if (state === 'none') throw new SchemaError(`${NOT_EMPTY} It has tables of another program.`)
  if (state !== 'unfinished')
    for (const { name } of rows) {
      const { rowCount } = await client.query(`select 1 from "${name}" limit 1`)
      if (name !== 'schema_parts' && rowCount !== 0) throw new SchemaError(`${NOT_EMPTY} Its table ${name} has rows.`)
    }
  await client.query(`drop table ${rows.map(({ name }) => `"${name}"`).join(', ')} cascade`)
}

const NOT_EMPTY = 'The database of DATABASE_URL is not empty: name an empty one, made by createdb --encoding UTF8.'

/** @returns the rows and their sum as they were read, so that the comparison need not read them again */
const copyTable = async (source: Database.Database, client: Client, table: SourceTable): Promise<TableCheck> => {
  const { name, columns, stored } = table
  const rows = source
    .prepare<[], SourceValue[]>(`select ${namesOf(columns)} from "${name}"`)
    .raw()
    .iterate()
  const places = stored.map((column) => columns.indexOf(column))
  const checked: TableCheck = { rows: 0, sum: 0 }
  const copy = client.query(copyFrom(`copy "${name}" (${namesOf(stored)}) from stdin`))
  await pipeline(Readable.from(chunksOf(rows, places, checked)), copy).catch((error: unknown) => {
    throw new SchemaError(`The table ${name} cannot be copied: ${whereOf(error)}`, { cause: error })
  })
  return checked
}

const namesOf = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

/** PostgreSQL names the column, and the row by its number. The text of the row may be private. */
const whereOf = (error: unknown): string => {
  if (!(error instanceof DatabaseError)) return String(error)
  return [error.message, error.where?.replace(/: .*/s, '')].filter((part) => part !== undefined).join(', ')
}

const CHUNK_LENGTH = 262_144

/**
 * The rows in the text format of COPY, many in a chunk.
 *
 * @param places the columns that are copied
 * @param checked counts and sums the rows
 */
function* chunksOf(rows: Iterable<SourceValue[]>, places: readonly number[], checked: TableCheck): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    addRow(checked, row)
    chunk += `${places.map((place) => copyText(row[place] ?? null)).join('\t')}\n`
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const copyText = (value: SourceValue): string => {
  if (value === null) return '\\N'
  return typeof value === 'string' ? value.replaceAll(/[\\\t\n\r]/g, (char) => ESCAPES[char] ?? char) : String(value)
}

/** A number is never given twice, also not that of a deleted row. */
const setNumbers = async (source: Database.Database, client: Client): Promise<void> => {
  const highest = source.prepare<[string], number>('select seq from sqlite_sequence where name = ?').pluck()
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES'`,
  )
  for (const { table, column } of rows) {
    const number = highest.get(table) ?? 0
    if (number > 0) await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [table, column, number])
  }
}
