/** A member's payments and ledger, the newest first [PAY-1], [PAY-11]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { LedgerEntry } from '#contract/entities/money.ts'
import { TRANSACTIONS_PAGE } from '#contract/limits.ts'
import { visibilityOf, type Viewer } from '#contract/rules/visibility.ts'
import type { Deps } from '../../deps.ts'
import { PAYMENT_REASONS } from './credit-lots.ts'
import { paymentFrom } from './payment-view.ts'
import type { EntryRow } from './transaction-queries.ts'

/** @param before returns entries older than this id; only the first page contains the payments */
export const listTransactions = async (
  { read }: Pick<Deps, 'read'>,
  caller: { id: number; paid: boolean },
  before: number | undefined,
): Promise<CallAnswer<'transactions.list'>> => {
  const rows = await read.transactions.entries(caller.id, before ?? Number.MAX_SAFE_INTEGER, TRANSACTIONS_PAGE + 1)
  const payments = before === undefined ? await read.transactions.payments(caller.id) : []
  const viewer: Viewer = { kind: 'member', paid: caller.paid }
  return {
    payments: payments.map(paymentFrom),
    entries: rows.slice(0, TRANSACTIONS_PAGE).map((row) => entryFrom(row, viewer)),
    has_more: rows.length > TRANSACTIONS_PAGE,
  }
}

const entryFrom = ({ entry, profile, relation }: EntryRow, viewer: Viewer): LedgerEntry => {
  const { reference, userId: _, ...same } = entry
  // Do not name members who have left or whom this member may not see [CHAT-9].
  return {
    ...same,
    profile: profile && isShown(relation, viewer) ? profile : null,
    payment_id: PAYMENT_REASONS.has(entry.reason) ? reference : null,
  }
}

const isShown = ({ status, invisible, reserved, ...ties }: EntryRow['relation'], viewer: Viewer): boolean => {
  if (status === null || status === 'deleting' || status === 'deleted') return false
  const relation = { ...ties, status, invisible: invisible ?? false, reserved: reserved ?? false }
  const visibility = visibilityOf(viewer, relation)
  return visibility === 'full' || visibility === 'reserved'
}
