/** Lists as one parameter, a JSON text: a prepared statement has a fixed number of parameters. */
import { sql, type Placeholder, type SQL } from 'drizzle-orm'

/** A list of objects as the table `item`, with a column for each name, in the order of the list. */
export const rowsOf = (json: Placeholder, columns: Readonly<Record<string, 'bigint' | 'text'>>): SQL => {
  const selected = Object.entries(columns).map(([name, type]) => {
    const field = sql`value ->> ${sql.raw(`'$.${name}'`)}`
    return sql`${type === 'text' ? field : sql`cast(${field} as bigint)`} as ${sql.identifier(name)}`
  })
  return sql`(select ${sql.join(selected, sql`, `)} from json_each(${json})) as ${sql.raw('item')}`
}

/** The right side of `in` for a list of ids. PostgreSQL reads JSON as texts, so that each value is cast. */
export const idsIn = (json: string | Placeholder | SQL): SQL =>
  sql`(select cast(value as bigint) from json_each(${json}))`

/** The right side of `in` for a list of texts. */
export const textsIn = (json: string | Placeholder | SQL): SQL => sql`(select value from json_each(${json}))`
