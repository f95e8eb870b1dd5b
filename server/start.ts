/** Starts the server: database, jobs, app and port; and stops it in the right order. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#contract/limits.ts'
import type { Logger } from 'pino'
import { assetFolder, identityKeyFile, staffKeysFile } from './adapters/data-dir.ts'
import { openIdentityKey } from './adapters/identity-key.ts'
import { openFiles } from './adapters/open-files.ts'
import { openOlderAssets } from './adapters/older-assets.ts'
import { inboxMailer, smtpMailer } from './adapters/mail.ts'
import { openPayments } from './adapters/payments/open.ts'
import { createPasswords } from './adapters/passwords.ts'
import { createPushSender } from './adapters/push.ts'
import { openPushPost } from './adapters/push-post.ts'
import { openRandomBytes } from './adapters/random-bytes.ts'
import { openSms } from './adapters/sms.ts'
import { openStaffKeys } from './adapters/staff-secrets.ts'
import { dropFormerKeys, type VapidKeys } from './adapters/vapid.ts'
import { createApp, createJobsApp } from './app.ts'
import { openBus } from './bus/open.ts'
import { sealAllTotp } from './areas/desk/totp-secrets.ts'
import { addDemoStaff } from './areas/desk/demo-staff.ts'
import type { Db } from './db/database.ts'
import type { Engine } from './db/engine.ts'
import { siteDatabase, type SiteDatabase } from './db/site-database.ts'
import { DEMO_PASSWORD } from './seed/demo.ts'
import { makeDeps, type Deps } from './deps.ts'
import { publicUrl, type Env } from './env.ts'
import { readClientFiles } from './http/client-files.ts'
import { DESK_PATH } from './http/desk-files.ts'
import { prepareClient } from './http/documents.ts'
import { close, createHttp, listen, orPlainError } from './http/listen.ts'
import { startBeat } from './jobs/beat.ts'
import { jobHandlers, type Senders } from './jobs/handlers.ts'
import { AGE_WALK } from './jobs/kinds.ts'
import { createJobLoop, type JobLoop } from './jobs/loop.ts'
import { storeSellers } from './areas/money/book.ts'
import { armRecurring } from './jobs/recurring.ts'
import { openSafeClock } from './operations/clock.ts'
import { findingsOf, type Finding } from './operations/doctor.ts'
import { collectFacts, freeBytesOf } from './operations/facts.ts'
import { createMetrics, serveMetrics, type Metrics } from './operations/metrics.ts'
import { openSharedKeys } from './operations/shared-keys.ts'
import { watchSenders, type Reach } from './operations/reach.ts'
import { createReadiness } from './operations/readiness.ts'
import { openSettings } from './settings.ts'
import { startHousekeeping } from './housekeeping.ts'
import { pause } from './turns.ts'

export type RunningServer = {
  port: number
  /** Finishes requests in flight, then closes everything [OPS-4]. */
  stop: () => Promise<void>
}

const now = (): number => Date.now()
const FOREVER = new Promise<void>(() => undefined)

const CLIENT = join(import.meta.dirname, '../dist/client')
const DESK = join(import.meta.dirname, '../dist/desk')
/** The time for which an open tab still finds all files of its own build [PWA-10]. */
const OLD_BUILDS = { maxAgeMs: 30 * DAY_MS, maxBytes: 200_000_000 }

/** The installation is not fit to serve people; the message has one line per reason [OPS-9]. */
export class RefusedStart extends Error {}

type StartOptions = {
  /** Whether a production start may create a new, empty site. */
  isNewSite?: boolean
  /** The errors that the log has counted. */
  errors?: ReadonlyMap<string, number>
}

/**
 * @throws RefusedStart, PlainError
 */
