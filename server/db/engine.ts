/** The engine behind the queries: SQLite in the DATA_DIR, or PostgreSQL where DATABASE_URL says so [OPS-8]. */
import type { Queries } from './queries.ts'

/** Makes the argument of a write body; `afterCommit` collects effects that run once the write is durable. */
export type MakeTx<Tx> = (queries: Queries, afterCommit: (effect: () => void) => void) => Tx

/** Gets the size and time of every commit. */
export type MeasureCommit = (group: { writes: number; ms: number }) => void

export type Write<Tx> = <Result>(body: (tx: Tx) => Promise<Result> | Result, holds?: Holds) => Promise<Result>

/**
 * The members whose rows a body changes, where it knows them beforehand: a frequent write that names them waits for
 * their other writes instead of failing and running again.
 */
export type Holds = readonly number[]

export type Writer<Tx> = {
  /**
   * Runs a body in a transaction and resolves after the commit. A body that throws leaves nothing behind. A body awaits
   * only its queries, and may run again if another process was faster: it changes nothing but the database.
   */
  write: Write<Tx>
  /** Resolves when all writes requested so far are committed. */
  settled: () => Promise<void>
}

export type Engine = {
  /** Reads committed data. */
  read: Queries
  writer: <Tx>(makeTx: MakeTx<Tx>, measure?: MeasureCommit) => Writer<Tx>
  isEmpty: () => Promise<boolean>
  close: () => Promise<void>
}
