/** How queries run on a connection to SQLite, and the transaction that the reads of a turn share. */
import type Database from 'better-sqlite3'
import { is, Param, Placeholder, type Query, type SQL, type TablesRelationalConfig } from 'drizzle-orm'
import { BetterSQLiteSession, PreparedQuery } from 'drizzle-orm/better-sqlite3'
import { NoopCache } from 'drizzle-orm/cache/core'
import { NoopLogger, type Logger } from 'drizzle-orm/logger'
import { SQLiteSyncDialect, type PreparedQueryConfig, type SelectedFieldsOrdered } from 'drizzle-orm/sqlite-core'
import { lateRowReader, type ReadRow } from './row-reader.ts'

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

type PrepareArguments = Parameters<BetterSQLiteSession<Record<string, unknown>, TablesRelationalConfig>['prepareQuery']>

/** Drizzle's session for the driver, except that it compiles a statement when it first runs, and a text once. */
export class SqliteSession extends BetterSQLiteSession<Record<string, unknown>, TablesRelationalConfig> {
  readonly #statements: CompiledStatements
  readonly #reads: TurnReads

  constructor(client: Database.Database, dialect: SQLiteSyncDialect, reads: TurnReads) {
    super(client, dialect, undefined)
    this.#statements = new CompiledStatements(client)
    this.#reads = reads
  }

  override prepareQuery<Config extends Omit<PreparedQueryConfig, 'run'>>(
    ...[query, fields, method, isInArrays, mapRows, metadata, caching]: PrepareArguments
  ): PreparedQuery<Config> {
    const late = new LateStatement(this.#statements, this.#reads, query)
    const called: CalledStatement = late
    const statement = called as Database.Statement // The other methods are never called.
    const given: QueryArguments = [statement, query, LOG, CACHE, metadata, caching, fields, method, isInArrays, mapRows]
    return fields ? new RowQuery<Config>(late, query, fields, given) : new PreparedQuery<Config>(...given)
  }
}

/** Logs nothing. Tests count the statements here (`testing/statements.ts`). */
const LOG: Logger = new NoopLogger()
const CACHE = new NoopCache()

type QueryArguments = ConstructorParameters<typeof PreparedQuery>
type Values = Readonly<Record<string, unknown>>

/** A query of Drizzle that decides once how to write its parameters and how to read its rows. */
class RowQuery<Config extends Omit<PreparedQueryConfig, 'run'>> extends PreparedQuery<Config> {
  readonly #statement: LateStatement
  readonly #query: Query
  readonly #read: () => ReadRow
  #write: ((values: Values) => unknown[]) | undefined

  constructor(statement: LateStatement, query: Query, fields: SelectedFieldsOrdered, given: QueryArguments) {
    super(...given)
    this.#statement = statement
    this.#query = query
    this.#read = lateRowReader(fields, this)
  }

  #parameters(values: Values): unknown[] {
    this.#write ??= parameterWriter(this.#query.params)
    const parameters = this.#write(values)
    LOG.logQuery(this.#query.sql, parameters)
    return parameters
  }

  override all(values: Values = {}): Config['all'] {
    return this.#statement.rows(this.#parameters(values)).map(this.#read())
  }

  override get(values: Values = {}): Config['get'] {
    const row = this.#statement.row(this.#parameters(values))
    return row && this.#read()(row)
  }
}

/** The methods of a statement that Drizzle calls. */
type CalledStatement = Pick<Database.Statement, 'run' | 'get' | 'all' | 'raw'>

/** The server has fewer texts, but a text with a list of ids in it is a new one each time. */
const TEXTS_MAX = 500

/** Statements by their text, so that a query that an area writes anew each time is compiled once. */
class CompiledStatements {
  readonly #client: Database.Database
  /** Statements whose rows are objects, and statements whose rows are lists; the least recently used first. */
  readonly #kinds = { objects: new Map<string, Database.Statement>(), lists: new Map<string, Database.Statement>() }

  constructor(client: Database.Database) {
    this.#client = client
  }

