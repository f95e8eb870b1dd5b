/**
 * The state machine of a payment [PAY-5]. Reports of a provider may arrive late, twice or out of order: a report that
 * is no valid transition is ignored. Money that arrives late still counts, even after a failure.
 */
import type { PaymentStatus } from '../entities/money.ts'

const NEXT_STATUSES: Record<PaymentStatus, readonly PaymentStatus[]> = {
  created: ['pending', 'completed', 'failed', 'cancelled', 'expired'],
  pending: ['completed', 'failed', 'cancelled', 'expired'],
  failed: ['completed'],
  cancelled: ['completed'],
  expired: ['completed'],
  completed: ['refunded', 'charged_back'],
  refunded: ['charged_back'],
  // A chargeback that is won leads back to the status before it.
  charged_back: ['completed', 'refunded'],
}

/** The ends of a payment that was not paid. */
export const UNPAID_ENDS = ['failed', 'cancelled', 'expired'] as const satisfies PaymentStatus[]

/** Whether a payment may change from one status to another: webhooks may come late or out of order [PAY-5]. */
export const canBecome = (from: PaymentStatus, to: PaymentStatus): boolean => NEXT_STATUSES[from].includes(to)

/** Whether the payment can still complete without a new attempt of the payer. */
export const isOpen = (status: PaymentStatus): boolean => status === 'created' || status === 'pending'
