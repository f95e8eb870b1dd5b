/** Runs in its own thread: a passive checkpoint five times a second, a restart of the log when it exceeds 32 MB, and a cut each minute. */
import { workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import * as v from 'valibot'

const EVERY_MS = 200
const LOG_FRAMES_MAX = 16_000
/** A restart or a cut waits so long for reads, and nobody can write meanwhile. */
const READS_MS = 20

const { file, emptyMs } = workerData as { file: string; emptyMs: number }
const database = new Database(file, { timeout: READS_MS })
database.pragma('synchronous = NORMAL')

const Outcome = v.tuple([v.object({ busy: v.number(), log: v.number(), checkpointed: v.number() })])
const checkpoint = (mode: 'PASSIVE' | 'RESTART' | 'TRUNCATE') =>
  v.parse(Outcome, database.pragma(`wal_checkpoint(${mode})`))[0]

let emptiedAt = performance.now()

const run = (): void => {
  try {
    const { log, checkpointed } = checkpoint('PASSIVE')
    // A backup, or somebody's sqlite3, reads an older state. The log grows until that ends, and nobody waits for it.
    if (checkpointed < log) return
    if (log > LOG_FRAMES_MAX) checkpoint('RESTART')
    // After the passive one few pages are left to copy, so it holds up writes for milliseconds.
    if (performance.now() - emptiedAt >= emptyMs && checkpoint('TRUNCATE').busy === 0) emptiedAt = performance.now()
  } catch {
    // The database is busy: the next round tries again.
  } finally {
    setTimeout(run, EVERY_MS)
  }
}
run()
