/** A payment, and the withdrawal from it, as their member sees them. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Payment, Withdrawal, LedgerEntry } from '#contract/entities/money.ts'
import { TRANSACTIONS_PAGE } from '#contract/limits.ts'
import { isOpen } from '#contract/rules/payment-state.ts'
import { visibilityOf, type Viewer } from '#contract/rules/visibility.ts'
import { withdrawableUntil, withdrawalOf } from '#contract/rules/withdrawal.ts'
import type { Deps } from '../../deps.ts'
import { paymentOfEntry } from './credit-lots.ts'
import type { PaymentRow } from './payment-queries.ts'
import type { EntryRow } from './transaction-queries.ts'
import { isFindingOut } from './unanswered.ts'

export const paymentFrom = (row: PaymentRow): Payment => ({
  payment_id: row.id,
  status: row.status,
  country: row.country,
  method: row.method,
  credits: row.credits,
  amount: row.amount,
  currency: row.currency,
  discount:
    row.discountCode === null ? null : { code: row.discountCode, value_percentage: row.discountPercentage ?? 0 },
  created_at: row.createdAt,
  // A chargeback that was won does not change when it was paid.
  changed_at: row.status === 'completed' ? (row.completedAt ?? row.changedAt) : row.changedAt,
  checkout_url: isOpen(row.status) ? row.checkoutUrl : null,
  failure: row.failure,
  repeated: row.repeated,
  finding_out: isFindingOut(row),
  refunded: paidBack(row),
  ...(row.refundRefusedAt !== null && { refund_refused: true }),
})

/** Minor units that the payer has got back. */
export const paidBack = ({ refundedThere, refundedOtherwise }: PaymentRow): number => refundedThere + refundedOtherwise

/** Minor units that the payer's bank has. */
export const takenByBank = ({ chargedBackThere, chargedBackWon }: PaymentRow): number =>
  chargedBackThere - chargedBackWon

/** The part of a purchase that can still be paid back. @param back the minor units that cannot */
export const unrefunded = (payment: PaymentRow, back = paidBack(payment)) => ({
  credits: payment.credits,
  amount: payment.amount - back,
  price: payment.amount,
  taken: payment.creditsTaken ?? 0,
})

/**
 * The refund that a withdrawal from a payment gives now, or gave when it was declared [PAY-11].
 * @returns null if there is nothing to withdraw from: never paid, or refunded in another way
 */
export const withdrawalFrom = (
  payment: PaymentRow,
  /** Unspent credits of this payment. */
  unspent: number,
  refundDays: number,
  now: number,
): Withdrawal | null => {
  const { status, completedAt, withdrawnAt, credits } = payment
  if (completedAt === null) return null
  const until = withdrawableUntil(completedAt, refundDays)
  if (withdrawnAt !== null) {
    const credits_unspent = payment.creditsTaken ?? 0
    return {
      until,
      possible: false,
      credits_unspent,
      credits_spent: credits - credits_unspent,
      refund: payment.refunded ?? 0,
      declared_at: withdrawnAt,
    }
  }
  if (status !== 'completed') return null
  // Partial refunds have already lowered the price of the remaining credits.
  const back = withdrawalOf(unrefunded(payment), unspent)
  // Without a refund, a withdrawal would only cost the member Premium.
  return { until, possible: now < until && back.refund > 0, ...back, declared_at: null }
}

/**
 * A member's payments and ledger, the newest first [PAY-1], [PAY-11].
 * @param before returns entries older than this id; only the first page contains the payments
 */
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
  const { reference: _reference, userId: _, ...same } = entry
  // Do not name members who have left or whom this member may not see [CHAT-9].
  return {
    ...same,
    profile: profile && isShown(relation, viewer) ? profile : null,
    payment_id: paymentOfEntry(entry),
  }
}

const isShown = ({ status, invisible, reserved, ...ties }: EntryRow['relation'], viewer: Viewer): boolean => {
  if (status === null || status === 'deleting' || status === 'deleted') return false
  const relation = { ...ties, status, invisible: invisible ?? false, reserved: reserved ?? false }
  const visibility = visibilityOf(viewer, relation)
  return visibility === 'full' || visibility === 'reserved'
}
