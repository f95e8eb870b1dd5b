/**
 * The payment as a state machine [PAY-5]. What a provider reports comes late, twice and out of order: what does not lead
 * on from where a payment stands is ignored. Money that arrives after all counts, whatever was thought before.
 */
import type { PaymentStatus } from '../entities/money.ts'

const LEADS_TO: Record<PaymentStatus, readonly PaymentStatus[]> = {
  created: ['pending', 'completed', 'failed', 'cancelled', 'expired'],
  pending: ['completed', 'failed', 'cancelled', 'expired'],
  failed: ['completed'],
  cancelled: ['completed'],
  expired: ['completed'],
  completed: ['refunded', 'charged_back'],
  refunded: ['charged_back'],
  charged_back: [],
}

export const leadsTo = (from: PaymentStatus, to: PaymentStatus): boolean => LEADS_TO[from].includes(to)

/** Something may still come of it without the payer beginning anew. */
export const isOpen = (status: PaymentStatus): boolean => status === 'created' || status === 'pending'
