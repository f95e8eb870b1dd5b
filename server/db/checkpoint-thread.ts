/** Runs in its own thread: a passive checkpoint five times a second, and a restart when the log exceeds 64 MB. */
import { workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

const EVERY_MS = 200
const LOG_FRAMES_MAX = 16_000

const database = new Database(String(workerData), { timeout: 200 })
database.pragma('synchronous = NORMAL')

setInterval(() => {
  try {
    const frames: unknown = database.pragma('wal_checkpoint(PASSIVE)')
    if (logFrames(frames) > LOG_FRAMES_MAX) database.pragma('wal_checkpoint(RESTART)')
  } catch {
    // The database is busy: the next round tries again.
  }
}, EVERY_MS)

const logFrames = (rows: unknown): number => {
  const [row]: unknown[] = Array.isArray(rows) ? rows : []
  return typeof row === 'object' && row !== null && 'log' in row ? Number(row.log) : 0
}
