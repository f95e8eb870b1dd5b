/**
 * Deletes payments and ledger entries of erased accounts at the end of their legal retention: `RETENTION_YEARS` full
 * years after the year of the last booking. Those of existing accounts stay, because Premium and the balance depend on
 * them.
 */
import type { Deps } from '../deps.ts'
import { nextAtHour, RETENTION_HOUR } from './recurring.ts'

/** Between two pages of accounts requests have their turn. */
const PAUSE_MS = 5

type Needs = Pick<Deps, 'read' | 'write' | 'env' | 'log' | 'now' | 'safeNow' | 'pause'>

export const moneyRetention =
  ({ read, write, env, log, now, safeNow, pause }: Needs) =>
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
