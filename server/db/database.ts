/** Opens the database: one writer and one reader connection over WAL, migrated. Nothing else opens files of it. */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'

export type Db = BetterSQLite3Database & { $client: Database.Database }

export type Databases = { writer: Db; reader: Db; file: string; close: () => void }

const MIGRATIONS = join(import.meta.dirname, 'migrations')

/**
 * @param file the database's path; its folder is made
 * @param ownCheckpoints false where a checkpoint thread runs (`checkpoints.ts`), which keeps them off the writer's path
 */
export const openDatabases = (file: string, ownCheckpoints = true): Databases => {
  mkdirSync(dirname(file), { recursive: true })
  const writer = open(file)
  // Small pages, settled when the file is new: a message touches pages all over, and each goes whole into every commit.
  writer.$client.pragma('page_size = 2048')
  writer.$client.pragma('journal_mode = WAL')
  // Durable against power loss; grouped commits make it cheap [OPS-7].
  writer.$client.pragma('synchronous = FULL')
  if (!ownCheckpoints) writer.$client.pragma('wal_autocheckpoint = 0')
  migrate(writer, { migrationsFolder: MIGRATIONS })
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
