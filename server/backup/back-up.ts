/**
 * A backup of everything a server keeps: database, photos, push keys [OPS-5]. It is a folder like DATA_DIR, named by its
 * moment; it appears under that name only when it is whole.
 */
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseFile, photoFolder, vapidFile } from '../adapters/data-dir.ts'
import { faultsOf, takeSnapshot } from '../db/snapshot.ts'
import { copyNewFiles } from './copy-files.ts'

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
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft)

  // Photos before and after: whatever the database names at its moment was there before it, or came just then.
  const last = older.at(-1)
  const photos = {
    from: photoFolder(dataDir),
    to: photoFolder(draft),
    known: last ? photoFolder(join(folder, last)) : null,
  }
  await copyNewFiles(photos)
  takeSnapshot(databaseFile(dataDir), databaseFile(draft))
  const faults = faultsOf(databaseFile(draft))
  if (faults.length > 0) throw new NotPossible(`The copy of the database is not whole: ${faults.join('; ')}`)
  await copyNewFiles(photos)
  await copyFile(vapidFile(dataDir), vapidFile(draft), constants.COPYFILE_EXCL)

  await rename(draft, made)
  const dropped = keep === null ? [] : older.slice(0, Math.max(0, older.length + 1 - keep))
  for (const name of dropped) await rm(join(folder, name), { recursive: true, force: true })
  return { made, dropped }
}

const DRAFT = '.unfinished'

/** `2026-11-21T12-30-00-000Z`: sorts by time, and every file system takes it. */
const nameOf = (now: number): string => new Date(now).toISOString().replaceAll(/[:.]/g, '-')

const IS_BACKUP = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

/** Oldest first. Nothing else in the folder is looked at, let alone removed. */
export const backupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => IS_BACKUP.test(name)).toSorted()
