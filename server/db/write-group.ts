/**
 * Grouped commits [OPS-7]: all writes of one turn of the event loop run one after another on the writer connection,
 * each in a savepoint. They are committed and synced once, and only then answered. So durability costs milliseconds of
 * latency, not throughput.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { SqliteDb } from './database.ts'
import { runEffect, UnavailableError, type CommitNeeds } from './engine.ts'

export type WriteGroup<Tx> = {
  /**
   * Runs a body in the current group and resolves after the commit. A body that throws is rolled back alone. A body may
   * await only its queries: a group is one turn, and a body that lets another turn begin fails the group.
   */
  write: <Result>(body: (tx: Tx) => Promise<Result> | Result) => Promise<Result>
  /** Resolves when all writes requested so far are committed. */
  settled: () => Promise<void>
}

type WaitingBody<Tx> = {
  body: (tx: Tx) => unknown
  done: (result: unknown) => void
  failed: (error: unknown) => void
}

type Outcome = { ok: true; result: unknown } | { ok: false; error: unknown }

/** Commands of the operator write for milliseconds. A transaction that somebody has left open stays for hours. */
const LOCKED_MS = 5_000
const LOCKED_PAUSE_MS = 10

/**
 * @param makeTx makes the argument of a body; `afterCommit` collects effects that run once the group is on disk
 * @param measure gets the size and time of every committed group
 * @param lockedMs how long a group waits for another process that writes
 */
export const writeGroup = <Tx>(
  db: SqliteDb,
  makeTx: (afterCommit: (effect: () => void) => void, commitNeeds: CommitNeeds) => Tx,
  measure: (group: { writes: number; ms: number }) => void = () => undefined,
  lockedMs = LOCKED_MS,
): WriteGroup<Tx> => {
  // SQLite itself would wait in the only thread, so that reads and `/readyz` would wait too.
  db.$client.pragma('busy_timeout = 0')
  const run = (sql: string) => {
    const statement = db.$client.prepare(sql)
    return () => statement.run()
  }
  const [begin, commit, rollback] = [run('begin immediate'), run('commit'), run('rollback')]
  const [save, release, undo] = [run('savepoint one'), run('release one'), run('rollback to one')]

  let waiting: WaitingBody<Tx>[] = []
  let effects: (() => void)[] = []
  /** Statements that the present body does not wait for. */
  let needs: Promise<unknown>[] = []
  const tx = makeTx(
    (effect) => effects.push(effect),
    (send) => needs.push(send()),
  )
  let running: Promise<void> = Promise.resolve()

  const beginFree = async (): Promise<void> => {
    for (const since = performance.now(); ; await sleep(LOCKED_PAUSE_MS)) {
      db.turnReads.end()
      try {
        begin()
        return
      } catch (error) {
        if (!isLocked(error)) throw error
        if (performance.now() - since < lockedMs) continue
        throw new UnavailableError(
          `Another process has locked ${db.$client.name} for seconds: see docs/operations.md, Server not ready`,
          { cause: error },
        )
      }
    }
  }

  const flush = async (): Promise<void> => {
    const group = waiting
    waiting = []
    effects = []
    let turnOver = false
    let watch: NodeJS.Immediate | undefined
    const outcomes: Outcome[] = []
    const start = performance.now()
    try {
      await beginFree()
      watch = setImmediate(() => {
        turnOver = true
      })
      for (const { body } of group) outcomes.push(await runOne(body))
      if (turnOver) throw new Error('A write body awaited something other than its queries')
      commit()
    } catch (error) {
      if (db.$client.inTransaction) rollback()
      for (const { failed } of group) failed(error)
      return
    } finally {
      clearImmediate(watch)
    }
    measure({ writes: group.length, ms: performance.now() - start })
    for (const effect of effects) runEffect(effect)
    for (const [index, { done, failed }] of group.entries()) {
      const outcome = outcomes[index]
      if (outcome?.ok) done(outcome.result)
      else failed(outcome?.error)
    }
  }

  /** Effects announced by a rolled-back body are dropped with it. */
  const runOne = async (body: (tx: Tx) => unknown): Promise<Outcome> => {
    const announced = effects.length
    save()
    try {
      const result = await body(tx)
      if (needs.length > 0) await Promise.all(needs)
      release()
      return { ok: true, result }
    } catch (error) {
      undo()
      release()
      effects.length = announced
      // The body's own error may hide theirs.
      void Promise.allSettled(needs)
      return { ok: false, error }
    } finally {
      needs = []
    }
  }

  const write = <Result>(body: (tx: Tx) => Promise<Result> | Result): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      if (waiting.length === 0) {
        setImmediate(() => {
          running = running.then(flush)
        })
      }
      // The body's own result goes to its own promise.
      waiting.push({ body, done: (result) => resolve(result as Result), failed: reject })
    })

  const settled = async (): Promise<void> => {
    while (waiting.length > 0) await new Promise((resolve) => setImmediate(resolve))
    await running
  }

  return { write, settled }
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY')
