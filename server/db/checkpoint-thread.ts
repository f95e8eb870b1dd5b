/** Runs in its own thread: a passive checkpoint five times a second, a restart of the log when it exceeds 64 MB, and a cut each minute. */
import { workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

const EVERY_MS = 200
const LOG_FRAMES_MAX = 16_000

const { file, emptyMs } = workerData as { file: string; emptyMs: number }
const database = new Database(file, { timeout: 200 })
database.pragma('synchronous = NORMAL')

let emptiedAt = performance.now()

setInterval(() => {
  try {
    const frames: unknown = database.pragma('wal_checkpoint(PASSIVE)')
    if (logFrames(frames) > LOG_FRAMES_MAX) database.pragma('wal_checkpoint(RESTART)')
    if (performance.now() - emptiedAt < emptyMs) return
    // After the passive one few pages are left to copy, so it holds up writes for milliseconds.
    database.pragma('wal_checkpoint(TRUNCATE)')
    emptiedAt = performance.now()
  } catch {
    // The database is busy: the next round tries again.
  }
}, EVERY_MS)

const logFrames = (rows: unknown): number => {
  const [row]: unknown[] = Array.isArray(rows) ? rows : []
  return typeof row === 'object' && row !== null && 'log' in row ? Number(row.log) : 0
}
