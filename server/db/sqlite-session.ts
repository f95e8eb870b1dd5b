/** How queries run on a connection to SQLite. */
import type Database from 'better-sqlite3'
import type { Query, SQL, TablesRelationalConfig } from 'drizzle-orm'
import { BetterSQLiteSession, PreparedQuery } from 'drizzle-orm/better-sqlite3'
import { NoopCache } from 'drizzle-orm/cache/core'
import { NoopLogger } from 'drizzle-orm/logger'
import { SQLiteSyncDialect, type PreparedQueryConfig } from 'drizzle-orm/sqlite-core'
import type { TurnReads } from './turn-reads.ts'

/**
 * Writes the queries for SQLite, each when it first runs. A start, a command or a test runs few of those that its areas prepare: the
 * tests of the server took a sixth longer when all were written and compiled.
 */
export class SqliteDialect extends SQLiteSyncDialect {
  override sqlToQuery(sequel: SQL, source?: 'indexes'): Query {
    let written: Query | undefined
    const query = (): Query => (written ??= this.#write(sequel, source))
    return {
      get sql() {
        return query().sql
      },
      get params() {
        return query().params
      },
    }
  }

  /**
   * SQLite looks at the value of a bare `limit ?` when it plans, so it plans the statement again at each use: 5 to 50 µs, while
   * reading the rows takes 3. With a `+` the plan stays.
   */
  #write(sequel: SQL, source?: 'indexes'): Query {
    const query = super.sqlToQuery(sequel, source)
    return { ...query, sql: query.sql.replaceAll(/\blimit \?/g, 'limit +?') }
  }
}

type Preparing = Parameters<BetterSQLiteSession<Record<string, unknown>, TablesRelationalConfig>['prepareQuery']>

/** Drizzle's session for the driver, except that it compiles a statement when it first runs. */
export class SqliteSession extends BetterSQLiteSession<Record<string, unknown>, TablesRelationalConfig> {
  readonly #client: Database.Database
  readonly #reads: TurnReads

  constructor(client: Database.Database, dialect: SQLiteSyncDialect, reads: TurnReads) {
    super(client, dialect, undefined)
    this.#client = client
    this.#reads = reads
  }

  override prepareQuery<Config extends Omit<PreparedQueryConfig, 'run'>>(
    ...[query, fields, method, isInArrays, mapRows, metadata, caching]: Preparing
  ): PreparedQuery<Config> {
    const late: Called = new LateStatement(this.#client, this.#reads, query)
    const statement = late as Database.Statement // The other methods are never called.
    return new PreparedQuery(statement, query, LOG, CACHE, metadata, caching, fields, method, isInArrays, mapRows)
  }
}

const LOG = new NoopLogger()
const CACHE = new NoopCache()

/** The methods of a statement that Drizzle calls. */
type Called = Pick<Database.Statement, 'run' | 'get' | 'all' | 'raw'>

/** A statement that SQLite compiles when it first runs. */
class LateStatement implements Called {
  readonly #client: Database.Database
  readonly #reads: TurnReads
  readonly #query: Query
  #compiled: Database.Statement | undefined

  constructor(client: Database.Database, reads: TurnReads, query: Query) {
    this.#client = client
    this.#reads = reads
    this.#query = query
  }

  #statement(): Database.Statement {
    const statement = (this.#compiled ??= this.#client.prepare(this.#query.sql))
    if (statement.readonly) this.#reads.begin()
    else this.#reads.end()
    return statement
  }

  run(...values: unknown[]): Database.RunResult {
    return this.#statement().run(...values)
  }

  get(...values: unknown[]): unknown {
    return this.#statement().get(...values)
  }

  all(...values: unknown[]): unknown[] {
    return this.#statement().all(...values)
  }

  raw(): Database.Statement {
    return this.#statement().raw()
  }
}
