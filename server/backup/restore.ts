/** Restores a backup into a DATA_DIR [OPS-5], never over an existing database. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { openVapidKeys } from '../adapters/vapid.ts'
import { databaseFile, identityKeyFile, photoFolder, staffKeysFile, vapidFile } from '../adapters/data-dir.ts'
import { schemaStateOf } from '../db/database.ts'
import { faultsOf } from '../db/snapshot.ts'
import { NotPossible } from './back-up.ts'
import { copyIfThere, copyNewFiles, copyWhole } from './copy-files.ts'

/**
 * The database comes last: an interrupted restore leaves none, and can be repeated.
 * @param from the folder of one backup
 */
export const restore = async (from: string, dataDir: string): Promise<void> => {
  const [source, target] = [databaseFile(from), databaseFile(dataDir)]
  requireWhole(from)
  if (existsSync(target))
    throw new NotPossible(`There is a database in ${dataDir} already. Stop its server and move the folder away first.`)
  requireIntact(from)
  requireReadable(from)

  await mkdir(dataDir, { recursive: true })
  // Remove the log files of a former database: SQLite would apply them to the restored one.
  for (const rest of ['-wal', '-shm']) await rm(`${target}${rest}`, { force: true })
  await copyNewFiles({ from: photoFolder(from), to: photoFolder(dataDir), known: null })
  await copyIfThere(identityKeyFile(from), identityKeyFile(dataDir))
  await copyIfThere(staffKeysFile(from), staffKeysFile(dataDir))
  await copyWhole(vapidFile(from), vapidFile(dataDir))
  const draft = `${target}.restored`
  await rm(draft, { force: true })
  await copyWhole(source, draft)
  restartFeeds(draft)
  await rename(draft, target)
}

/** No feed moves on by so many changes between a backup and its restore. */
const FEED_JUMP = 1_000_000

/**
 * A device may have seen more of its member's feed than the backup has. When the feed reaches that place again, the device would miss
 * the new changes below it. So every feed begins above all that a device knows, and devices load everything again.
 */
const restartFeeds = (file: string): void => {
  const client = new Database(file, { fileMustExist: true })
  try {
    client.pragma('synchronous = full')
    client
      .prepare('update users set feed_seq = feed_seq + @jump, feed_floor = feed_seq + @jump')
      .run({ jump: FEED_JUMP })
    client.pragma('wal_checkpoint(truncate)')
  } finally {
    client.close()
  }
}

const requireWhole = (from: string): void => {
  if (!existsSync(databaseFile(from))) throw new NotPossible(`There is no backup in ${from}.`)
  // A backup writes the push keys last, so a folder without them is incomplete.
  if (!existsSync(vapidFile(from))) throw new NotPossible(`The backup in ${from} was cut off. Take another.`)
}

const requireIntact = (from: string): void => {
  const faults = faultsOf(databaseFile(from))
  if (faults.length > 0) throw new NotPossible(`The database in ${from} is damaged: ${faults.join('; ')}`)
}

/** @returns the schema, which this version knows or brings up to date */
const requireReadable = (from: string): 'older' | 'current' => {
  const schema = schemaStateOf(databaseFile(from))
  if (schema === 'newer') throw new NotPossible(`The backup in ${from} was made by a newer version. Install that one.`)
  if (schema === 'none') throw new NotPossible(`The database in ${from} is empty.`)
  return schema
}

export type Contents = { members: number; messages: number; photos: number; schema: 'older' | 'current' }

/**
 * Checks a backup without restoring it: the database is intact and this version can open it, the push keys are readable, and every photo
 * that a row names is there.
 *
 * @throws NotPossible with the first fault
 */
export const checkBackup = async (from: string): Promise<Contents> => {
  requireWhole(from)
  requireIntact(from)
  const schema = requireReadable(from)
  try {
    openVapidKeys(from)
  } catch {
    throw new NotPossible(`The push keys in ${from} cannot be read.`)
  }
  const client = new Database(databaseFile(from), { readonly: true, fileMustExist: true })
  try {
    const count = (table: string): number => Number(client.prepare(`select count(*) from ${table}`).pluck().get())
    const hashes = client.prepare('select hash from photos union select hash from message_photos').pluck().all()
    const files = new Set((await namesIn(photoFolder(from))).map((name) => name.split('-')[0]))
    const missing = hashes.filter((hash) => !files.has(String(hash))).length
    if (missing > 0) throw new NotPossible(`The backup in ${from} lacks the files of ${missing} photos.`)
    return { members: count('users'), messages: count('messages'), photos: hashes.length, schema }
  } finally {
    client.close()
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  existsSync(folder) ? (await readdir(folder, { recursive: true })).map((path) => path.split('/').at(-1) ?? '') : []
