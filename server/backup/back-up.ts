/**
 * Makes a backup of all server data: database, photos, push keys [OPS-5]. A backup is a folder like DATA_DIR, named by
 * its time; it gets that name only when it is complete.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DAY_MS } from '#contract/limits.ts'
import { databaseFile, identityKeyFile, photoFolder, staffKeysFile, vapidFile } from '../adapters/data-dir.ts'
import { storageErrorOf } from '../adapters/storage-fault.ts'
import { faultsOf, megabytes, takeSnapshot } from '../db/snapshot.ts'
import { PlainError } from '../plain-error.ts'
import { copyIfThere, copyNewFiles, copyWhole, isOf } from './copy-files.ts'

type BackUp = {
  dataDir: string
  /** The folder with all backups. */
  folder: string
  /** Milliseconds since the epoch. */
  now: number
  /** The number of backups to keep, including this one; null keeps all. */
  keep: number | null
  announce?: Announce
}

/** Says in a line what begins, since a large database takes minutes. */
export type Announce = (line: string) => void
export const silent: Announce = () => undefined

/**
 * Makes a backup, also while the server runs.
 * @returns the folder of the new backup, and the names of deleted older ones
 * @throws PlainError if the folder cannot take it, or DATA_DIR cannot be read
 */
export const backUp = async (asked: BackUp): Promise<{ made: string; dropped: string[] }> => {
  // The path in an error of the file system has no leading dot and no double slash.
  const order = { ...asked, folder: resolve(asked.folder) }
  try {
    return await writeBackup(order)
  } catch (error) {
    throw plainErrorOf(error, order)
  }
}

const plainErrorOf = (error: unknown, { dataDir, folder }: BackUp): unknown => {
  if (isOf(error, ['ENOSPC', 'SQLITE_FULL'])) return new PlainError(`There is no room left in ${folder}.`)
  if (error instanceof Error && 'path' in error && String(error.path).startsWith(folder))
    return new PlainError(
      `No backup can be written to ${folder}: ${error.message}. It has to be a folder in which this user may write.`,
      { cause: error },
    )
  return storageErrorOf(error, dataDir)
}

const writeBackup = async ({ dataDir, folder, now, keep, announce = silent }: BackUp) => {
  // A folder without the push keys counts as cut off, and devices would lose their subscriptions with them.
  if (!existsSync(vapidFile(dataDir)))
    throw new PlainError(
      `There is no vapid.json in ${dataDir}. The first start of a server makes it; a lost one is in an older backup.`,
    )
  await mkdir(folder, { recursive: true })
  const older = await olderBackups(folder, now)
  const made = join(folder, nameOf(now))
  const draft = `${made}${DRAFT}`
  await dropCutOff(folder, now)
  // No other user of this machine may read members' messages.
  await mkdir(draft, { mode: 0o700 })
  try {
    await fill(draft, dataDir, older.length > 0 ? join(folder, older.at(-1) ?? '') : null, announce)
  } catch (error) {
    // A failed backup must not leave the disk full.
    await rm(draft, { recursive: true, force: true })
    throw error
  }

  await rename(draft, made)
  const dropped = keep === null ? [] : older.slice(0, Math.max(0, older.length + 1 - keep))
  for (const name of dropped) await rm(join(folder, name), { recursive: true, force: true })
  return { made, dropped }
}

/** @param last the previous backup, whose photos are shared */
const fill = async (draft: string, dataDir: string, last: string | null, announce: Announce): Promise<void> => {
  // Photos are copied before and after the database: a photo that the snapshot references was there before, or came
  // between.
  const photos = { from: photoFolder(dataDir), to: photoFolder(draft), known: last && photoFolder(last) }
  announce('copying the photos')
  await copyNewFiles(photos)
  announce(`copying the database of ${megabytes(databaseFile(dataDir))} MB`)
  takeSnapshot(databaseFile(dataDir), databaseFile(draft))
  announce('checking the copy')
  // The copy has indexes of its own, made from its rows.
  const faults = faultsOf(databaseFile(draft), 'quick_check')
  if (faults.length > 0) throw new PlainError(`The copy of the database is not whole: ${faults.join('; ')}`)
  await copyNewFiles(photos)
  await copyIfThere(identityKeyFile(dataDir), identityKeyFile(draft))
  await copyIfThere(staffKeysFile(dataDir), staffKeysFile(draft))
  // The push keys come last: a folder that has them is complete.
  await copyWhole(vapidFile(dataDir), vapidFile(draft))
}

/** Deletes the drafts of killed backups. A draft younger than a day may still be in progress. */
const dropCutOff = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const began = name.endsWith(DRAFT) ? name.slice(0, -DRAFT.length) : ''
    if (IS_BACKUP.test(began) && began <= nameOf(now - DAY_MS)) await rm(join(folder, name), { recursive: true })
  }
}

const DRAFT = '.unfinished'

/** `2026-11-21T12-30-00-000Z`: sorts by time, and is a valid name on every file system. */
const nameOf = (now: number): string => new Date(now).toISOString().replaceAll(/[:.]/g, '-')

const IS_BACKUP = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

/**
 * Oldest first. A backup of a later time than now was made while the clock was ahead: it is older than this one, but nobody knows its
 * time, so it goes first.
 */
const olderBackups = async (folder: string, now: number): Promise<string[]> => {
  const names = await backupsIn(folder)
  const isAhead = (name: string): boolean => name > nameOf(now)
  return [...names.filter(isAhead), ...names.filter((name) => !isAhead(name))]
}

/** All backups by the time in their names. Other entries of the folder are neither read nor removed. */
export const backupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => IS_BACKUP.test(name)).toSorted()
