/** Lists as one parameter, a JSON text: a prepared statement has a fixed number of parameters. */
import { sql, type Placeholder, type SQL } from 'drizzle-orm'

/** The right side of `in` for a list of ids. PostgreSQL reads JSON as texts, so that each value is cast. */
export const idsIn = (json: string | Placeholder | SQL): SQL =>
  sql`(select cast(value as bigint) from json_each(${json}))`

/** The right side of `in` for a list of texts. */
export const textsIn = (json: string | Placeholder | SQL): SQL => sql`(select value from json_each(${json}))`
