/** Opens the database: one writer and one reader connection over WAL. Nothing else opens files of it. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'

export type Db = BetterSQLite3Database & { $client: Database.Database }

export type Databases = { writer: Db; reader: Db; file: string; close: () => void }

const MIGRATIONS = join(import.meta.dirname, 'migrations')

export type OpenOptions = {
  /** `thread`: a checkpoint thread runs (`checkpoints.ts`), which keeps checkpoints off the writer's path. */
  checkpoints?: 'own' | 'thread'
  /** `require`: a command must find the schema of this version; only the server and `npm run migrate` change it [OPS-10]. */
  schema?: 'migrate' | 'require'
}

/** The schema of a database file beside the schema of this version of the code. */
export type SchemaState = 'none' | 'older' | 'current' | 'newer'

/** The database cannot be opened by this version; the message says what to do, in one sentence. */
export class SchemaError extends Error {}

const WRONG_SCHEMA = {
  none: 'There is no database yet: start the server once, or run npm run migrate.',
  older: 'The database was written by an older version: run npm run migrate, or start the server.',
  newer: 'The database was written by a newer version: install that version, or restore a backup of this one.',
} as const satisfies Record<Exclude<SchemaState, 'current'>, string>

/** Compares the newest migration in a file with the newest in this code, without changing the file. */
export const schemaStateOf = (file: string): SchemaState => {
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

/** @throws SchemaError where the file's schema is not the one of this version */
export const requireSchema = (file: string, accepted: readonly SchemaState[]): void => {
  const state = schemaStateOf(file)
  if (!accepted.includes(state) && state !== 'current') throw new SchemaError(WRONG_SCHEMA[state])
}

const NEWEST_MIGRATION = Math.max(
  ...(
    JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as { entries: { when: number }[] }
  ).entries.map(({ when }) => when),
)

/**
 * @param file the database's path; its folder is made
 * @throws SchemaError where the database is newer than the code, or older and `schema` is `require`
 */
export const openDatabases = (
  file: string,
  { checkpoints = 'own', schema = 'migrate' }: OpenOptions = {},
): Databases => {
  requireSchema(file, schema === 'migrate' ? ['none', 'older'] : [])
  mkdirSync(dirname(file), { recursive: true })
  const writer = open(file)
  // Small pages, settled when the file is new: a message touches pages all over, and each goes whole into every commit.
  writer.$client.pragma('page_size = 2048')
  writer.$client.pragma('journal_mode = WAL')
  // Durable against power loss; grouped commits make it cheap [OPS-7].
  writer.$client.pragma('synchronous = FULL')
  if (checkpoints === 'thread') writer.$client.pragma('wal_autocheckpoint = 0')
  if (schema === 'migrate') migrate(writer, { migrationsFolder: MIGRATIONS })
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

const open = (file: string, options: Database.Options = {}): Db => {
  const client = new Database(file, options)
  client.pragma('foreign_keys = ON')
  client.pragma('busy_timeout = 5000')
  client.pragma('cache_size = -65536')
  client.pragma('temp_store = memory')
  // What is deleted is overwritten where its page is written anyway: it costs no I/O, and erased is erased [ACC-12].
  client.pragma('secure_delete = FAST')
  client.pragma('mmap_size = 1073741824')
  return drizzle(client)
}
