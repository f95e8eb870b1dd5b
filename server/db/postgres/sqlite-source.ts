/** The tables of a SQLite database as a move reads them. */
import type Database from 'better-sqlite3'
import { SchemaError } from '../database.ts'
import { tableParts } from './schema.ts'

/** Every value of the schema is a number or a text. */
export type SourceValue = string | number | null

export type SourceTable = {
  name: string
  /** All columns; a number of a `real` column is written in the same way by both databases. */
  columns: string[]
  /** The columns without those that the database computes itself. */
  stored: string[]
  /** The columns that name a row. */
  key: string[]
}

type Column = { name: string; pk: number; hidden: number }

/** @throws SchemaError if the file has a table that this version does not know */
export const sourceTables = (source: Database.Database): SourceTable[] => {
  const known = new Set(tableParts().map(({ name }) => name))
  const names = source
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'
        and name <> '__drizzle_migrations' order by name`,
    )
    .pluck()
    .all()
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new SchemaError(`This version does not know the table ${unknown}: it cannot be moved.`)
  return names.map((name) => {
    const columns = source.prepare<[string], Column>('select name, pk, hidden from pragma_table_xinfo(?)').all(name)
    return {
      name,
      columns: columns.map((column) => column.name),
      stored: columns.filter(({ hidden }) => hidden === 0).map((column) => column.name),
      key: columns
        .filter(({ pk }) => pk > 0)
        .toSorted((one, other) => one.pk - other.pk)
        .map((column) => column.name),
    }
  })
}
