/** The refund that a withdrawal from a payment gives now, or gave when it was declared [PAY-11]. */
import type { Withdrawal } from '#contract/entities/money.ts'
import { withdrawableUntil, withdrawalOf } from '#contract/rules/withdrawal.ts'
import type { PaymentRow } from './payment-queries.ts'

/** @returns null if there is nothing to withdraw from: never paid, or refunded in another way */
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
