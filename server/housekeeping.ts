/** The work that the server repeats beside requests and jobs: it checks the clock, reads keys again, and deletes what has expired. */
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Logger } from 'pino'
import type { OlderAssets } from './adapters/older-assets.ts'
import { dropAgedCopies } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import { hashedAssets } from './http/client-files.ts'
import type { Client } from './http/documents.ts'
import { armRecurring } from './jobs/recurring.ts'
import type { SafeClock } from './operations/clock.ts'
import type { SharedKeys } from './operations/shared-keys.ts'

/** Each machine reads the shared keys this often, as often as the settings. */
const KEYS_MS = 10_000

type Needs = Pick<Deps, 'env' | 'log' | 'write' | 'now' | 'pause'> & {
  clock: SafeClock
  keys: SharedKeys | null
  hasJobs: boolean
  /** The files that this process serves, or null without any. */
  site: { olderAssets: OlderAssets; client: Pick<Client, 'files'> } | null
}

/** @returns the function that stops all of them */
export const startHousekeeping = ({ env, log, write, now, pause, clock, keys, hasJobs, site }: Needs): (() => void) => {
  const ends = [every(MINUTE_MS, () => checkClock({ clock, write, log, now }), log)]
  // `npm run keys` on another machine may have changed them.
  if (keys) ends.push(every(KEYS_MS, keys.pull, log))
  if (hasJobs) ends.push(every(DAY_MS, () => tidyUp({ write, pause }, clock.safeNow()), log))
  ends.push(every(DAY_MS, async () => dropAgedCopies(env.DATA_DIR, clock.safeNow()), log))
  // Marks the current files every day, so that their 30 days begin when the next build replaces them.
  if (site) ends.push(every(DAY_MS, () => site.olderAssets.keep(hashedAssets(site.client.files)), log))
  return () => {
    for (const end of ends) end()
  }
}

/** The operator has this long to look at jobs that failed for good, and to retry them (`npm run jobs`). */
const FAILED_JOBS_KEPT_MS = 90 * DAY_MS

/** An ended session shows the last login, and a device is known as long. */
const STAFF_SESSIONS_KEPT_MS = 180 * DAY_MS

/** A request that came meanwhile is answered between two slices. */
const PAUSE_MS = 5

/** Deletes expired data: sessions, links, orders of writes, unconfirmed direct debits, jobs that failed for good long ago. */
export const tidyUp = async ({ write, pause }: Pick<Needs, 'write' | 'pause'>, at: number): Promise<void> => {
  while (await write((tx) => tx.account.forgetExpired(at))) await pause(PAUSE_MS)
  for (let from: number | null = 0; from !== null; await pause(PAUSE_MS)) {
    const first: number = from
    from = await write((tx) => tx.account.forgetWritesBefore(at - DAY_MS, first))
  }
  await write(async (tx) => {
    await tx.directDebits.forgetUnconfirmed(at - 2 * DAY_MS)
    await tx.jobs.forgetFailed(at - FAILED_JOBS_KEPT_MS)
    await tx.staff.forgetSessionsBefore(at - STAFF_SESSIONS_KEPT_MS)
  })
}

/** Runs a task now and then periodically. @returns a function that stops it */
const every = (ms: number, task: () => Promise<void>, log: Logger): (() => void) => {
  const run = (): void =>
    void task().catch((error: unknown) => log.error({ err: error }, 'a recurring task failed, running again later'))
  run()
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}

const checkClock = async ({
  clock,
  write,
  log,
  now,
}: Pick<Needs, 'clock' | 'write' | 'log' | 'now'>): Promise<void> => {
  const wasTrusted = clock.isTrusted()
  await clock.check()
  if (clock.isTrusted() === wasTrusted) return
  if (wasTrusted)
    log.error('the clock jumped: nothing is erased by age until it is right, or npm run doctor -- --trust-clock')
  else {
    log.warn('the clock is trusted again')
    await write((tx) => armRecurring(tx, now()))
  }
}
