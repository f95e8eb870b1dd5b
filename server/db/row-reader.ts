/**
 * Makes objects of the rows that a database answers as lists of values. Drizzle does the same in five to eight times the time, because it decides
 * for each value of each row what is the same for all rows of a statement.
 */
import { Column, getTableName, is, noopDecoder, SQL, Subquery } from 'drizzle-orm'
import type { SelectedFieldsOrdered } from 'drizzle-orm/sqlite-core'

type Row = readonly unknown[]

/** For each table of a `select`, whether every row has one of its rows: a left join may find none. */
export type JoinedTables = Readonly<Record<string, boolean>>

/** An object that a row becomes, or a part of it. */
type Shape = {
  members: Member[]
  /** The object is null where this value of the row is null. */
  nullAt: number | null
}

type Member = { name: string; place: number; decode: ((value: unknown) => unknown) | null; shape: Shape | null }

export type ReadRow = (row: Row) => unknown

/**
 * @param query a query of Drizzle, which sets the joins after it has made the query, and leaves them out of its types
 * @returns a function that decides how to read a row when it is first called
 */
export const lateRowReader = (fields: SelectedFieldsOrdered, query: object): (() => ReadRow) => {
  let reader: ReadRow | undefined
  return () => (reader ??= rowReader(fields, (query as { joinsNotNullableMap?: JoinedTables }).joinsNotNullableMap))
}

/** @param joined undefined for a statement that is no `select` */
export const rowReader = (fields: SelectedFieldsOrdered, joined?: JoinedTables): ReadRow => {
  const whole: Shape = { members: [], nullAt: null }
  for (const [place, { path, field }] of fields.entries()) {
    const shape = path.slice(0, -1).reduce(partOf, whole)
    shape.members.push({ name: path.at(-1) ?? '', place, decode: decodeOf(field), shape: null })
  }
  if (joined) for (const { name, shape } of whole.members) if (shape) shape.nullAt = nullPlaceOf(name, fields, joined)
  return (row) => read(whole, row)
}

const partOf = ({ members }: Shape, name: string): Shape => {
  const known = members.find((member) => member.name === name)?.shape
  if (known) return known
  const shape: Shape = { members: [], nullAt: null }
  members.push({ name, place: 0, decode: null, shape })
  return shape
}

const read = ({ members, nullAt }: Shape, row: Row): unknown => {
  if (nullAt !== null && row[nullAt] === null) return null
  const object: Record<string, unknown> = {}
  for (const { name, place, decode, shape } of members) {
    const value = row[place]
    object[name] = shape ? read(shape, row) : decode === null || value === null ? value : decode(value)
  }
  return object
}

/** The first column of a part, if all its columns are of one table that may be missing. */
const nullPlaceOf = (part: string, fields: SelectedFieldsOrdered, joined: JoinedTables): number | null => {
  const own = fields.flatMap(({ path, field }, place) =>
    path.length === 2 && path[0] === part && is(field, Column) ? [{ place, table: getTableName(field.table) }] : [],
  )
  const [first] = own
  return first && !joined[first.table] && own.every(({ table }) => table === first.table) ? first.place : null
}

type Field = SelectedFieldsOrdered[number]['field']
type Decoder = typeof noopDecoder

/** @returns null where the value stays as it is */
const decodeOf = (field: Field): Member['decode'] => {
  const decoder = is(field, Column) ? field : decoderOf(is(field, Subquery) ? field._.sql : field)
  const isSame = [noopDecoder, Column.prototype].some((one) => one.mapFromDriverValue === decoder.mapFromDriverValue)
  return isSame ? null : (value) => decoder.mapFromDriverValue(value)
}

/** Drizzle's types leave the decoder out. */
const decoderOf = (field: SQL | SQL.Aliased): Decoder =>
  ((is(field, SQL) ? field : field.sql) as unknown as { decoder: Decoder }).decoder
