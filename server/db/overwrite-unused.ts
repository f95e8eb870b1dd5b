/**
 * Overwrites what is left of deleted rows in the unused bytes of SQLite's file, while the server works [ACC-12]. This module is also the
 * script of the process that does it: a process that closes a file of its own would lose the locks that SQLite has on it.
 *
 * A page of the file may be changed only while nobody can read or write another state of it. That is so while the write-ahead log is empty
 * and this process has the lock of writers: then each reader reads the file itself, and nobody moves pages from the log into it.
 */
import { execFile } from 'node:child_process'
import { closeSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import type { Logger } from 'pino'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { lowerPriority } from '../adapters/priority.ts'
import { dirtyRanges, isZero, unusedRanges, ZEROS, type Range } from './unused-bytes.ts'

const SCRIPT = fileURLToPath(import.meta.url)

/** Pages that are overwritten in about five milliseconds, for which writers wait. */
const PAGES_AT_ONCE = 200
/** Pages that are read in about two milliseconds. */
const LOOKS = 2_000
const PAUSE_MS = 5
/** A backup reads one state for minutes, and the log is not empty before its end. */
const PATIENCE_MS = 15 * 60_000
const RETRY_MS = 50
const LOCK_MS = 20
/** From here on the first byte of another page could be that of a page with rows: a file of 68 GB. */
const PAGES_MAX = 0x02_00_00_00

/** @returns the number of pages that had something left @throws if a reader kept the log from becoming empty */
export const overwriteUnused = async (file: string, signal?: AbortSignal): Promise<number> => {
  // None of the server's secrets and options is passed on.
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, file], { env: {}, ...(signal && { signal }) })
  return Number(stdout)
}

/** The first time is soon after a start, so that a server that is restarted each day does it too. */
const FIRST_MS = 10 * MINUTE_MS
const EVERY_MS = 12 * HOUR_MS

/** Repeats it while the server works. @returns a function that stops it */
export const startOverwriting = (file: string, log: Pick<Logger, 'warn'>): (() => void) => {
  const stop = new AbortController()
  const run = async (): Promise<void> => {
    try {
      await overwriteUnused(file, stop.signal)
    } catch (error) {
      if (!stop.signal.aborted)
        log.warn({ err: error }, 'remains of deleted rows were not overwritten, trying again in 12 hours')
    }
    timer = setTimeout(() => void run(), EVERY_MS).unref()
  }
  let timer = setTimeout(() => void run(), FIRST_MS).unref()
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}

type OpenFile = { handle: number; database: Database.Database; log: string; pageBytes: number; usableBytes: number }

const overwrite = async (file: string): Promise<number> => {
  const database = new Database(file, { fileMustExist: true, timeout: LOCK_MS })
  database.pragma('synchronous = normal')
  const handle = openSync(file, 'r+')
  const header = Buffer.alloc(100)
  readSync(handle, header, 0, header.length, 0)
  const pageBytes = Number(database.pragma('page_size', { simple: true }))
  // Such a file has pages of pointers, which begin like a page with rows.
  if (header.readUInt32BE(52) > 0) throw new Error('a database with auto_vacuum is not overwritten')
  const opened = { handle, database, log: `${file}-wal`, pageBytes, usableBytes: pageBytes - header.readUInt8(20) }
  try {
    // The log goes into the file first: what is only in it would not be seen.
    await alone(opened, [])
    const count = (await overwritePages(opened, freePages(opened))) + (await overwritePages(opened, allPages(opened)))
    fsyncSync(handle)
    return count
  } finally {
    // SQLite first: it needs the locks that end with the handle.
    database.close()
    closeSync(handle)
  }
}

/** Overwrites a slice of the pages that seem to need it, again and again. */
const overwritePages = async (opened: OpenFile, pages: Iterable<number | null>): Promise<number> => {
  let count = 0
  let slice: number[] = []
  for (const page of pages) {
    if (page !== null) slice.push(page)
    if (slice.length >= PAGES_AT_ONCE) {
      count += await alone(opened, slice)
      slice = []
    }
    if (page === null) await sleep(PAUSE_MS)
  }
  return count + (slice.length > 0 ? await alone(opened, slice) : 0)
}

