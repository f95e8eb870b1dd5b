/** Erases accounts whose 14 days are over [ACC-12], one after another, within the hour. */
import { DAY_MS, HOUR_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import { purge } from '../areas/leaving/purge.ts'
import type { Deps } from '../deps.ts'
import { photoSweep } from './photo-sweep.ts'

const BATCH = 20

export const purgeAccounts = (deps: Deps) => async (): Promise<number> => {
  const until = deps.now() - REACTIVATION_DAYS * DAY_MS
  for (let due = await deps.read.leaving.due(until, BATCH); due.length > 0;) {
    for (const member of due) await purge(deps, member)
    due = await deps.read.leaving.due(until, BATCH)
  }
  // Files go with their rows, not some time later.
  await photoSweep(deps)()
  return deps.now() + HOUR_MS
}
