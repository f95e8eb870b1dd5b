/** Prepared inserts built from the schema, without the query builder's cost per row. */
import type Database from 'better-sqlite3'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** @param keys the columns to fill; the others get their defaults */
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
