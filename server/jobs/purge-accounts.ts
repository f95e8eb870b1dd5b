/** Erases accounts whose 14 days are over [ACC-12], one after another, within the hour, and evidence that is not held any longer [DESK-6]. */
import { DAY_MS, HOUR_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import { purge } from '../areas/leaving/purge.ts'
import { endHolds } from '../areas/safety/evidence.ts'
import type { Deps } from '../deps.ts'
import { photoSweep } from './photo-sweep.ts'

const BATCH = 20

export const purgeAccounts = (deps: Deps) => async (): Promise<number> => {
  const until = deps.safeNow() - REACTIVATION_DAYS * DAY_MS
  const failed = new Set<number>()
  const nextBatch = async (): Promise<number[]> =>
    // Members that failed stay due, so the batch must reach past them.
    (await deps.read.leaving.due(until, BATCH + failed.size)).filter((member) => !failed.has(member))
  for (let due = await nextBatch(); due.length > 0; due = await nextBatch()) {
    for (const member of due) {
      try {
        await purge(deps, member)
      } catch (error) {
        failed.add(member)
        deps.log.error({ err: error, member }, 'an account was not erased, trying again in an hour')
      }
    }
  }
  await endHolds(deps)
  // The files are removed together with their rows, not some time later.
  await photoSweep(deps)()
  return deps.now() + HOUR_MS
}
