/** Collects the facts for the decisions in `doctor.ts`. Reads the disk and the database, changes neither. */
import { randomUUID } from 'node:crypto'
import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import { examineBucket } from '../adapters/bucket-files.ts'
import { identityKeyFile, vapidFile } from '../adapters/data-dir.ts'
import type { Queries } from '../db/queries.ts'
import { siteDatabase } from '../db/site-database.ts'
import { publicUrl, type Env } from '../env.ts'
import { settingsFrom } from '../settings.ts'
import type { DoctorFacts } from './doctor.ts'

type Options = {
  env: Env
  variables: readonly string[]
  isNewSite: boolean
  runsJobs: boolean
  log: Pick<Logger, 'warn'>
  now: number
}

export const collectFacts = async ({ log, ...given }: Options): Promise<DoctorFacts> => {
  const { env } = given
  return {
    ...given,
    bucketFault: await bucketFaultOf(env, log),
    freeBytes: freeBytesOf(env.DATA_DIR),
    isDataDirOpen: existsSync(env.DATA_DIR) && (statSync(env.DATA_DIR).mode & 0o077) !== 0,
    // The queries need this version's schema; an older database is examined again after its migration.
    ...(await siteDatabase(env).examine(async (schema, read) => ({
      schema,
      ...(read === null ? { ...NOTHING, settings: settingsFrom([], {}, log) } : await factsOfDatabase(read, env, log)),
    }))),
  }
}

const bucketFaultOf = async ({ FILES_URL }: Env, log: Pick<Logger, 'warn'>) =>
  FILES_URL === undefined ? null : examineBucket({ url: FILES_URL, log }, `visavis-probe-${randomUUID()}`)

const NOTHING = {
  kind: null,
  hasMembers: false,
  hasStaffOwner: false,
  staffWithoutFactor: 0,
  subscriptions: 0,
  hasPushKeys: false,
  identityMarks: 0,
  hasIdentityKey: false,
  lastBackup: null,
  jobsBeatAt: null,
} as const

const factsOfDatabase = async (
  { operations, site, staff, jobProcesses }: Queries,
  env: Env,
  log: Pick<Logger, 'warn'>,
) => {
  const hasDemoMember = await operations.hasDemoMember()
  return {
    settings: settingsFrom(await site.settingRows(new URL(publicUrl(env)).hostname), {}, log),
    kind: (await operations.siteKind()) ?? (hasDemoMember ? ('demo' as const) : null),
    hasMembers: await operations.hasMembers(),
    hasStaffOwner: (await staff.openOwners()) > 0,
    staffWithoutFactor: await staff.openWithoutSecondFactor(),
    subscriptions: await operations.subscriptionCount(),
    hasPushKeys:
      existsSync(vapidFile(env.DATA_DIR)) ||
      (env.SITE_KEY !== undefined && (await operations.siteKey('push')) !== null),
    identityMarks: await operations.identityMarkCount(),
    hasIdentityKey:
      existsSync(identityKeyFile(env.DATA_DIR)) ||
      (env.SITE_KEY !== undefined && (await operations.siteKey('identity')) !== null),
    lastBackup: await operations.lastBackup(),
    jobsBeatAt: await jobProcesses.lastBeat(),
  }
}

/** Free bytes for a folder that may not exist yet. */
export const freeBytesOf = (folder: string): number => {
  let existing = folder
  while (!existsSync(existing) && existing !== dirname(existing)) existing = dirname(existing)
  const { bavail, bsize } = statfsSync(existing)
  return bavail * bsize
}
