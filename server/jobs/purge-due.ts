/** Deletes what is due: accounts, evidence, visitors' letters, the files of photos, and payments after their legal retention. */
import { DAY_MS, HOUR_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import { purgeAll } from '../areas/leaving/purge.ts'
import { endHolds } from '../areas/safety/evidence.ts'
import type { Deps } from '../deps.ts'
import { nextRun } from './recurring.ts'

const ACCOUNTS_AT_ONCE = 20
/** Between two pages of accounts requests have their turn. */
const PAUSE_MS = 5

/** After the answer: as long as a dispute about it may still begin. */
const VISITORS_LETTERS_KEPT_DAYS = 1095

/** Erases accounts whose 14 days are over [ACC-12], one after another, within the hour, and evidence that is not held any longer [DESK-6]. */
export const purgeAccounts = (deps: Deps) => async (): Promise<number> => {
  const until = deps.safeNow() - REACTIVATION_DAYS * DAY_MS
  const failed = new Set<number>()
  const nextBatch = async (): Promise<number[]> =>
    // Members that failed stay due, so the batch must reach past them.
    (await deps.read.leaving.due(until, ACCOUNTS_AT_ONCE + failed.size)).filter((member) => !failed.has(member))
  for (let due = await nextBatch(); due.length > 0; due = await nextBatch()) {
    await purgeAll(deps, due, (member, error) => {
      failed.add(member)
      deps.log.error({ err: error, member }, 'an account was not erased, trying again within the hour')
    })
  }
  await endHolds(deps)
  const answeredBefore = deps.safeNow() - VISITORS_LETTERS_KEPT_DAYS * DAY_MS
  await deps.write((tx) => tx.leaving.overwriting(() => tx.leaving.eraseAnsweredVisitors(answeredBefore)))
  // The files are removed together with their rows, not some time later.
  await photoSweep(deps)()
  // The job itself must fail: an alert and `npm run jobs` see jobs, not the log.
  if (failed.size > 0) throw new Error(`${failed.size} accounts were not erased`)
  return deps.now() + HOUR_MS
}

const FILES_AT_ONCE = 100

/** Removes the files of photos that no row references any more: deleted photos, and uploads that never finished. */
export const photoSweep =
  ({ read, write, photos, now }: Pick<Deps, 'read' | 'write' | 'photos' | 'now'>) =>
  async (): Promise<void> => {
    for (;;) {
      const hashes = await read.photos.filesToDelete(now(), FILES_AT_ONCE)
      if (hashes.length === 0) return
      for (const hash of hashes) {
        // Photos from before files had keys of their own may share files.
        if (!(await read.photos.isUsed(hash))) await photos.remove(hash)
        await write((tx) => tx.photos.forgetDeletion(hash))
      }
    }
  }

/**
 * Deletes payments and ledger entries of erased accounts at the end of their legal retention: `RETENTION_YEARS` full
 * years after the year of the last booking. Those of existing accounts stay, because Premium and the balance depend on
 * them.
 */
export const moneyRetention =
  ({
    read,
    write,
    env,
    log,
    now,
    safeNow,
    pause,
  }: Pick<Deps, 'read' | 'write' | 'env' | 'log' | 'now' | 'safeNow' | 'pause'>) =>
  async (): Promise<number> => {
    const before = retentionStart(safeNow(), env.RETENTION_YEARS)
    const total = { payments: 0, entries: 0 }
    for (let last: number | null = 0; last !== null; await pause(PAUSE_MS)) {
      const page = await read.leaving.withOldMoney(before, last)
      for (const member of page.members) {
        total.payments += await untilNone(() => write((tx) => tx.leaving.eraseOldPayments(member, before)))
        total.entries += await untilNone(() => write((tx) => tx.leaving.eraseOldLedger(member, before)))
      }
      last = page.last
    }
    if (total.payments + total.entries > 0) log.info(total, 'payments and ledgers past their retention were deleted')
    return nextRun('money.retention', now())
  }

/** Bookings from this moment on must be kept: 1 January, UTC. */
export const retentionStart = (now: number, years: number): number =>
  Date.UTC(new Date(now).getUTCFullYear() - years, 0, 1)

/** Repeats a batch until it finds nothing. @returns the sum */
const untilNone = async (batch: () => Promise<number>): Promise<number> => {
  let total = 0
  for (let found = await batch(); found > 0; found = await batch()) total += found
  return total
}
