/** An engine for one test: a copy of an empty SQLite database, or an empty PostgreSQL database if `ENGINE=postgres`. */
import { rmSync } from 'node:fs'
import { openDatabases, type SqliteDb } from '../db/database.ts'
import type { Engine } from '../db/engine.ts'
import { sqliteEngine } from '../db/site-database.ts'
import { copyOfBase } from './base-database.ts'
import { runTwice } from './run-twice.ts'

/** Whether the tests run on PostgreSQL: tests of query plans, files and SQLite's own client do not. */
export const isPostgres = process.env['ENGINE'] === 'postgres'

type Rows = Record<string, unknown>[]

export type TestEngine = {
  engine: Engine
  /** A folder for files of the test. */
  dir: string
  db: SqliteDb
  /** Runs a statement. @returns its rows */
  sql: (statement: string, ...values: unknown[]) => Rows
  close: () => Promise<void>
}

/** @param isOnSqlite for a test that needs SQLite even if `ENGINE=postgres` */
export const openEngineForTest = async (isOnSqlite = false): Promise<TestEngine> => {
  if (isOnSqlite || !isPostgres) return openSqliteForTest()
  const { openPostgresForTest } = await import('./postgres-for-test.ts')
  // A test that uses SQLite's client runs on SQLite alone.
  return (await openPostgresForTest()) as TestEngine
}

const openSqliteForTest = (): TestEngine => {
  const { dir, file } = copyOfBase()
  // The copy is migrated already: to read and compare all migrations again took a tenth of the time of a test server with two members.
  const databases = openDatabases(file, { schema: 'require' })
  const { $client, turnReads } = databases.writer
  // No test that shares its process with the server can lose power. The tests of durability start a server of their own.
  $client.pragma('synchronous = off')
  const sql = (statement: string, ...values: unknown[]): Rows => {
    turnReads.end()
    const prepared = $client.prepare<unknown[], Record<string, unknown>>(statement)
    if (prepared.reader) return prepared.all(...values)
    prepared.run(...values)
    return []
  }
  const engine = runTwice(sqliteEngine(databases), databases.writer)
  return {
    engine,
    dir,
    db: databases.writer,
    sql,
    close: async () => {
      await engine.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
