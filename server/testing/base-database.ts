/** A migrated, empty database, made once and copied for each test. */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabases } from '../db/database.ts'
import type { users } from '../db/schema/account.ts'

const MIGRATIONS = join(import.meta.dirname, '../db/migrations')

let made: string | undefined

/** A row that `users` takes as it is. */
export const USER_ROW: typeof users.$inferInsert = {
  email: 'anna@example.test',
  passwordHash: 'hash',
  status: 'active',
  language: 'it',
  signupAt: 1,
}

/** A fresh copy in its own folder; the caller removes the folder. */
export const copyOfBase = (): { dir: string; file: string } => {
  made ??= baseFile()
  const dir = mkdtempSync(join(tmpdir(), 'visavis-test-'))
  const file = join(dir, 'visavis.sqlite')
  copyFileSync(made, file)
  return { dir, file }
}

/** Named by a hash of the migrations: all test processes share one file, and a new migration makes a new one. */
const baseFile = (): string => {
  const dir = join(tmpdir(), 'visavis-test-base')
  const file = join(dir, `${migrationsHash()}.sqlite`)
  if (existsSync(file)) return file
  mkdirSync(dir, { recursive: true })
  const draft = join(mkdtempSync(join(dir, 'draft-')), 'base.sqlite')
  openDatabases(draft).close()
  // Another process may have made the file already; both files are the same.
  renameSync(draft, file)
  return file
}

const migrationsHash = (): string => {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS).toSorted())
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 16)
}
