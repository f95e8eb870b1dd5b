/** Parameters and marks of prepared statements. */
import { sql, type Placeholder, type Query, type SQL } from 'drizzle-orm'

/** A named parameter. In statements with joins use `bound`. */
export const value = (name: string): Placeholder => sql.placeholder(name)

/**
 * A named parameter for statements with joins. In a join SQLite copies `a.id = ?` to `b.id = a.id`, and then plans the statement again for
 * each value: 5 to 15 µs, while reading the rows takes one. With a `+` before the parameter the plan stays, and every index can still be used.
 */
export const bound = (name: string): SQL => sql`+${sql.placeholder(name)}`

const lookups = new Set<string>()

/**
 * Marks a statement that finds few rows by a key, and that many requests ask at the same time [OPS-8]: an engine behind a socket may
 * answer several of them at once, while SQLite answers each by itself.
 * @returns the same statement
 */
export const lookup = <Statement extends { getQuery: () => Query }>(statement: Statement): Statement => {
  lookups.add(statement.getQuery().sql)
  return statement
}

export const isLookup = (text: string): boolean => lookups.has(text)
