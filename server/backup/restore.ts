/** Restores a backup into a DATA_DIR [OPS-5], never over an existing database. */
import { accessSync, constants, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import Database from 'better-sqlite3'
import { MINUTE_MS, RESTORE_JUMP } from '#contract/limits.ts'
import { openVapidKeys } from '../adapters/vapid.ts'
import { databaseFile, identityKeyFile, photoFolder, staffKeysFile, vapidFile } from '../adapters/data-dir.ts'
import { isStorageFull, storageErrorOf } from '../adapters/storage-fault.ts'
import { schemaStateOf } from '../db/database.ts'
import { faultsOf, megabytes, type Check } from '../db/snapshot.ts'
import { PlainError } from '../plain-error.ts'
import { silent, type Announce } from './back-up.ts'
import { copyIfThere, copyNewFiles, copyWhole } from './copy-files.ts'

/**
 * The database comes last: an interrupted restore leaves none, and can be repeated.
 * @param from the folder of one backup, or the copy of the database that an upgrade made: all else of DATA_DIR is still there then
 * @param now milliseconds since the epoch
 */
export const restore = async (
  from: string,
  dataDir: string,
  now: number,
  announce: Announce = silent,
): Promise<void> => {
  const isCopy = extname(from) === '.sqlite'
  const [source, target] = [isCopy ? from : databaseFile(from), databaseFile(dataDir)]
  if (!isCopy) requireWhole(from)
  else if (!existsSync(from)) throw new PlainError(`There is no copy ${from}.`)
  if (existsSync(target))
    throw new PlainError(
      `There is a database in ${dataDir} already. Stop its server and move ${isCopy ? 'the database' : 'the folder'} away first.`,
    )
  announce(`checking the database of ${megabytes(source)} MB`)
  requireIntact(source, from, 'quick_check')
  requireReadable(source, from)

  await mkdir(dataDir, { recursive: true })
  // Remove the log files of a former database: SQLite would apply them to the restored one.
  for (const rest of ['-wal', '-shm']) await rm(`${target}${rest}`, { force: true })
  const draft = `${target}.restored`
  try {
    if (!isCopy) {
      announce('copying the photos')
      await copyNewFiles({ from: photoFolder(from), to: photoFolder(dataDir), known: null })
      await copyIfThere(identityKeyFile(from), identityKeyFile(dataDir))
      await copyIfThere(staffKeysFile(from), staffKeysFile(dataDir))
      await copyWhole(vapidFile(from), vapidFile(dataDir))
    }
    await rm(draft, { force: true })
    announce('copying the database')
    await copyWhole(source, draft)
    announce('beginning all feeds anew')
    skipNumbers(draft, now)
    await rename(draft, target)
  } catch (error) {
    if (!isStorageFull(error)) throw storageErrorOf(error, dataDir)
    for (const rest of ['', '-wal', '-shm']) await rm(`${draft}${rest}`, { force: true })
    throw new PlainError(`There is no room left in ${dataDir}. Make room, and restore again: the photos so far stay.`)
  }
}

/**
 * A device may have seen more of its member's feed than the backup has. When the feed reaches that place again, the device would miss
 * the new changes below it. So every feed begins above all that a device knows, and devices load everything again. Nor is a number given
 * again: a message that waits for a lost member would reach a stranger, and a device would show the lost photo of that number. A second
 * restore does not know what the first one gave, so the numbers grow with the time. Only the rows of the audit are numbered without a gap
 * [DESK-3].
 */
const skipNumbers = (file: string, now: number): void => {
  const client = new Database(file, { fileMustExist: true })
  try {
    client.pragma('synchronous = full')
    const skipped = { jump: RESTORE_JUMP, since: Math.floor((now - NUMBERED_FROM) / MINUTE_MS) * RESTORE_JUMP }
    client
      .prepare('update users set feed_seq = max(feed_seq, @since) + @jump, feed_floor = max(feed_seq, @since) + @jump')
      .run(skipped)
    // SQLite has counted no table that was always empty.
    client.exec(`insert into sqlite_sequence select name, 0 from sqlite_schema
      where sql like '%autoincrement%' and name not in (select name from sqlite_sequence)`)
    client.prepare(`update sqlite_sequence set seq = max(seq, @since) + @jump where name <> 'audit'`).run(skipped)
    client.pragma('wal_checkpoint(truncate)')
  } finally {
    client.close()
  }
}

/** Since this moment each minute has a range of `RESTORE_JUMP` numbers. */
const NUMBERED_FROM = Date.parse('2026-01-01T00:00:00Z')

const requireWhole = (from: string): void => {
  if (!existsSync(databaseFile(from))) throw new PlainError(`There is no backup in ${from} that this user can read.`)
  // A backup writes the push keys last, so a folder without them is incomplete.
  if (!existsSync(vapidFile(from))) throw new PlainError(`The backup in ${from} was cut off. Take another.`)
}

const requireIntact = (file: string, from: string, check: Check): void => {
  try {
    accessSync(file, constants.R_OK)
  } catch (cause) {
    // SQLite calls it a file that cannot be opened, which would read as damage.
    throw new PlainError(
      `User ${process.getuid?.() ?? '?'} cannot read ${file}: give all of ${from} to this user, by chown -R.`,
      { cause },
    )
  }
  const faults = faultsOf(file, check)
  if (faults.length > 0) throw new PlainError(`The database in ${from} is damaged: ${faults.join('; ')}`)
}

/** @returns the schema, which this version knows or brings up to date */
const requireReadable = (file: string, from: string): 'older' | 'current' => {
  const schema = schemaStateOf(file)
  if (schema === 'newer') throw new PlainError(`The backup in ${from} was made by a newer version. Install that one.`)
  if (schema === 'none') throw new PlainError(`The database in ${from} is empty.`)
  return schema
}

export type Contents = { members: number; messages: number; photos: number; schema: 'older' | 'current' }

/**
 * Checks a backup without restoring it: the database is intact and this version can open it, the push keys are readable, and every photo
 * that a row names is there.
 *
 * @throws PlainError with the first fault
 */
export const checkBackup = async (from: string, announce: Announce = silent): Promise<Contents> => {
  requireWhole(from)
  announce(`checking the database of ${megabytes(databaseFile(from))} MB`)
  requireIntact(databaseFile(from), from, 'integrity_check')
  const schema = requireReadable(databaseFile(from), from)
  try {
    openVapidKeys(from)
  } catch {
    throw new PlainError(`The push keys in ${from} cannot be read.`)
  }
  const client = new Database(databaseFile(from), { readonly: true, fileMustExist: true })
  try {
    const count = (table: string): number => Number(client.prepare(`select count(*) from ${table}`).pluck().get())
    const hashes = client.prepare('select hash from photos union select hash from message_photos').pluck().all()
    const files = new Set((await namesIn(photoFolder(from))).map((name) => name.split('-')[0]))
    const missing = hashes.filter((hash) => !files.has(String(hash))).length
    if (missing > 0) throw new PlainError(`The backup in ${from} lacks the files of ${missing} photos.`)
    return { members: count('users'), messages: count('messages'), photos: hashes.length, schema }
  } finally {
    client.close()
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  existsSync(folder) ? (await readdir(folder, { recursive: true })).map((path) => path.split('/').at(-1) ?? '') : []