/** The pages with remains; null where others have their turn. Read without a lock, so each is looked at again. */
function* allPages({ handle, database, pageBytes, usableBytes }: OpenFile): Generator<number | null> {
  if (statSync(database.name).size / pageBytes >= PAGES_MAX) return
  const chunk = Buffer.alloc(LOOKS * pageBytes)
  for (let first = 1; ; first += LOOKS) {
    const bytes = readSync(handle, chunk, 0, chunk.length, (first - 1) * pageBytes)
    const count = Math.floor(bytes / pageBytes)
    for (let index = 0; index < count; index += 1) {
      const page = chunk.subarray(index * pageBytes, index * pageBytes + usableBytes)
      if (dirtyRanges(page, unusedRanges(page, first + index)).length > 0) yield first + index
    }
    if (count < LOOKS) return
    yield null
  }
}

function* freePages(opened: OpenFile): Generator<number | null> {
  let looks = 0
  for (const [page, range] of freeRanges(opened)) {
    if (!isZero(read(opened, page).subarray(range.start, range.end))) yield page
    looks += 1
    if (looks % LOOKS === 0) yield null
  }
}

/** The pages that belong to no table, each with the part that SQLite does not use either. */
function* freeRanges(opened: OpenFile): Generator<[page: number, Range]> {
  const pages = Math.floor(statSync(opened.database.name).size / opened.pageBytes)
  // The list may change while it is read without a lock: then it may even lead in a circle.
  let left = read(opened, 1).readUInt32BE(36)
  for (let trunk = read(opened, 1).readUInt32BE(32); trunk > 0 && trunk <= pages && left > 0; left -= 1) {
    const list = read(opened, trunk)
    const count = list.readUInt32BE(4)
    if (8 + 4 * count > opened.usableBytes) return
    yield [trunk, { start: 8 + 4 * count, end: opened.usableBytes }]
    for (let index = 0; index < count; index += 1) {
      const page = list.readUInt32BE(8 + 4 * index)
      if (page > 1 && page <= pages) yield [page, { start: 0, end: opened.usableBytes }]
    }
    left -= count
    trunk = list.readUInt32BE(0)
  }
}

const read = ({ handle, pageBytes }: OpenFile, page: number): Buffer => {
  const bytes = Buffer.alloc(pageBytes)
  readSync(handle, bytes, 0, pageBytes, (page - 1) * pageBytes)
  return bytes
}

/** Overwrites these pages while no other process can use another state of them. @returns how many still needed it */
const alone = async (opened: OpenFile, pages: readonly number[]): Promise<number> => {
  const { database } = opened
  for (const since = performance.now(); performance.now() - since < PATIENCE_MS; await sleep(RETRY_MS))
    try {
      const [checkpoint] = database.pragma('wal_checkpoint(truncate)') as { busy: number }[]
      if (checkpoint?.busy !== 0) continue
      database.exec('begin immediate')
      try {
        // A write may have come in between.
        if (statSync(opened.log, { throwIfNoEntry: false })?.size) continue
        const count = overwriteNow(opened, pages)
        // A change, so that other connections forget the pages in their memory and never write the remains again.
        database.pragma(`user_version = ${Number(database.pragma('user_version', { simple: true }))}`)
        database.exec('commit')
        return count
      } finally {
        if (database.inTransaction) database.exec('rollback')
      }
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error
    }
  throw new Error('another program reads an older state of the database for too long')
}

const overwriteNow = (opened: OpenFile, pages: readonly number[]): number => {
  const free = new Map(freeRanges(opened))
  return pages.filter((number) => {
    const page = read(opened, number).subarray(0, opened.usableBytes)
    const range = free.get(number)
    const dirty = dirtyRanges(page, range ? [range] : unusedRanges(page, number))
    for (const { start, end } of dirty)
      writeSync(opened.handle, ZEROS, 0, end - start, (number - 1) * opened.pageBytes + start)
    return dirty.length > 0
  }).length
}

const [, script, file] = process.argv
if (script === SCRIPT && file !== undefined) {
  lowerPriority()
  process.stdout.write(String(await overwrite(file)))
}
