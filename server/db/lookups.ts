/**
 * Statements that find few rows by a key, and that many requests ask at the same time [OPS-8]. An engine behind a socket
 * may answer several of them at once; SQLite answers each by itself.
 */
import type { Query } from 'drizzle-orm'

const lookups = new Set<string>()

/** Marks a statement as such. @returns the same statement */
export const lookup = <Statement extends { getQuery: () => Query }>(statement: Statement): Statement => {
  lookups.add(statement.getQuery().sql)
  return statement
}

export const isLookup = (text: string): boolean => lookups.has(text)
