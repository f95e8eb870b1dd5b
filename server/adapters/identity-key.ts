/**
 * The key of the hashes that outlive a banned account [DESK-10]: made at its first use, stored in DATA_DIR, readable only
 * by its owner. Without it nobody can test whether an address is among the hashes of a copied database.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { identityKeyFile } from './data-dir.ts'
import { damagedKeyFile } from './storage-fault.ts'

const BYTES = 32

/** @throws StorageError if the file is damaged */
export const openIdentityKey = (dataDir: string): Buffer => {
  const file = identityKeyFile(dataDir)
  if (!existsSync(file)) make(file)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
  if (key.length !== BYTES) throw damagedKeyFile(file)
  return key
}

const make = (file: string): void => {
  try {
    writeFileSync(file, randomBytes(BYTES).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    // A command of the operator may have made it at the same moment.
    if (!existsSync(file)) throw error
  }
}
