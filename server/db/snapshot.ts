/** A copy of the database as it stands at one moment, taken while a server works on it; and whether a copy is whole. */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'

/**
 * Writers go on meanwhile (WAL), and what was deleted is not in the copy, not even as free pages.
 * @param into a path where nothing is yet; when this returns, the copy is on the disk
 */
export const takeSnapshot = (file: string, into: string): void => {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    database.prepare('vacuum into ?').run(into)
  } finally {
    database.close()
  }
  const handle = openSync(into, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

/** @returns what SQLite finds wrong with a database file; nothing where it is whole */
export const faultsOf = (file: string): string[] => {
  let database: Database.Database | undefined
  try {
    database = new Database(file, { readonly: true, fileMustExist: true })
    const rows = database.pragma('integrity_check') as { integrity_check: string }[]
    return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    database?.close()
  }
}
