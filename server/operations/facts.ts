/** Collects the facts for the decisions in `doctor.ts`. Reads the disk and the database, changes neither. */
import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { Logger } from 'pino'
import { databaseFile, vapidFile } from '../adapters/data-dir.ts'
import { queryable, schemaStateOf } from '../db/database.ts'
import { queriesOn } from '../db/queries.ts'
import { publicUrl, type Env } from '../env.ts'
import { settingsFrom } from '../settings.ts'
import type { Facts } from './doctor.ts'

type Options = { env: Env; variables: readonly string[]; isNewSite: boolean; log: Pick<Logger, 'warn'>; now: number }

export const collectFacts = async ({ log, ...given }: Options): Promise<Facts> => {
  const { env } = given
  const file = databaseFile(env.DATA_DIR)
  const schema = schemaStateOf(file)
  return {
    ...given,
    schema,
    hasPushKeys: existsSync(vapidFile(env.DATA_DIR)),
    freeBytes: freeBytesOf(env.DATA_DIR),
    isDataDirOpen: existsSync(env.DATA_DIR) && (statSync(env.DATA_DIR).mode & 0o077) !== 0,
    // The queries need this version's schema; an older database is examined again after its migration.
    ...(schema === 'current'
      ? await factsOfDatabase(file, env, log)
      : { ...NOTHING, settings: settingsFrom([], {}, log) }),
  }
}

const NOTHING = {
  kind: null,
  hasMembers: false,
  hasStaffOwner: false,
  staffWithoutFactor: 0,
  subscriptions: 0,
  lastBackup: null,
} as const

const factsOfDatabase = async (file: string, env: Env, log: Pick<Logger, 'warn'>) => {
  const client = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const { operations, site, staff } = queriesOn(queryable(client))
    const hasDemoMember = await operations.hasDemoMember()
    return {
      settings: settingsFrom(await site.settingRows(new URL(publicUrl(env)).hostname), {}, log),
      kind: (await operations.siteKind()) ?? (hasDemoMember ? ('demo' as const) : null),
      hasMembers: await operations.hasMembers(),
      hasStaffOwner: (await staff.openOwners()) > 0,
      staffWithoutFactor: await staff.openWithoutSecondFactor(),
      subscriptions: await operations.subscriptionCount(),
      lastBackup: await operations.lastBackup(),
    }
  } finally {
    client.close()
  }
}

/** Free bytes for a folder that may not exist yet. */
export const freeBytesOf = (folder: string): number => {
  let existing = folder
  while (!existsSync(existing) && existing !== dirname(existing)) existing = dirname(existing)
  const { bavail, bsize } = statfsSync(existing)
  return bavail * bsize
}
