/** Loads millions of rows fast, with inserts of its own: either all of them are stored or none. */
import Database from 'better-sqlite3'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { openDatabases } from '../db/database.ts'

/** From this size on, it is faster to build the indexes after the rows. */
const MANY = 20_000

export type Load = { client: Database.Database; run: (fill: () => void) => void; close: () => void }

/** @param rows the approximate number of members; an empty database with many of them is loaded in bulk */
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

/** Creates the file with the newest schema. */
export const migrated = (file: string): void => openDatabases(file).close()

/**
 * In an empty database, a rollback journal contains only a few pages, so one transaction can load everything. A killed
 * load leaves an empty database with its indexes.
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

/**
 * Prepares an insert from the schema, without the query builder's cost per row.
 * @param keys the columns to fill; the others get their defaults
 */
export const inserter = <Table extends SQLiteTable, Key extends keyof Table['$inferInsert'] & string>(
  client: Database.Database,
  table: Table,
  keys: readonly Key[],
): ((row: Pick<Table['$inferInsert'], Key>) => void) => {
  const all = getTableColumns(table)
  const columns = keys.map((key) => {
    const column = all[key]
    if (!column) throw new Error(`${getTableName(table)} has no column ${key}`)
    return { key, name: column.name, toDriver: (value: unknown) => column.mapToDriverValue(value) }
  })
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns.map(() => '?').join(', ')
  const statement = client.prepare(`insert into "${getTableName(table)}" (${names}) values (${values})`)
  return (row) => {
    statement.run(...columns.map(({ key, toDriver }) => (row[key] === null ? null : toDriver(row[key]))))
  }
}
