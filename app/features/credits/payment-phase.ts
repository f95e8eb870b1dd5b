/** The phase of a payment that a payer waits for [PAY-5], and the poll interval. Pure. */
import type { Payment } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { MINUTE_MS, PAGE_PROGRESS_MS } from '#contract/limits.ts'
import { isOpen } from '#contract/rules/payment-state.ts'
import type { Answer } from '../../ports/api.ts'
import { onceAtATime } from '../../state/once-at-a-time.ts'

export type Phase =
  /** The payer has just come back: the outcome may arrive any moment. */
  | 'loading'
  /** The provider is still processing the payment. */
  | 'pending'
  /** The provider has not confirmed whether it charged. */
  | 'finding_out'
  | 'completed'
  | 'failed'
  /** The payment was refunded, or charged back by the bank. */
  | 'undone'
  /** No network, so the status is unknown for now. */
  | 'offline'
  | 'unknown'
  /** The request failed; it is retried. */
  | 'unclear'

export type PaymentProgress = {
  payment: Payment | null
  error: ErrorBody | null
  /** Ms since this screen began to wait. */
  waited: number
  /** The device has stored that the outcome of this payment is unknown. */
  isKeptUnknown?: boolean
}

export const phaseOf = ({ payment, error, waited, isKeptUnknown = false }: PaymentProgress): Phase => {
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

/**
 * A settled payment is not polled again. A missing payment may still arrive, so polling continues at longer intervals.
 */
export const isSettled = (payment: Payment | null): boolean => payment !== null && !isOpen(payment.status)

const FIRST_ASK_MS = 1_000
const LAST_ASK_MS = MINUTE_MS

/** The interval after this many answers without an outcome: 1, 1, 2, 4 … seconds, at most a minute. */
export const pollDelay = (answers: number): number =>
  Math.min(LAST_ASK_MS, FIRST_ASK_MS * 2 ** Math.min(Math.max(answers - 2, 0), 16))

/** The fraction of a page's progress that has passed [SHELL-15]. */
export const progressAt = (waited: number): number => Math.min(1, Math.max(0, waited / PAGE_PROGRESS_MS))

export type FailureReason = 'cancelled' | 'expired' | 'declined' | 'insufficient_funds' | 'card_expired' | 'other'

/** The reason why nothing was bought. */
export const whyFailed = ({ status, failure }: Pick<Payment, 'status' | 'failure'>): FailureReason => {
  if (status === 'cancelled' || status === 'expired') return status
  return failure === null || failure === 'recurring_failed' || failure === 'discount_used' ? 'other' : failure
}

/** A stored card was refused: the payer then enters another card by hand [PAY-6]. */
export const isRecurringFailure = ({ status, failure, repeated }: Payment): boolean =>
  status === 'failed' && (failure === 'recurring_failed' || repeated)

type Ports = {
  ask: () => Promise<Answer<'payments.get'>>
  after: (ms: number, run: () => void) => () => void
  hear: (answer: Answer<'payments.get'>) => void
}

export type Follower = {
  /** Polls now: something may have happened. */
  look: () => void
  /** The page is hidden: no polling until `look`. */
  stopPolling: () => void
  stop: () => void
}

/** Polls the status of a payment until it is settled. */
export const followPayment = ({ ask, after, hear }: Ports): Follower => {
  let answers = 0
  let over = false
  let isPaused = false
  let waiting: (() => void) | undefined
  const cancel = (): void => waiting?.()
  const asking = onceAtATime(async () => {
    if (over) return
    const answer = await ask()
    if (over) return
    hear(answer)
    answers += 1
    over = answer.ok && isSettled(answer.data.payment)
    cancel()
    if (!over && !isPaused) waiting = after(pollDelay(answers), () => void asking())
  })
  return {
    look: () => {
      cancel()
      isPaused = false
      if (!over) void asking()
    },
    stopPolling: () => {
      cancel()
      isPaused = true
    },
    stop: () => {
      cancel()
      over = true
    },
  }
}
