/**
 * Encrypts the authenticator secrets of staff with a key in DATA_DIR, so that a copy of the database alone opens no second
 * factor [DESK-1]. The owner of a secret is authenticated with it, so that no secret serves another account.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { staffKeysFile } from './data-dir.ts'
import { damagedKeyFile } from './storage-fault.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a short text with AES-256-GCM, bound to its owner. @returns base64url */
export const sealText = (key: Buffer, text: string, owner: string): string => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** @returns the text, or null if the key or the owner is another one, or the text is damaged */
export const openText = (key: Buffer, text: string, owner: string): string | null => {
  const sealed = Buffer.from(text, 'base64url')
  if (sealed.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

export type StaffSecrets = {
  /** @param owner the account or the session that the secret belongs to */
  seal: (secret: string, owner: string) => string
  /** @returns the secret, or null if its key is lost or it belongs to another owner. A secret of an older version is plain. */
  open: (stored: string, owner: string) => string | null
  /** Whether the stored secret is encrypted with the key in use. */
  isCurrent: (stored: string) => boolean
}

const KEY_BYTES = 32
/** A plain secret is base32, which has no dot. */
const SEALED = /^s1\.([\w-]{8})\.([\w-]+)$/

const Key = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64url')),
  v.check((key) => key.length === KEY_BYTES),
)
/** The key in use first; others only while a rotation has not ended. */
const Keys = v.pipe(v.string(), v.parseJson(), v.array(Key), v.minLength(1))

const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('base64url').slice(0, 8)

/**
 * A command may replace the keys while the server runs. So the key in use is read each time, and the former ones again when a
 * secret names an unknown key.
 */
export const createStaffSecrets = (dataDir: string): StaffSecrets => {
  let keys: Buffer[] = []
  const current = (): Buffer => {
    keys = openStaffKeys(dataDir)
    const [key] = keys
    if (!key) throw new Error(`${staffKeysFile(dataDir)} has no key.`)
    return key
  }
  const keyOf = (id: string): Buffer | undefined => {
    if (keys.every((key) => idOf(key) !== id)) keys = openStaffKeys(dataDir)
    return keys.find((key) => idOf(key) === id)
  }

  return {
    seal: (secret, owner) => {
      const key = current()
      return `s1.${idOf(key)}.${sealText(key, secret, owner)}`
    },
    open: (stored, owner) => {
      const [, id, text] = SEALED.exec(stored) ?? []
      if (id === undefined || text === undefined) return stored
      const key = keyOf(id)
      return key ? openText(key, text, owner) : null
    },
    isCurrent: (stored) => SEALED.exec(stored)?.[1] === idOf(current()),
  }
}

/** @throws StorageError if the file is damaged */
export const openStaffKeys = (dataDir: string): Buffer[] => {
  const file = staffKeysFile(dataDir)
  if (!existsSync(file)) make(dataDir)
  const parsed = v.safeParse(Keys, readFileSync(file, 'utf8'))
  if (!parsed.success) throw damagedKeyFile(file)
  return parsed.output
}

const make = (dataDir: string): void => {
  mkdirSync(dataDir, { recursive: true })
  const file = staffKeysFile(dataDir)
  try {
    writeFileSync(file, textOf([randomBytes(KEY_BYTES)]), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    // A command of the operator may have made it at the same moment.
    if (!existsSync(file)) throw error
  }
}

const textOf = (keys: readonly Buffer[]): string => JSON.stringify(keys.map((key) => key.toString('base64url')))

const store = (dataDir: string, keys: readonly Buffer[]): void => {
  const file = staffKeysFile(dataDir)
  writeFileSync(`${file}.new`, textOf(keys), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

/** Puts a new key in use; the former ones still open secrets until `dropFormerStaffKeys`. */
export const addStaffKey = (dataDir: string): void => {
  store(dataDir, [randomBytes(KEY_BYTES), ...openStaffKeys(dataDir)])
}

/** Call this once every secret is encrypted with the key in use. */
export const dropFormerStaffKeys = (dataDir: string): void => {
  store(dataDir, openStaffKeys(dataDir).slice(0, 1))
}
