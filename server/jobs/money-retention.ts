/**
 * Deletes payments and ledger entries of erased accounts at the end of their legal retention: `RETENTION_YEARS` full
 * years after the year of the last booking. Those of existing accounts stay, because Premium and the balance depend on
 * them.
 */
import type { Deps } from '../deps.ts'
import { nextAtHour, RETENTION_HOUR } from './recurring.ts'

export const moneyRetention =
  ({ write, env, log, now, safeNow }: Pick<Deps, 'write' | 'env' | 'log' | 'now' | 'safeNow'>) =>
  async (): Promise<number> => {
    const before = retentionStart(safeNow(), env.RETENTION_YEARS)
    const payments = await untilNone(() => write((tx) => tx.leaving.eraseOldPayments(before)))
    const ledgers = await untilNone(() => write((tx) => tx.leaving.eraseOldLedgers(before)))
    if (payments + ledgers > 0)
      log.info({ payments, ledgers }, 'payments and ledgers past their retention were deleted')
    return nextAtHour(RETENTION_HOUR, now())
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
