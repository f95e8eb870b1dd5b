/**
 * The keys that all machines of a site need alike: push keys, staff keys and the key of banned identities. With SITE_KEY the
 * database has them, sealed, and the files of DATA_DIR are copies of this machine [OPS-8]. The copied database alone opens
 * none of them.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { identityKeyFile, staffKeysFile, vapidFile } from '../adapters/data-dir.ts'
import { openIdentityKey } from '../adapters/identity-key.ts'
import { openStaffKeys, openText, sealText } from '../adapters/staff-secrets.ts'
import { openVapidKeys } from '../adapters/vapid.ts'
import type { Queries } from '../db/queries.ts'
import { SITE_KEY_NAMES, type SiteKeyName } from '../db/schema/site.ts'
import type { Env } from '../env.ts'
import { PlainError } from '../plain-error.ts'

/** Each key's file, and the function that makes it where it is missing and checks it. */
const KEYS: Record<SiteKeyName, { file: (dataDir: string) => string; open: (dataDir: string) => unknown }> = {
  push: { file: vapidFile, open: openVapidKeys },
  staff: { file: staffKeysFile, open: openStaffKeys },
  identity: { file: identityKeyFile, open: openIdentityKey },
}

export type SharedKeys = {
  /**
   * Brings the files of this machine to what the database has. What the database lacks it gets from this machine, so the files of an
   * existing site are taken over; of machines that start together, the first one's keys stay.
   * @throws PlainError
   */
  pull: () => Promise<void>
  /** Stores a key that this machine has changed since `pull`; else does nothing. @throws PlainError if another machine was faster */
  push: (name: SiteKeyName) => Promise<void>
  /** Seals the keys of this machine with the SITE_KEY of now, over those in the database: for a new SITE_KEY. */
  replaceAll: () => Promise<void>
}

type Needs = {
  env: Pick<Env, 'DATA_DIR' | 'SITE_KEY'>
  /** Each change of a key is one statement. */
  read: Pick<Queries, 'operations'>
  now: () => number
}

/** @returns null where this machine's files are the keys */
export const openSharedKeys = ({ env: { DATA_DIR, SITE_KEY }, read, now }: Needs): SharedKeys | null => {
  if (SITE_KEY === undefined) return null
  const siteKey = Buffer.from(SITE_KEY, 'base64url')
  /** The keys as this machine last read or stored them. */
  const known = new Map<SiteKeyName, { sealed: string; text: string }>()
  const fileOf = (name: SiteKeyName): string => KEYS[name].file(DATA_DIR)
  const textOf = (name: SiteKeyName): string => readFileSync(fileOf(name), 'utf8')

  const take = async (name: SiteKeyName): Promise<string> => {
    KEYS[name].open(DATA_DIR)
    return read.operations.addSiteKey(name, sealText(siteKey, textOf(name), name), now())
  }

  const pullOne = async (name: SiteKeyName): Promise<void> => {
    const sealed = (await read.operations.siteKey(name)) ?? (await take(name))
    if (known.get(name)?.sealed === sealed) return
    const text = openText(siteKey, sealed, name)
    if (text === null)
      throw new PlainError('SITE_KEY does not open the keys in the database: set the SITE_KEY of the other machines.')
    const file = fileOf(name)
    if (!existsSync(file) || textOf(name) !== text) replaceFile(file, text)
    known.set(name, { sealed, text })
  }

  return {
    pull: async () => {
      mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 })
      for (const name of SITE_KEY_NAMES) await pullOne(name)
    },
    push: async (name) => {
      const [before, text] = [known.get(name), textOf(name)]
      if (before?.text === text) return
      const sealed = sealText(siteKey, text, name)
      if (!(await read.operations.changeSiteKey(name, before?.sealed ?? '', sealed, now())))
        throw new PlainError('Another machine changed the keys at the same moment: run this again.')
      known.set(name, { sealed, text })
    },
    replaceAll: async () => {
      for (const name of SITE_KEY_NAMES) {
        KEYS[name].open(DATA_DIR)
        await read.operations.setSiteKey(name, sealText(siteKey, textOf(name), name), now())
      }
    },
  }
}

/** A key of this machine that differs stays beside the new one: subscriptions may depend on it. */
const replaceFile = (file: string, text: string): void => {
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
  if (existsSync(file)) renameSync(file, `${file}.before`)
  renameSync(`${file}.new`, file)
}
