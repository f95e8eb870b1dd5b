/** The first page, which the member's feed refreshes, and the earlier pages loaded so far. */
import { useState } from 'react'
import type { LedgerEntry, Payment } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../../ports/api.ts'
import { isSameDay } from '../../state/format.ts'
import { useResource } from '../../state/resource.ts'

type Transactions = {
  /** Null while they load. */
  payments: Payment[] | null
  entries: LedgerEntry[] | null
  hasMore: boolean
  error: ErrorBody | null
  loadingMore: boolean
  moreFailed: ErrorBody | null
  more: () => void
  refresh: () => Promise<void>
}

type Earlier = { entries: LedgerEntry[]; hasMore: boolean }

export const useTransactions = (): Transactions => {
  const { data, error, refresh } = useResource('transactions.list', { query: {} })
  const [earlier, setEarlier] = useState<Earlier | null>(null)
  const [loadingMore, setLoadingMore] = useState(false)
  const [moreFailed, setMoreFailed] = useState<ErrorBody | null>(null)
  const entries = data ? ledgerOf(earlier?.entries ?? [], data.entries) : null

  const loadMore = async (before: number): Promise<void> => {
    setLoadingMore(true)
    setMoreFailed(null)
    const answer = await call('transactions.list', { query: { before: String(before) } })
    setLoadingMore(false)
    if (!answer.ok) setMoreFailed(answer.error)
    else {
      const page = answer.data
      setEarlier((earlier) => ({ entries: [...(earlier?.entries ?? []), ...page.entries], hasMore: page.has_more }))
    }
  }

  return {
    payments: data?.payments ?? null,
    entries,
    hasMore: earlier?.hasMore ?? data?.has_more ?? false,
    error,
    loadingMore,
    moreFailed,
    more: () => {
      const last = entries?.at(-1)
      if (last) void loadMore(last.id)
    },
    refresh,
  }
}

type LedgerDay = { at: number; entries: LedgerEntry[] }

/** Later pages may overlap with a refetched first page: every entry appears once. */
export const ledgerOf = (...pages: readonly LedgerEntry[][]): LedgerEntry[] =>
  [...new Map(pages.flat().map((entry) => [entry.id, entry])).values()].toSorted((one, other) => other.id - one.id)

/** Groups the ledger by the days of this device, the newest first. */
export const ledgerDays = (entries: readonly LedgerEntry[]): LedgerDay[] => {
  const days: LedgerDay[] = []
  for (const entry of entries) {
    const last = days.at(-1)
    if (last && isSameDay(last.at, entry.at)) last.entries.push(entry)
    else days.push({ at: entry.at, entries: [entry] })
  }
  return days
}