export const startServer = async (
  env: Env,
  log: Logger,
  { isNewSite = false, errors = new Map() }: StartOptions = {},
): Promise<RunningServer> => {
  const hasJobs = env.ROLE !== 'web'
  const { lock, isExclusive, engine, db, isFilled, stopUpkeep } = await openDatabase(env, isNewSite, log)
  const read = engine.figures
  const { keys, vapid } = await openKeys(env, engine, log)
  const domain = new URL(publicUrl(env)).hostname
  const source = await openSettings({ read, domain, now, log }, { push_public_key: vapid.publicKey })
  const bus = await openBus({ env, now, log })
  const clock = await openSafeClock({
    now,
    monotonic: () => performance.now(),
    load: () => read.operations.trustedTime(),
    store: (at) => deps.write((tx) => tx.operations.setTrustedTime(at)),
  })
  const freeBytes = (): number => freeBytesOf(env.DATA_DIR)
  const photos = openFiles(env, log)
  const figures = { read, now, bus, photos, freeBytes, isClockTrusted: clock.isTrusted }
  const isReady = async (): Promise<boolean> => (await readiness()).isReady
  const servicesAway: Reach = {}
  const metrics = env.METRICS_PORT === undefined ? null : createMetrics({ ...figures, servicesAway, isReady, errors })

  // The start itself writes before there are jobs: their first kick below finds what it added.
  let jobs: JobLoop | undefined
  let areJobsOver = false
  const deps = makeDeps({
    engine,
    env,
    log,
    now,
    safeNow: clock.safeNow,
    random: openRandomBytes(),
    bus,
    ...source,
    passwords: createPasswords(),
    photos,
    openPayments: (on) => openPayments(on, (isAway) => (servicesAway.payments = isAway)),
    // A walk over all members does not meet a closed database: it ends at its next rest, and begins anew after the next start.
    pause: (ms) => (areJobsOver ? FOREVER : pause(ms)),
    // The beat of a process with jobs finds what this one adds.
    kickJobs: () => (hasJobs ? jobs?.kick() : undefined),
    ...(metrics && { measureGroup: metrics.group }),
  })
  const { lost } = await sealAllTotp(deps)
  if (lost.length > 0) log.error({ accounts: lost.length }, 'a staff key is lost: an owner has to reset these accounts')
  await prepareDesk(deps, db, isFilled)
  const senders = openSenders(env, deps, vapid)
  const beat =
    !isExclusive && hasJobs
      ? await startBeat({
          ...deps,
          monotonic: () => performance.now(),
          newWorker: randomUUID,
          kick: (kinds) => jobs?.kick(kinds),
        })
      : undefined
  jobs = createJobLoop({
    ...deps,
    worker: randomUUID(),
    ...(beat && { beat }),
    random: Math.random,
    handlers: jobHandlers(deps, watchSenders(servicesAway, senders, now)),
    ...(metrics && { measure: metrics.job }),
  })

  let isStopping = false
  const readiness = createReadiness({
    ...deps,
    ...figures,
    isStopping: () => isStopping,
  })
  const site = env.ROLE === 'jobs' ? null : openSite(env)
  const app = site
    ? createApp(deps, { ...site, readiness, ...(metrics && { measure: metrics.request }) })
    : createJobsApp(readiness)
  const http = createHttp(app, () => isStopping)
  const port = await orPlainError('', env, listen(http, env))
  const metricsServer = metrics && (await openMetricsServer(env, metrics, log))
  await prepareJobs(deps, { isExclusive, hasJobs })
  // The kick also runs jobs that a killed server left.
  if (hasJobs) jobs.kick()
  const stopHousekeeping = startHousekeeping({ ...deps, clock, keys, hasJobs, site })

  return {
    port,
    stop: async () => {
      isStopping = true
      stopHousekeeping()
      // Still serve requests until proxies have read from `/readyz` that this server stops.
      await new Promise((resolve) => setTimeout(resolve, env.DRAIN_SECONDS * 1_000))
      const closed = close(http)
      metricsServer?.close()
      bus.closeAll()
      await closed
      areJobsOver = true
      const stops = [
        ...(hasJobs ? [jobs.stop] : []),
        ...(beat ? [beat.stop] : []),
        deps.settled,
        bus.stop,
        async () => senders.mailer.close(),
        stopUpkeep,
        engine.close,
      ]
      await stopEach(stops, log)
      lock.release()
    },
  }
}

/** Stops the parts in this order. A database that is away must not keep the rest from ending, nor end the process with a stack. */
const stopEach = async (stops: readonly (() => Promise<void>)[], log: Logger): Promise<void> => {
  for (const stop of stops)
    try {
      await stop()
    } catch (error) {
      log.warn({ err: error }, 'a part did not stop cleanly, stopping the others')
    }
}

/** Examines, locks, migrates and opens the database of the site. */
const openDatabase = async (env: Env, isNewSite: boolean, log: Logger) => {
  let warnings = await examine(env, isNewSite, log)
  const database = siteDatabase(env)
  const lock = database.lock('server', now())
  const { isMigrated, copy } = await database.migrate(now(), (line) => log.info(line))
  if (isMigrated) {
    log.info({ copy }, copy === null ? 'database migrated' : 'database migrated, the old one was copied first')
    // Before the migration, the settings could not be read.
    warnings = await examine(env, false, log)
  }
  for (const { text } of warnings) log.warn({ finding: text }, 'npm run doctor warns')
  const opened = await openFilled(env, database, log)
  return { ...opened, lock, isExclusive: database.isExclusive, stopUpkeep: database.startUpkeep(log) }
}

/** The keys that the machines of a site share, and the key pair that signs pushes. */
const openKeys = async (env: Env, { read, figures }: Engine, log: Logger) => {
  const keys = openSharedKeys({ env, read, now })
  await keys?.pull()
  checkKeyFiles(env.DATA_DIR)
  const vapid = dropFormerKeys(env.DATA_DIR, await figures.operations.oldestSubscription(), now())
  await keys
    ?.push('push')
    .catch((error: unknown) => log.warn({ err: error }, 'a former push key stays until the next start'))
  return { keys, vapid }
}

