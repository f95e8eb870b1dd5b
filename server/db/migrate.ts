/** Migrates the database of a DATA_DIR to this version's schema, after copying the old one [OPS-10]. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#contract/limits.ts'
import { databaseFile } from '../adapters/data-dir.ts'
import { storageErrorOf } from '../adapters/storage-fault.ts'
import { openDatabases, requireSchema, SchemaError, schemaStateOf } from './database.ts'
import { copyIdle, megabytes } from './snapshot.ts'

/** The number of copies to keep; older ones are deleted, so that upgrades do not fill the disk. */
const COPIES_KEPT = 3
/** A copy has what members have deleted since, which the privacy page promises to remove within 30 days. */
const COPIES_KEPT_MS = 29 * DAY_MS

export type Migration = {
  /** The path of the copy, or null if there was nothing to copy or to migrate. */
  copy: string | null
}

/** Says in a line what begins, since nothing else happens in the process until its end. */
export type Announce = (line: string) => void

/**
 * The caller must have the lock of the DATA_DIR.
 * @param now ms since the epoch
 * @throws SchemaError if the database is newer than the code, or a migration fails, which leaves the database as it was
 */
export const migrateDataDir = (dataDir: string, now: number, announce: Announce = () => undefined): Migration => {
  const file = databaseFile(dataDir)
  requireSchema(file, ['none', 'older'])
  const isOlder = schemaStateOf(file) === 'older'
  if (isOlder) announce(`copying the database of ${megabytes(file)} MB, then migrating it; the site answers afterwards`)
  const copy = isOlder ? copyBefore(dataDir, file, now) : null
  if (isOlder) announce('database copied, migrating it')
  try {
    openDatabases(file).close()
  } catch (error) {
    // The service manager starts the server again every few seconds. A copy for each start would fill the disk.
    if (copy !== null) rmSync(copy)
    throw migrationErrorOf(error, dataDir)
  }
  return { copy }
}

/** All migrations of a start are one transaction, so a failed one leaves nothing behind. */
const migrationErrorOf = (thrown: unknown, dataDir: string): unknown => {
  // Drizzle's own message is the whole statement, without the reason.
  const error = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
  const fault = storageErrorOf(error, dataDir)
  if (fault !== error || !(error instanceof Error) || error instanceof SchemaError) return fault
  return new SchemaError(
    `The database could not be migrated, and is as it was: ${error.message}. Start the former version again (docs/operations.md, Rollback).`,
    { cause: thrown },
  )
}

/** Deletes the copies of migrations that are long over. @param now ms since the epoch, of a clock that is trusted */
export const dropAgedCopies = (dataDir: string, now: number): void => {
  const folder = copiesIn(dataDir)
  if (!existsSync(folder)) return
  const oldest = copyAt(now - COPIES_KEPT_MS)
  for (const name of readdirSync(folder)) if (IS_COPY.test(name) && name < oldest) rmSync(join(folder, name))
}

const copiesIn = (dataDir: string): string => join(dataDir, 'before-migration')

/** Sorts by time. */
const copyAt = (now: number): string => `${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.sqlite`

const IS_COPY = /^\d{4}-\d\d-\d\dT[\d-]+Z\.sqlite$/

const copyBefore = (dataDir: string, file: string, now: number): string => {
  const folder = copiesIn(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A full disk or a kill cuts a copy off. The next attempts must neither count it as a copy, nor fill the disk with more of them.
  const draft = join(folder, 'unfinished')
  rmSync(draft, { recursive: true, force: true })
  try {
    copyIdle(file, draft)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  const copy = join(folder, copyAt(now))
  renameSync(draft, copy)
  for (const name of readdirSync(folder).toSorted().slice(0, -COPIES_KEPT)) rmSync(join(folder, name))
  return copy
}
