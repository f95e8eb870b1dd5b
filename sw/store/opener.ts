/**
 * Opens a database and keeps the connection. It closes when a newer version or a deletion waits for it, and reopens on
 * the next use.
 */
import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb'

/** Leaves out the library's shortcuts for a single read or write, so that every access names its transaction. */
export type OpenDb<Schema extends DBSchema> = Pick<IDBPDatabase<Schema>, 'transaction' | 'close' | 'addEventListener'>

export type Opened<Schema extends DBSchema> = {
  get: () => Promise<OpenDb<Schema>>
  /** Resolves when the connection no longer blocks others. */
  close: () => Promise<void>
}

/** How long another connection may block the opening before the request fails without the store. */
const BLOCKED_MS = 3_000

export type OpenDeps = { startTimer: (task: () => void, delayMs: number) => () => void }

export type Database<Schema extends DBSchema> = {
  name: string
  version: number
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>
}

export const keepOpen = <Schema extends DBSchema>(
  database: Database<Schema>,
  deps: OpenDeps,
  /** Runs before every opening; throws if the database must not be created (again). */
  mayOpen: () => Promise<void> = async () => {},
): Opened<Schema> => {
  let connection: Promise<OpenDb<Schema>> | null = null

  const close = async (): Promise<void> => {
    const closing = connection
    connection = null
    await closing?.then(
      (db) => db.close(),
      () => {},
    )
  }

  const get = (): Promise<OpenDb<Schema>> => {
    if (connection) return connection
    const opening = mayOpen().then(() => openWithTimeout(database, deps, () => void close()))
    connection = opening
    const forget = (): void => {
      if (connection === opening) connection = null
    }
    // The browser closes a connection when storage is cleared or the storage process dies.
    opening.then((db) => db.addEventListener('close', forget), forget)
    return opening
  }

  return { get, close }
}

const openWithTimeout = <Schema extends DBSchema>(
  { name, version, upgrade }: Database<Schema>,
  { startTimer }: OpenDeps,
  release: () => void,
): Promise<OpenDb<Schema>> =>
  new Promise((resolve, reject) => {
    let stopWaiting: (() => void) | null = null
    let timedOut = false
    const reportBlocked = (): void => {
      timedOut = true
      reject(new Error(`Another connection blocks ${name}`))
    }
    const finish = (db: OpenDb<Schema>): void => {
      stopWaiting?.()
      if (timedOut) db.close()
      else resolve(db)
    }
    openDB<Schema>(name, version, {
      upgrade,
      blocked: () => {
        stopWaiting = startTimer(reportBlocked, BLOCKED_MS)
      },
      blocking: release,
    }).then(finish, reject)
  })
