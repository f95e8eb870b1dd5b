/** Groups the ledger by the days of this device, the newest first. Pure. */
import type { LedgerEntry } from '#contract/entities/money.ts'
import { isSameDay } from '../../state/format.ts'

export type LedgerDay = { at: number; entries: LedgerEntry[] }

/** Later pages may overlap with a refetched first page: every entry appears once. */
export const ledgerOf = (...pages: readonly LedgerEntry[][]): LedgerEntry[] =>
  [...new Map(pages.flat().map((entry) => [entry.id, entry])).values()].toSorted((one, other) => other.id - one.id)

export const ledgerDays = (entries: readonly LedgerEntry[]): LedgerDay[] => {
  const days: LedgerDay[] = []
  for (const entry of entries) {
    const last = days.at(-1)
    if (last && isSameDay(last.at, entry.at)) last.entries.push(entry)
    else days.push({ at: entry.at, entries: [entry] })
  }
  return days
}
