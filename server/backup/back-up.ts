/**
 * A backup of everything a server keeps: database, photos, push keys [OPS-5]. It is a folder like DATA_DIR, named by its
 * moment; it appears under that name only when it is whole.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#contract/limits.ts'
import { databaseFile, photoFolder, vapidFile } from '../adapters/data-dir.ts'
import { faultsOf, takeSnapshot } from '../db/snapshot.ts'
import { copyNewFiles, copyWhole, isOf } from './copy-files.ts'

/** What stops a backup or a restore, in words for who runs it. */
export class NotPossible extends Error {}

export type BackUp = {
  dataDir: string
  /** Where backups stand side by side. */
  folder: string
  /** Milliseconds since the epoch. */
  now: number
  /** How many stay, this one included; all where it is null. */
  keep: number | null
}

/** While the server runs, too. @returns the folder of the new backup, and which older ones went */
export const backUp = async ({ dataDir, folder, now, keep }: BackUp): Promise<{ made: string; dropped: string[] }> => {
  await mkdir(folder, { recursive: true })
  const older = await backupsIn(folder)
  const made = join(folder, nameOf(now))
  const draft = `${made}${DRAFT}`
  await dropCutOff(folder, now)
  // Nobody else on this machine reads what members wrote.
  await mkdir(draft, { mode: 0o700 })
  try {
    await fill(draft, dataDir, older.length > 0 ? join(folder, older.at(-1) ?? '') : null)
  } catch (error) {
    // A disk that is full is not to stay so because of it.
    await rm(draft, { recursive: true, force: true })
    throw isOf(error, ['ENOSPC', 'SQLITE_FULL']) ? new NotPossible(`There is no room left in ${folder}.`) : error
  }

  await rename(draft, made)
  const dropped = keep === null ? [] : older.slice(0, Math.max(0, older.length + 1 - keep))
  for (const name of dropped) await rm(join(folder, name), { recursive: true, force: true })
  return { made, dropped }
}

/** @param last the backup before, whose photos are shared */
const fill = async (draft: string, dataDir: string, last: string | null): Promise<void> => {
  // Photos before and after: whatever the database names at its moment was there before it, or came just then.
  const photos = { from: photoFolder(dataDir), to: photoFolder(draft), known: last && photoFolder(last) }
  await copyNewFiles(photos)
  takeSnapshot(databaseFile(dataDir), databaseFile(draft))
  const faults = faultsOf(databaseFile(draft))
  if (faults.length > 0) throw new NotPossible(`The copy of the database is not whole: ${faults.join('; ')}`)
  await copyNewFiles(photos)
  // Last of all: where they are, all is.
  await copyWhole(vapidFile(dataDir), vapidFile(draft))
}

/** What a killed backup left behind. One that began less than a day ago may be at work. */
const dropCutOff = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const began = name.endsWith(DRAFT) ? name.slice(0, -DRAFT.length) : ''
    if (IS_BACKUP.test(began) && began <= nameOf(now - DAY_MS)) await rm(join(folder, name), { recursive: true })
  }
}

const DRAFT = '.unfinished'

/** `2026-11-21T12-30-00-000Z`: sorts by time, and every file system takes it. */
const nameOf = (now: number): string => new Date(now).toISOString().replaceAll(/[:.]/g, '-')

const IS_BACKUP = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

/** Oldest first. Nothing else in the folder is looked at, let alone removed. */
export const backupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => IS_BACKUP.test(name)).toSorted()
