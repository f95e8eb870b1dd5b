/** The engine behind the queries: SQLite in the DATA_DIR, or PostgreSQL where DATABASE_URL says so [OPS-8]. */
import { PlainError } from '../plain-error.ts'
import type { Queries } from './queries.ts'

/**
 * Makes the argument of a write body.
 * @param afterCommit collects effects that run once the write is durable
 */
export type MakeTx<Tx> = (queries: Queries, afterCommit: (effect: () => void) => void, commitNeeds: CommitNeeds) => Tx

/**
 * Sends statements whose answers a body does not need. If one of them fails, the write fails. The function sends all of them at once: an
 * engine behind a socket sends the commit right after them, so a statement that waits for the answer of another one would come too late.
 */
export type CommitNeeds = (send: () => Promise<unknown>) => void

/** Runs an effect after its commit: the data is stored already, so a failing effect must not fail the answers or other writes. */
export const runEffect = (effect: () => void): void => {
  try {
    effect()
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}

/** Gets the size and time of every commit. */
export type MeasureCommit = (group: { writes: number; ms: number }) => void

export type Write<Tx> = <Result>(body: (tx: Tx) => Promise<Result> | Result, holds?: Holds) => Promise<Result>

/**
 * The members whose rows a body changes, where it knows them beforehand: a frequent write that names them waits for
 * their other writes instead of failing and running again. An empty list is for a body whose single statements exclude each
 * other by themselves. A function is asked when the write begins.
 */
export type Holds = readonly number[] | (() => readonly number[])

export type Writer<Tx> = {
  /**
   * Runs a body in a transaction and resolves after the commit. A body that throws leaves nothing behind. A body awaits
   * only its queries, and may run again if another process was faster: it changes nothing but the database.
   */
  write: Write<Tx>
  /** Resolves when all writes requested so far are committed. */
  settled: () => Promise<void>
  /** How many groups of requests are written at the same time: one where a group is a turn of this process. */
  groupsAtOnce: number
}

/** The database cannot answer at the moment. A request that failed so may be repeated under the same id. */
export class UnavailableError extends PlainError {}

/** Whether a failure comes from a database that cannot answer; a failed query carries the reason as its cause. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && (error instanceof UnavailableError || isUnavailable(error.cause))

export type Engine = {
  /** Reads committed data. */
  read: Queries
  /** Reads for figures and settings, which must not delay members. */
  figures: Queries
  writer: <Tx>(makeTx: MakeTx<Tx>, measure?: MeasureCommit) => Writer<Tx>
  isEmpty: () => Promise<boolean>
  close: () => Promise<void>
}
