/** Runs the queries on a connection to PostgreSQL, or on a pool of them. */
import { NoopCache } from 'drizzle-orm/cache/core'
import { NoopLogger } from 'drizzle-orm/logger'
import { BaseSQLiteDatabase, type SelectedFieldsOrdered } from 'drizzle-orm/sqlite-core'
import {
  RemotePreparedQuery,
  SQLiteRemoteSession,
  type PreparedQueryConfig,
  type RemoteCallback,
} from 'drizzle-orm/sqlite-proxy'
import { types, type QueryArrayConfig, type QueryConfig } from 'pg'
import type { Db } from '../database.ts'
import { lateRowReader, type ReadRow } from '../row-reader.ts'
import { PostgresDialect } from './dialect.ts'
import { orUnavailable } from './failures.ts'

export type Result = { rows: unknown[]; rowCount: number | null }
/** The part that a client and a pool of `pg` share. */
export type Connection = { query: (config: QueryConfig | QueryArrayConfig) => Promise<Result> }

type Session = SQLiteRemoteSession<Record<string, never>, Record<string, never>>

/** Reads rows by position for the query builder, and by name for SQL that is written out. */
export class PostgresSession extends SQLiteRemoteSession<Record<string, never>, Record<string, never>> {
  readonly #ask: RemoteCallback
  readonly #named: Session

  constructor(connection: Connection, dialect: PostgresDialect) {
    const ask = askBy(connection, 'position')
    super(ask, dialect, undefined)
    this.#ask = ask
    this.#named = new SQLiteRemoteSession(askBy(connection, 'name'), dialect, undefined)
  }

  override prepareQuery<Config extends PreparedQueryConfig>(...given: Parameters<Session['prepareQuery']>) {
    const [query, fields, method, isInArrays, mapper, metadata, caching] = given
    if (mapper) return super.prepareQuery<Config>(...given)
    if (!fields) return this.#named.prepareQuery<Config>(...given)
    return new RowQuery<Config>(fields, [this.#ask, query, LOG, CACHE, metadata, caching, fields, method, isInArrays])
  }
}

const LOG = new NoopLogger()
const CACHE = new NoopCache()

type PreparedArguments = ConstructorParameters<typeof RemotePreparedQuery>

/** A query of Drizzle that decides once how to read its rows. */
class RowQuery<Config extends PreparedQueryConfig> extends RemotePreparedQuery<Config> {
  readonly #read: () => ReadRow

  constructor(fields: SelectedFieldsOrdered, given: PreparedArguments) {
    super(...given)
    this.#read = lateRowReader(fields, this)
  }

  override mapAllResult(rows: readonly unknown[][]): unknown {
    return rows.map(this.#read())
  }

  override mapGetResult(row: readonly unknown[] | undefined): unknown {
    return row && this.#read()(row)
  }
}

const askBy =
  (connection: Connection, rowsBy: 'position' | 'name'): RemoteCallback =>
  async (text, values, method) => {
    const { rows, rowCount } = await orUnavailable(
      connection.query({
        ...namedAs(text),
        text,
        values,
        types: { getTypeParser: parserOf },
        ...(rowsBy === 'position' ? { rowMode: 'array' } : {}),
      }),
    )
    // The query builder's type leaves out the count of a statement without rows.
    return { rows: method === 'get' ? (rows[0] as unknown[]) : rows, changes: rowCount ?? 0 }
  }

/** PostgreSQL plans a named statement once a connection. Lists of values make many texts, so names are limited. */
const NAMES_MAX = 2_000
const names = new Map<string, { name: string }>()
export const namedAs = (text: string): { name?: string } => {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= NAMES_MAX) return {}
  const name = { name: `q${names.size}` }
  names.set(text, name)
  return name
}

const { BOOL, INT4, INT8, NUMERIC, FLOAT8 } = types.builtins
/** SQLite's answers: numbers for counts and sums, 1 and 0 for true and false. Ids stay far below 2^53. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [BOOL, (text) => (text === 't' ? 1 : 0)],
  ...[INT4, INT8, NUMERIC, FLOAT8].map((type) => [type, Number] as const),
])
const asText = (text: string): string => text
/** The schema has numbers and texts alone. */
export const parserOf = (type: number) => PARSERS.get(type) ?? asText

export const databaseOn = (connection: Connection): Db => {
  const dialect = new PostgresDialect({})
  // The session of the proxy driver does not know that its answers have counts.
  return new BaseSQLiteDatabase('async', dialect, new PostgresSession(connection, dialect), undefined) as unknown as Db
}
