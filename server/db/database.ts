/** Opens the database: one writer and one reader connection in WAL mode. No other code opens its files. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import { PlainError } from '../plain-error.ts'
import { SqliteDialect, SqliteSession, turnReads, type TurnReads } from './sqlite-session.ts'

/** A database as queries see it: they await every statement, because another engine answers later. */
export type Db = BaseSQLiteDatabase<'async', { changes: number }>

/** A connection to SQLite. Its statements answer at once, and `await` takes that too. */
export type SqliteDb = Db & { $client: Database.Database; turnReads: TurnReads }

export type Databases = { writer: SqliteDb; reader: SqliteDb; file: string; close: () => void }

const MIGRATIONS = join(import.meta.dirname, 'migrations')

type OpenOptions = {
  /** `thread`: a checkpoint thread runs (`checkpoints.ts`), so the writer does no checkpoints. */
  checkpoints?: 'own' | 'thread'
  /**
   * `require`: a command needs a database of this version's schema; only the server and `npm run migrate` migrate
   * [OPS-10].
   */
  schema?: 'migrate' | 'require'
}

/** The schema version of a database, compared with that of this code; `unfinished` is the target of a move that did not end. */
export type SchemaState = 'none' | 'older' | 'current' | 'newer' | 'unfinished'

/** This version cannot open the database; the message says what to do, in one sentence. */
export class SchemaError extends PlainError {}

const WRONG_SCHEMA = {
  none: 'There is no database yet: start the server once, or run npm run migrate.',
  older: 'The database was written by an older version: run npm run migrate, or start the server.',
  newer: 'The database was written by a newer version: install that version, or restore a backup of this one.',
  unfinished: 'A move into this database did not end well: run npm run move-to-postgres again, which begins anew.',
} as const satisfies Record<Exclude<SchemaState, 'current'>, string>

/** Compares the newest migration in a file with the newest in this code, without changing the file. */
export const schemaStateOf = (file: string): Exclude<SchemaState, 'unfinished'> => {
  if (!existsSync(file)) return 'none'
  const client = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const table = client.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get()
    if (table === undefined) return 'none'
    const { newest } = client.prepare('select max(created_at) as newest from __drizzle_migrations').get() as {
      newest: number | null
    }
    if (newest === null) return 'none'
    return newest === NEWEST_MIGRATION ? 'current' : newest < NEWEST_MIGRATION ? 'older' : 'newer'
  } finally {
    client.close()
  }
}

/** @throws SchemaError if the file's schema differs from this version's */
export const requireSchema = (file: string, accepted: readonly SchemaState[]): void =>
  requireState(schemaStateOf(file), accepted)

/** @throws SchemaError if the state is neither `current` nor accepted */
export const requireState = (state: SchemaState, accepted: readonly SchemaState[]): void => {
  if (!accepted.includes(state) && state !== 'current') throw new SchemaError(WRONG_SCHEMA[state])
}

const NEWEST_MIGRATION = Math.max(
  ...(
    JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as { entries: { when: number }[] }
  ).entries.map(({ when }) => when),
)

/**
 * @param file the database's path; its folder is created
 * @throws SchemaError if the database is newer than the code, or older and `schema` is `require`
 */
export const openDatabases = (
  file: string,
  { checkpoints = 'own', schema = 'migrate' }: OpenOptions = {},
): Databases => {
  requireSchema(file, schema === 'migrate' ? ['none', 'older'] : [])
  mkdirSync(dirname(file), { recursive: true })
  const writer = open(file)
  // Small pages, which only a new file can choose: a message changes pages everywhere, and each commit writes whole
  // pages.
  writer.$client.pragma('page_size = 2048')
  writer.$client.pragma('journal_mode = WAL')
  // Durable after a power cut; grouped commits make the syncs cheap [OPS-7].
  writer.$client.pragma('synchronous = FULL')
  if (checkpoints === 'thread') writer.$client.pragma('wal_autocheckpoint = 0')
  if (schema === 'migrate') migrate(drizzle(writer.$client), { migrationsFolder: MIGRATIONS })
  const reader = open(file, { readonly: true })
  return {
    writer,
    reader,
    file,
    close: () => {
      reader.$client.close()
      writer.$client.close()
    },
  }
}

const open = (file: string, options: Database.Options = {}): SqliteDb => {
  const client = new Database(file, options)
  client.pragma('foreign_keys = ON')
  client.pragma('busy_timeout = 5000')
  client.pragma('cache_size = -65536')
  client.pragma('temp_store = memory')
  // Overwrites deleted data in pages that are written anyway: no extra I/O, and erased data is really gone [ACC-12].
  client.pragma('secure_delete = FAST')
  client.pragma('mmap_size = 1073741824')
  return queryable(client)
}

/** The same client, for queries. */
export const queryable = (client: Database.Database): SqliteDb => {
  const dialect = new SqliteDialect()
  const reads = turnReads(client)
  const db = new BaseSQLiteDatabase('sync', dialect, new SqliteSession(client, dialect, reads), undefined)
  // Drizzle types this driver as synchronous: an awaited value is the same as an awaited promise of it.
  return Object.assign(db, { $client: client, turnReads: reads }) as unknown as SqliteDb
}
