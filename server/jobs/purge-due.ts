/** Deletes what is due: accounts, evidence, and the files of photos. */
import { DAY_MS, HOUR_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import { purge } from '../areas/leaving/purge.ts'
import { endHolds } from '../areas/safety/evidence.ts'
import type { Deps } from '../deps.ts'

const ACCOUNTS_AT_ONCE = 20

/** Erases accounts whose 14 days are over [ACC-12], one after another, within the hour, and evidence that is not held any longer [DESK-6]. */
export const purgeAccounts = (deps: Deps) => async (): Promise<number> => {
  const until = deps.safeNow() - REACTIVATION_DAYS * DAY_MS
  const failed = new Set<number>()
  const nextBatch = async (): Promise<number[]> =>
    // Members that failed stay due, so the batch must reach past them.
    (await deps.read.leaving.due(until, ACCOUNTS_AT_ONCE + failed.size)).filter((member) => !failed.has(member))
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

const FILES_AT_ONCE = 100

/** Removes the files of photos that no row references any more: deleted photos, and uploads that never finished. */
export const photoSweep =
  ({ read, write, photos, now }: Pick<Deps, 'read' | 'write' | 'photos' | 'now'>) =>
  async (): Promise<void> => {
    for (;;) {
      const gone = await read.photos.gone(now(), FILES_AT_ONCE)
      if (gone.length === 0) return
      for (const hash of gone) {
        // Photos from before files had keys of their own may share files.
        if (!(await read.photos.isUsed(hash))) await photos.remove(hash)
        await write((tx) => tx.photos.isGone(hash))
      }
    }
  }
