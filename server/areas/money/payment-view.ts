/** A payment, and the withdrawal from it, as their member sees them. */
import type { Payment, Withdrawal } from '#contract/entities/money.ts'
import { isOpen } from '#contract/rules/payment-state.ts'
import { withdrawableUntil, withdrawalOf } from '#contract/rules/withdrawal.ts'
import type { PaymentRow } from './payment-queries.ts'
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
  changed_at: row.changedAt,
  checkout_url: isOpen(row.status) ? row.checkoutUrl : null,
  failure: row.failure,
  repeated: row.repeated,
  finding_out: isFindingOut(row),
  refunded: row.refundedThere,
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
  const back = withdrawalOf({ credits, amount: payment.amount - payment.refundedThere }, unspent)
  // Without a refund, a withdrawal would only cost the member Premium.
  return { until, possible: now < until && back.refund > 0, ...back, declared_at: null }
}
