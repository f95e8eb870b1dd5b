/** Where a payment stands for who waits for it [PAY-5], and when it is asked for again. Pure. */
import type { Payment } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { MINUTE_MS, PAGE_PROGRESS_MS } from '#contract/limits.ts'
import { isOpen } from '#contract/rules/payment-state.ts'

export type Phase =
  /** It was just paid, or not: the answer may be there any moment. */
  | 'loading'
  /** We are processing. */
  | 'pending'
  /** The provider has not said whether it charged. */
  | 'finding_out'
  | 'completed'
  | 'failed'
  /** What was bought has been given back, or taken back by the bank. */
  | 'undone'
  /** Nobody can be asked now. */
  | 'offline'
  | 'unknown'
  /** Asking went wrong; it is asked again. */
  | 'unclear'

export type Known = {
  payment: Payment | null
  error: ErrorBody | null
  /** Ms since this screen began to wait. */
  waited: number
  /** The device was told before that the outcome is being found out. */
  isKeptUnknown?: boolean
}

export const phaseOf = ({ payment, error, waited, isKeptUnknown = false }: Known): Phase => {
  if (payment && !isOpen(payment.status)) return FINAL[payment.status]
  if (payment?.finding_out || (payment === null && isKeptUnknown && error?.error === 'network_unavailable'))
    return 'finding_out'
  if (error?.error === 'network_unavailable') return 'offline'
  if (error?.error === 'not_found') return 'unknown'
  if (waited < PAGE_PROGRESS_MS) return 'loading'
  return payment ? 'pending' : error ? 'unclear' : 'loading'
}

const FINAL: Record<Payment['status'], Phase> = {
  created: 'pending',
  pending: 'pending',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'failed',
  expired: 'failed',
  refunded: 'undone',
  charged_back: 'undone',
}

/** Nothing more will come of asking. What is not there may be on its way: it is asked for again, ever more seldom. */
export const isSettled = (payment: Payment | null): boolean => payment !== null && !isOpen(payment.status)

const FIRST_ASK_MS = 1_000
const LAST_ASK_MS = MINUTE_MS

/** How long until it is asked again after so many answers that settled nothing: 1, 1, 2, 4 … seconds, a minute at most. */
export const askAgainAfter = (answers: number): number =>
  Math.min(LAST_ASK_MS, FIRST_ASK_MS * 2 ** Math.min(Math.max(answers - 2, 0), 16))

/** What fraction of a page's progress has passed [SHELL-15]. */
export const progressAt = (waited: number): number => Math.min(1, Math.max(0, waited / PAGE_PROGRESS_MS))

export type Why = 'cancelled' | 'expired' | 'declined' | 'insufficient_funds' | 'card_expired' | 'other'

/** Why nothing was bought. */
export const whyFailed = ({ status, failure }: Pick<Payment, 'status' | 'failure'>): Why => {
  if (status === 'cancelled' || status === 'expired') return status
  return failure === null || failure === 'recurring_failed' || failure === 'discount_used' ? 'other' : failure
}

/** A stored card was refused: then another one is entered by hand [PAY-6]. */
export const isRecurringFailure = ({ status, failure, repeated }: Payment): boolean =>
  status === 'failed' && (failure === 'recurring_failed' || repeated)
