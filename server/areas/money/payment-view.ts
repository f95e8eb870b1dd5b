/** A payment as its member sees it. */
import type { Payment } from '#contract/entities/money.ts'
import { isOpen } from '#contract/rules/payment-state.ts'
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
