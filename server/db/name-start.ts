/** The condition of a search for names by their beginning, as the index on `lower(name)` answers it [DESK-11]. */
import { sql, type SQL } from 'drizzle-orm'
import { profiles } from './schema/profile.ts'

/** No name sorts after this character. */
const LAST = '\u{10ffff}'

/**
 * Upper and lower case of A to Z are alike. Only the column goes through the database's `lower`, which changes nothing else there: for a
 * value, PostgreSQL goes by the locale of the database and would make `é` of `É`.
 */
export const nameBegins = (start: string): SQL => {
  const first = start.normalize('NFC').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return sql`lower(${profiles.name}) >= ${first} and lower(${profiles.name}) < ${first + LAST}`
}