  of(text: string, rows: 'objects' | 'lists'): Database.Statement {
    const compiled = this.#kinds[rows]
    let statement = compiled.get(text)
    if (statement) compiled.delete(text)
    else {
      statement = this.#client.prepare(text)
      if (rows === 'lists') statement.raw()
    }
    compiled.set(text, statement)
    if (compiled.size > TEXTS_MAX) this.#forgetOldest(compiled)
    return statement
  }

  #forgetOldest(compiled: Map<string, Database.Statement>): void {
    const [oldest] = compiled.keys()
    if (oldest !== undefined) compiled.delete(oldest)
  }
}

/** A statement that SQLite compiles when it first runs. */
class LateStatement implements CalledStatement {
  readonly #statements: CompiledStatements
  readonly #reads: TurnReads
  readonly #query: Query
  #objects: Database.Statement | undefined
  #lists: Database.Statement | undefined

  constructor(statements: CompiledStatements, reads: TurnReads, query: Query) {
    this.#statements = statements
    this.#reads = reads
    this.#query = query
  }

  /** Before each run: a read joins the reads of this turn, and a write ends them. */
  #begin(statement: Database.Statement): Database.Statement {
    if (statement.readonly) this.#reads.begin()
    else this.#reads.end()
    return statement
  }

  #inObjects(): Database.Statement {
    return this.#begin((this.#objects ??= this.#statements.of(this.#query.sql, 'objects')))
  }

  run(...values: unknown[]): Database.RunResult {
    return this.#inObjects().run(...values)
  }

  get(...values: unknown[]): unknown {
    return this.#inObjects().get(...values)
  }

  all(...values: unknown[]): unknown[] {
    return this.#inObjects().all(...values)
  }

  raw(): Database.Statement {
    return this.#begin((this.#lists ??= this.#statements.of(this.#query.sql, 'lists')))
  }

  row(values: unknown[]): unknown[] | undefined {
    return this.raw().get(...values) as unknown[] | undefined
  }

  rows(values: unknown[]): unknown[][] {
    return this.raw().all(...values) as unknown[][]
  }
}

type Write = (values: Values) => unknown

/** Fills the values of a call into the parameters of a statement. What a parameter is, is decided once for all calls. */
const parameterWriter = (parameters: readonly unknown[]): ((values: Values) => unknown[]) => {
  const writes = parameters.map(writeOf)
  return (values) => writes.map((write) => write(values))
}

const writeOf = (parameter: unknown): Write => {
  if (is(parameter, Placeholder)) return (values) => valueOf(values, parameter.name)
  if (is(parameter, Param) && is(parameter.value, Placeholder)) {
    const { value, encoder } = parameter
    return (values) => encoder.mapToDriverValue(valueOf(values, value.name))
  }
  return () => parameter
}

const valueOf = (values: Values, name: string): unknown => {
  if (name in values) return values[name]
  throw new Error(`A statement without a value for its parameter "${name}"`)
}

export type TurnReads = {
  /** Call this before a read: begins the transaction, unless one is open. It ends with the turn. */
  begin: () => void
  /** Call this before a write and before the transaction of a group of writes. */
  end: () => void
}

/**
 * One transaction for all reads of a turn of the event loop. SQLite takes and frees the locks of its log for each read outside of a
 * transaction: that takes 2.5 µs, and finding a row by its key takes less than one.
 */
export const turnReads = (client: Database.Database): TurnReads => {
  // Deferred: it locks nothing before its first read.
  const [begin, commit] = [client.prepare('begin'), client.prepare('commit')]
  let isOpen = false
  const end = (): void => {
    if (!isOpen) return
    isOpen = false
    // A connection that was closed and a file that could not be read have ended it already.
    if (client.inTransaction) commit.run()
  }
  return {
    begin: () => {
      // The transaction of a group of writes serves its reads too.
      if (isOpen || client.inTransaction) return
      begin.run()
      isOpen = true
      setImmediate(end)
    },
    end,
  }
}
