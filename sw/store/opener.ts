/**
 * Opens a database and keeps the connection. It closes when a newer version or a deletion waits for it, and reopens on
 * the next use.
 */
import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb'
import { withTimeout } from '../timeout.ts'

/** Leaves out the library's shortcuts for a single read or write, so that every access names its transaction. */
export type OpenDb<Schema extends DBSchema> = Pick<IDBPDatabase<Schema>, 'transaction' | 'close' | 'addEventListener'>

export type DatabaseOpener<Schema extends DBSchema> = {
  get: () => Promise<OpenDb<Schema>>
  /** Resolves when the connection no longer blocks others. */
  close: () => Promise<void>
}

/**
 * Reads a value, or undefined if the browser has lost it: Chromium stores large values in files beside the database, and once such a file
 * is gone, every read of its value fails.
 */
export const readUnlessLost = async <Value>(read: () => Promise<Value>): Promise<Value | undefined> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DOMException && LOST.has(error.name)) return undefined
    throw error
  }
}

/** The names that versions of Chromium give to this error. */
const LOST = new Set(['NotReadableError', 'DataError', 'NotFoundError'])

/**
 * How long an opening may take, for example while another connection blocks it, before requests fail without the store. It continues, and
 * requests use the store once it is open.
 */
const OPENING_MS = 5_000

export type OpenDeps = { startTimer: (task: () => void, delayMs: number) => () => void }

export type Database<Schema extends DBSchema> = {
  name: string
  version: number
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>
}

export const databaseOpener = <Schema extends DBSchema>(
  database: Database<Schema>,
  deps: OpenDeps,
  /** Runs before every opening; throws if the database must not be created (again). */
  mayOpen: () => Promise<void> = async () => {},
  /** Runs after every opening, before anything else uses the database. Never throws. */
  prepare: (db: OpenDb<Schema>) => Promise<void> = async () => {},
): DatabaseOpener<Schema> => {
  let connection: Promise<OpenDb<Schema>> | null = null

  const close = async (): Promise<void> => {
    const closing = connection
    connection = null
    await closing?.then(
      (db) => db.close(),
      () => {},
    )
  }

  const blocking = (): void => void close()

  const get = (): Promise<OpenDb<Schema>> => {
    if (connection) return connection
    const { name, version, upgrade } = database
    // After a rollback of the site the database is of a newer version, whose migrations have only added stores: use it as it is,
    // since it holds the queued writes. If it was deleted meanwhile, create none without its stores.
    const openNewer = () =>
      openDB<Schema>(name, undefined, {
        upgrade: (_db, _from, _to, tx) => {
          tx.done.catch(() => {})
          tx.abort()
        },
        blocking,
      })
    const open = async (): Promise<OpenDb<Schema>> => {
      await mayOpen()
      const db = await openDB<Schema>(name, version, { upgrade, blocking }).catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'VersionError') return openNewer()
        throw error
      })
      await prepare(db)
      return db
    }
    const opening = open()
    const inTime = withTimeout(deps, OPENING_MS, opening, null).then((db) => {
      if (!db) throw new Error(`The browser does not open ${name}`)
      return db
    })
    connection = inTime
    const forget = (): void => {
      if (connection === inTime || connection === opening) connection = null
    }
    const keep = (db: OpenDb<Schema>): void => {
      // The browser closes a connection when storage is cleared or the storage process dies.
      db.addEventListener('close', forget)
      if (connection === inTime) connection = opening
      else db.close()
    }
    opening.then(keep, forget)
    return inTime
  }

  return { get, close }
}

type Transaction = { done: Promise<void>; error: DOMException | null; abort: () => void }

/** Runs a transaction to its end, all or nothing. */
export const complete = async <Tx extends Transaction, Result>(
  tx: Tx,
  body: (tx: Tx) => Promise<Result>,
): Promise<Result> => {
  try {
    const result = await body(tx)
    await tx.done
    return result
  } catch (error) {
    // When a full disk aborts the transaction, the request only reports an abort; `tx.error` has the reason.
    const cause = tx.error ?? error
    abort(tx)
    throw cause
  }
}

const abort = (tx: Transaction): void => {
  tx.done.catch(() => {})
  try {
    tx.abort()
  } catch {
    // The transaction has already ended.
  }
}
