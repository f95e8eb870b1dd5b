/** An empty PostgreSQL database for a test, made from the template of the run (`postgres-run.ts`). */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { Pool } from 'pg'
import { databaseOn } from '../db/postgres/database.ts'
import { translate } from '../db/postgres/dialect.ts'
import { openPostgres } from '../db/postgres/engine.ts'
import { TEMPLATE, urlIn } from './postgres.ts'

type Rows = Record<string, unknown>[]

/** How many tests use a database in turn: its files grow, since PostgreSQL overwrites no row. */
const USES_MAX = 50

/** Making a database takes a second, emptying it a few milliseconds: so the tests of a process use the same ones in turn. */
type Database = { name: string; uses: number; empty: string; schema: string }
const free: Database[] = []

const make = (): Database => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying the files costs a fifth of logging each page, as PostgreSQL does of its own accord.
  askAtOnce(urlIn('postgres'), `create database ${name} template ${TEMPLATE} strategy file_copy`, [])
  const [row] = askAtOnce(urlIn(name), EMPTY, [])
  return { name, uses: 0, empty: String(row?.['statements']), schema: schemaOf(name) }
}

/** The statements that make a database as it was: no connection, no rows, numbers that begin with 1. */
const EMPTY = `select concat_ws('; ',
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    string_agg(format('delete from %I', tablename), '; ' order by tablename),
    (select string_agg(format('select setval(%L, 1, false)', sequencename), '; ' order by sequencename)
      from pg_sequences where schemaname = 'public')
  ) as statements
  from pg_tables where schemaname = 'public' and tablename <> 'schema_parts'`

/** Changes if a test changed a table, an index, a function or a right. */
const SCHEMA = ['pg_class', 'pg_attribute', 'pg_proc', 'pg_trigger', 'pg_constraint', 'schema_parts']
  .map((table) => `select count(*) as rows, max(xmin::text::bigint) as newest from ${table}`)
  .join(' union all ')
const schemaOf = (name: string): string => JSON.stringify(askAtOnce(urlIn(name), SCHEMA, []))

/** For the next test, or removes it if the test has changed more than rows. */
const giveBack = (database: Database): void => {
  const { name, empty, schema } = database
  database.uses += 1
  if (database.uses < USES_MAX && schemaOf(name) === schema) {
    askAtOnce(urlIn(name), empty, [])
    free.push(database)
    return
  }
  askAtOnce(urlIn(name), null, [])
  askAtOnce(urlIn('postgres'), `drop database ${name} with (force)`, [])
}

export const openPostgresForTest = async () => {
  const database = free.pop() ?? make()
  const dir = mkdtempSync(join(tmpdir(), 'visavis-test-'))
  const url = urlIn(database.name)
  const { engine } = await openPostgres(url)
  const pool = new Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  return {
    engine,
    dir,
    db: databaseOn(pool),
    sql: (statement: string, ...values: unknown[]): Rows => {
      let place = 0
      return askAtOnce(url, translate(statement.replaceAll('?', () => `$${(place += 1)}`)), values)
    },
    close: async () => {
      await Promise.all([engine.close(), pool.end()])
      giveBack(database)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Tests look into the database without waiting, so a thread asks while this one sleeps. */
let asker: { worker: Worker; flag: Int32Array; port: MessageChannel['port1'] } | undefined

const startAsker = () => {
  const { port1, port2 } = new MessageChannel()
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('postgres-asker.ts', import.meta.url), {
    workerData: { port: port2, flag },
    transferList: [port2],
  })
  worker.unref()
  return { worker, flag, port: port1 }
}

const askAtOnce = (url: string, text: string | null, values: readonly unknown[]): Rows => {
  asker ??= startAsker()
  Atomics.store(asker.flag, 0, 0)
  asker.port.postMessage({ url, text, values }, [])
  // The thread may still be about to wake this one for its answer before.
  while (Atomics.load(asker.flag, 0) === 0)
    if (Atomics.wait(asker.flag, 0, 0, 30_000) === 'timed-out') throw new Error(`No answer to ${text}`)
  const answer = receiveMessageOnPort(asker.port)?.message as { rows: Rows } | { error: string; code?: string }
  if ('error' in answer) throw new Error(`${answer.error}: ${text}`)
  return answer.rows
}
