/** Faults of DATA_DIR that an operator has to mend, each in one sentence. */
import { PlainError } from '../plain-error.ts'

const NOT_OURS = /^(SQLITE_(CANTOPEN|READONLY|PERM|AUTH)|EACCES|EPERM|EROFS)/
const NO_PATH = /^(SQLITE_|ENOSPC|EDQUOT)/
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/

/** DATA_DIR cannot be used; the message says why, and what to do. */
export class StorageError extends PlainError {}

/** A lost key ends what was made with it, so a damaged file is an error, never replaced. */
export const damagedKeyFile = (file: string): StorageError =>
  new StorageError(`${file} is damaged: restore it from a backup (docs/operations.md, Keys).`)

/** @returns the error for an operator, or the given one if it is no fault of the storage */
export const storageErrorOf = (error: unknown, dataDir: string): unknown => {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return error
  if (DAMAGED.test(error.code))
    return new StorageError(`The database in ${dataDir} is damaged (${error.code}): see docs/operations.md, Damaged.`, {
      cause: error,
    })
  // SQLite names no path, nor does a write to a full disk. A port below 1024 fails with EACCES too, and has none.
  const place = 'path' in error ? String(error.path) : NO_PATH.test(error.code) ? dataDir : ''
  if (!place.startsWith(dataDir)) return error
  if (isStorageFull(error))
    return new StorageError(`The disk of ${dataDir} is full (${error.code}): see docs/operations.md, Disk full.`, {
      cause: error,
    })
  if (/^(EEXIST|ENOTDIR)$/.test(error.code))
    return new StorageError(`DATA_DIR is ${dataDir}, which is not a folder (${error.code}).`, { cause: error })
  if (!NOT_OURS.test(error.code)) return error
  return new StorageError(
    `User ${process.getuid?.() ?? '?'} cannot read and write ${place} (${error.code}): give all of DATA_DIR to the account of the server, by chown -R.`,
    { cause: error },
  )
}

/** @throws StorageError instead of an error of the file system or of SQLite */
export const namingFaults = <Result>(dataDir: string, task: () => Result): Result => {
  try {
    return task()
  } catch (error) {
    throw storageErrorOf(error, dataDir)
  }
}

/**
 * 53100 is PostgreSQL's code for its own full disk. SQLite answers the third where not even the index of its WAL fits, which the start
 * after a clean stop makes first.
 */
const FULL_CODES: ReadonlySet<unknown> = new Set(['SQLITE_FULL', 'ENOSPC', 'SQLITE_IOERR_SHMSIZE', 'EDQUOT', '53100'])

/** Whether a write failed because the disk is full [OPS-12]; a failed query carries the database's error as its cause. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && FULL_CODES.has(error.code)) || isStorageFull(error.cause))
