/** Counts the daily numbers every night [DESK-13]. */
import { countRecentDays } from '../areas/desk/numbers.ts'
import type { Deps } from '../deps.ts'
import { COUNT_HOUR, nextAtHour } from './recurring.ts'

export const numbersCount = (deps: Deps) => async (): Promise<number> => {
  const now = deps.now()
  await countRecentDays(deps, now, (await deps.read.operations.numbersCounted()) ?? null)
  await deps.write((tx) => tx.operations.setNumbersCounted(now))
  return nextAtHour(COUNT_HOUR, now)
}