/** Without this check, the first signup or login at the desk would find that a key is damaged. A new site makes each key at its first use. */
const checkKeyFiles = (dataDir: string): void => {
  if (existsSync(identityKeyFile(dataDir))) openIdentityKey(dataDir)
  if (existsSync(staffKeysFile(dataDir))) openStaffKeys(dataDir)
}

/** The senders of mail, pushes and SMS. */
const openSenders = (env: Env, { write }: Pick<Deps, 'write'>, vapid: VapidKeys): Senders => ({
  mailer: env.SMTP_URL === undefined ? inboxMailer(write, now) : smtpMailer(env.SMTP_URL, env.MAIL_FROM),
  push: createPushSender({
    vapid,
    subject: env.VAPID_SUBJECT,
    standIn: env.PUSH_STAND_IN,
    now,
    post: openPushPost({ mayBeOwn: env.PUSH_STAND_IN !== undefined }),
  }),
  sms: openSms(env, { fetch, write, now }),
})

/** The demo has staff, and a queue for them if its members were filled in just now. */
const prepareDesk = async (deps: Deps, db: Db, isFilled: boolean): Promise<void> => {
  // The made-up decisions are younger than the accounts of the staff.
  const staffSince = (): number => now() - (isFilled ? 30 * DAY_MS : 0)
  if (deps.env.MODE === 'demo') await addDemoStaff({ ...deps, now: staffSince }, DEMO_PASSWORD)
  if (!isFilled) return
  const { fillDeskQueue } = await import('./seed/desk-queue.ts')
  await fillDeskQueue(deps, db)
}

/** Recurring jobs, and what a killed process left. */
const prepareJobs = (
  { write, at, env }: Deps,
  { isExclusive, hasJobs }: { isExclusive: boolean; hasJobs: boolean },
): Promise<void> =>
  write(async (tx) => {
    // Alone on the database, every lease is of a process that died.
    if (isExclusive) await tx.jobs.release(null)
    if (hasJobs) {
      await armRecurring(tx, now())
      await tx.jobs.add(AGE_WALK, now())
    }
    await storeSellers(tx, (domain) => at(domain).settings().company)
    if (env.NODE_ENV !== 'test') await tx.operations.setSiteKind(env.MODE, now())
  })

/** The files of the app and of the desk. */
const openSite = (env: Env) => {
  const olderAssets = openOlderAssets(assetFolder(env.DATA_DIR), { now, ...OLD_BUILDS })
  const client = prepareClient(readClientFiles(env.CLIENT_DIR ?? CLIENT), olderAssets)
  return { client, desk: readClientFiles(DESK, DESK_PATH), olderAssets }
}

/**
 * Refuses a dangerous start. Tests start production servers on made-up data and are exempt.
 * @returns the warnings
 * @throws RefusedStart
 */
const examine = async (env: Env, isNewSite: boolean, log: Logger): Promise<Finding[]> => {
  if (env.NODE_ENV === 'test') return []
  const variables = Object.keys(process.env)
  const findings = findingsOf(
    await collectFacts({ env, variables, isNewSite, runsJobs: env.ROLE !== 'web', log, now: now() }),
  )
  const refusals = findings.filter(({ level }) => level === 'refusal')
  if (refusals.length > 0) throw new RefusedStart(refusals.map(({ text }) => text).join('\n'))
  return findings
}

/** Opens the database; in demo mode a database without members is filled first [OPS-1]. */
const openFilled = async (env: Env, database: SiteDatabase, log: Logger) => {
  const opened = await database.open()
  if (env.MODE !== 'demo' || !(await opened.engine.isEmpty())) return { ...opened, isFilled: false }
  if (database.file === null) {
    log.warn('DATABASE_URL is set: the demo has no members, because the seeder fills SQLite only')
    return { ...opened, isFilled: false }
  }
  await opened.engine.close()
  const { seedDatabase } = await import('./seed/seed.ts')
  await seedDatabase({
    file: database.file,
    dataDir: env.DATA_DIR,
    members: 300,
    seed: 1,
    now: now(),
    log: (text) => log.info(text),
  })
  return { ...(await database.open()), isFilled: true }
}

/** @returns null if METRICS_PORT is not set */
const openMetricsServer = async (env: Env, metrics: Metrics, log: Logger) => {
  if (env.METRICS_PORT === undefined) return null
  const server = await orPlainError('METRICS_', env, serveMetrics(metrics, env.METRICS_PORT, env.METRICS_HOST))
  log.info({ port: server.port }, 'metrics are served')
  return server
}
