/**
 * A lock, so that only one process at a time uses a DATA_DIR [OPS-10]. The lock is an exclusive SQLite transaction on a
 * file of its own. The operating system frees it when the process ends, also after kill -9 or a power cut, and no
 * heartbeat can expire under a slow process. A second file names the holder for a refused process.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import * as v from 'valibot'
import { PlainError } from '../plain-error.ts'

const Holder = v.object({ program: v.string(), pid: v.number(), host: v.string(), since: v.string() })

/** Another process has locked the DATA_DIR; the message names it. */
export class InUseError extends PlainError {}

export type DataDirLock = { release: () => void }

/**
 * @param program the name that a refused process reports: `server`, `migrate`
 * @param now ms since the epoch
 * @throws InUseError
 */
export const lockDataDir = (dataDir: string, program: string, now: number): DataDirLock => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const holderFile = join(dataDir, 'lock.json')
  const lock = new Database(join(dataDir, 'lock.sqlite'), { timeout: 0 })
  try {
    lock.pragma('journal_mode = DELETE')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')
      throw new InUseError(`${dataDir} is in use by ${nameOf(holderFile)}. Stop it first, or set another DATA_DIR.`)
    throw error
  }
  writeFileSync(
    holderFile,
    JSON.stringify({ program, pid: process.pid, host: hostname(), since: new Date(now).toISOString() }),
  )
  return { release: () => lock.close() }
}

const nameOf = (holderFile: string): string => {
  try {
    const { program, pid, host, since } = v.parse(Holder, JSON.parse(readFileSync(holderFile, 'utf8')))
    return `the ${program} with process id ${pid} on ${host}, running since ${since}`
  } catch {
    // The holder has the lock but has not written its name yet.
    return 'another process'
  }
}
