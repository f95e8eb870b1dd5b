/** What withdrawing from a payment would give back now, or gave back then [PAY-11]. */
import type { Withdrawal } from '#contract/entities/money.ts'
import { withdrawableUntil, withdrawalOf } from '#contract/rules/withdrawal.ts'
import type { PaymentRow } from './payment-queries.ts'

/** @returns null where there is nothing to withdraw from: not paid, or gone back another way */
export const withdrawalFrom = (
  payment: PaymentRow,
  /** Credits of this payment that are still there. */
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
  // What went back already lowered the price of what is left.
  const back = withdrawalOf({ credits, amount: payment.amount - payment.refundedThere }, unspent)
  // Where nothing comes back there is nothing to gain by it, and Premium to lose.
  return { until, possible: now < until && back.refund > 0, ...back, declared_at: null }
}
