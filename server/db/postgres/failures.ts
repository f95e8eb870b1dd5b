/** Distinguishes an error from PostgreSQL from a connection that broke or could not be opened. */
import { DatabaseError } from 'pg'
import { UnavailableError } from '../engine.ts'

/** PostgreSQL's own error, also inside an error of the query builder. */
const refusalIn = (error: unknown): DatabaseError | undefined => {
  if (!(error instanceof Error)) return undefined
  return error instanceof DatabaseError ? error : refusalIn(error.cause)
}

export const codeOf = (error: unknown): string | undefined => refusalIn(error)?.code

/** The constraint and the value of a unique value that exists already; undefined for any other failure. */
export const existingValue = (error: unknown): string | undefined => {
  const refusal = refusalIn(error)
  return refusal?.code === '23505' ? `${refusal.constraint} ${refusal.detail}` : undefined
}

/**
 * Class 08 is a broken connection, 57P a server that stops or starts, 57014 a statement that took too long, 25P03 a
 * transaction that did nothing for too long, 53300 too many connections, and 25006 a former primary that only reads.
 */
const AWAY = /^(08|57P|57014|25P03|53300|25006)/

/** Whether the connection failed. PostgreSQL gives a code for everything that it refuses itself. */
export const isAway = (error: unknown): boolean => {
  const code = codeOf(error)
  if (code !== undefined) return AWAY.test(code)
  return error instanceof Error && (isNetworkError(error) || isAway(error.cause))
}

/** The driver has no class for these; the network's errors name the system call that failed. */
const isNetworkError = (error: Error): boolean =>
  'syscall' in error ||
  /^(Connection terminated|Query read timeout|timeout exceeded when trying|Client has encountered)/.test(error.message)

/** The driver's or PostgreSQL's own words: a failed query's message contains its values, its cause does not. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  // A host with several addresses fails with an error that has a code and no text.
  return error.message === '' && 'code' in error ? String(error.code) : error.message
}

/** @throws UnavailableError instead of a failed connection's error */
export const orUnavailable = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof UnavailableError) throw error
    throw isAway(error)
      ? new UnavailableError(`PostgreSQL does not answer: ${reasonOf(error)}`, { cause: error })
      : error
  }
}
