/** How the database is opened for the seeder, and what makes a load of millions quick: all of it or nothing is stored. */
import Database from 'better-sqlite3'
import { openDatabases } from '../db/database.ts'

/** From here on it pays to build the indexes after the rows. */
const MANY = 20_000

export type Load = { client: Database.Database; run: (fill: () => void) => void; close: () => void }

/** @param rows about how many members come; an empty database with many of them is loaded in bulk */
export const openForLoad = (file: string, isEmpty: boolean, rows: number): Load => {
  const client = new Database(file)
  client.pragma('busy_timeout = 5000')
  client.pragma('cache_size = -524288')
  client.pragma('temp_store = memory')
  const isBulk = isEmpty && rows >= MANY
  return {
    client,
    run: (fill) => (isBulk ? loadInBulk(client, fill) : client.transaction(fill).immediate()),
    close: () => client.close(),
  }
}

/** Makes the file and brings it to the newest schema. */
export const migrated = (file: string): void => openDatabases(file).close()

/**
 * A rollback journal keeps only the few pages that were there before, so one transaction takes it all, and a load that
 * is killed leaves an empty database with its indexes.
 */
const loadInBulk = (client: Database.Database, fill: () => void): void => {
  if (client.pragma('journal_mode = DELETE', { simple: true }) !== 'delete')
    throw new Error('The database is in use. Stop the server first.')
  try {
    client.transaction(() => {
      const indexes = client
        .prepare<[], { name: string; sql: string }>(
          `select name, sql from sqlite_master where type = 'index' and sql is not null`,
        )
        .all()
      for (const { name } of indexes) client.exec(`drop index "${name}"`)
      fill()
      for (const { sql } of indexes) client.exec(sql)
    })()
  } finally {
    client.pragma('journal_mode = WAL')
  }
}
