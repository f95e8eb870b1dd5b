/** Tells a refusal by PostgreSQL from a connection that broke or could not be made. */
import { DatabaseError } from 'pg'
import { UnavailableError } from '../engine.ts'

/** PostgreSQL's code, also inside an error of the query builder. */
export const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  return error instanceof DatabaseError ? error.code : codeOf(error.cause)
}

/**
 * Class 08 is a broken connection, 57P a server that stops or starts, 53300 too many connections, and 25006 a former
 * primary that only reads.
 */
const AWAY = /^(08|57P|53300|25006)/

/** Whether the connection failed. PostgreSQL gives a code for everything that it refuses itself. */
export const isAway = (error: unknown): boolean => {
  const code = codeOf(error)
  if (code !== undefined) return AWAY.test(code)
  return error instanceof Error && (isNetworkError(error) || isAway(error.cause))
}

/** The driver has no class for these; the network's errors name the system call that failed. */
const isNetworkError = (error: Error): boolean =>
  'syscall' in error ||
  /^(Connection terminated|timeout exceeded when trying|Client has encountered)/.test(error.message)

/** @throws UnavailableError instead of a failed connection's error */
export const orUnavailable = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof UnavailableError) throw error
    throw isAway(error) ? new UnavailableError('PostgreSQL does not answer', { cause: error }) : error
  }
}
