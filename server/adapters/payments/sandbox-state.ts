/** The sandbox's record of one payment, and its changes by the payer's choices or by time. */
import * as v from 'valibot'
import { PAYMENT_FAILURES } from '#contract/entities/money.ts'
import { PAYMENT_METHODS } from '#contract/payment-methods.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { LOCALES } from '#contract/locales.ts'
import type { ProviderState } from './provider.ts'

export const SandboxState = v.object({
  paymentId: v.string(),
  amount: v.number(),
  currency: v.string(),
  method: v.picklist(PAYMENT_METHODS),
  description: v.string(),
  locale: v.picklist(LOCALES),
  /** Path and query only, so that the payer returns to the host name they came from. */
  back: v.string(),
  sequence: v.picklist(['once', 'first', 'repeat']),
  customer: v.nullable(v.string()),
  /** The behaviour of repeated payments with this method, as the payer chose it. */
  habit: v.picklist(['pays', 'asks', 'fails']),
  status: v.picklist(['open', 'pending', 'paid', 'failed', 'cancelled']),
  failure: v.nullable(v.picklist(PAYMENT_FAILURES)),
  refunds: v.record(v.string(), v.number()),
  chargedBack: v.number(),
  createdAt: v.number(),
  /** The time from which a direct debit counts as paid; the bank debits without a further event. */
  paidAt: v.nullable(v.number()),
})
export type SandboxState = v.InferOutput<typeof SandboxState>

/** The choices on the sandbox's page. */
export const CHOICES = [
  'paid',
  'paid_asks',
  'paid_fails',
  'declined',
  'insufficient_funds',
  'card_expired',
  'cancelled',
  'pending',
  'charged_back',
  'chargeback_won',
  'refunded_half',
  'refunded_all',
] as const
export type SandboxChoice = (typeof CHOICES)[number]

/** The payer's time to choose. */
const OPEN_MS = 15 * MINUTE_MS

/** The status with the changes that time alone makes: a pending payment is paid, an unused page expires. */
export const statusAt = (state: SandboxState, now: number): ProviderState['status'] => {
  if (state.status === 'pending' && state.paidAt !== null && now >= state.paidAt) return 'paid'
  return state.status === 'open' && now >= state.createdAt + OPEN_MS ? 'expired' : state.status
}

/** The choices that the page offers now, the simplest first; empty once the payment is over. */
export const choicesAt = (state: SandboxState, now: number): SandboxChoice[] => {
  const failures: SandboxChoice[] = [
    'declined',
    'insufficient_funds',
    ...(isCard(state) ? (['card_expired'] as const) : []),
  ]
  switch (statusAt(state, now)) {
    case 'open': {
      const paid: SandboxChoice[] = state.sequence === 'first' ? ['paid', 'paid_asks', 'paid_fails'] : ['paid']
      return [...paid, ...failures, 'cancelled', 'pending']
    }
    case 'pending':
      return ['paid', ...failures]
    case 'paid':
      return state.chargedBack > 0
        ? ['chargeback_won']
        : [...(leftOf(state) > 0 ? (['refunded_half', 'refunded_all'] as const) : []), 'charged_back']
    case 'failed':
    case 'cancelled':
    case 'expired':
      return []
  }
}

/** @returns the next state, or null if the choice is not available (any more) */
export const chosen = (state: SandboxState, choice: SandboxChoice, now: number): SandboxState | null => {
  if (!choicesAt(state, now).includes(choice)) return null
  switch (choice) {
    case 'paid':
      return { ...state, status: 'paid', paidAt: now }
    case 'paid_asks':
      return { ...state, status: 'paid', paidAt: now, habit: 'asks' }
    case 'paid_fails':
      return { ...state, status: 'paid', paidAt: now, habit: 'fails' }
    case 'cancelled':
    case 'pending':
      return { ...state, status: choice }
    case 'charged_back':
      return { ...state, status: 'paid', chargedBack: state.amount }
    case 'chargeback_won':
      return { ...state, chargedBack: 0 }
    case 'refunded_half':
      return refundedBy(state, Math.ceil(leftOf(state) / 2))
    case 'refunded_all':
      return refundedBy(state, leftOf(state))
    case 'declined':
    case 'insufficient_funds':
    case 'card_expired':
      return { ...state, status: 'failed', failure: choice }
  }
}

/** The sum of all refunds, in minor units. */
export const refundedOf = ({ refunds }: SandboxState): number =>
  Object.values(refunds).reduce((sum, part) => sum + part, 0)

/** The amount that can still be refunded, in minor units. */
export const leftOf = (state: SandboxState): number => Math.max(0, state.amount - refundedOf(state) - state.chargedBack)

/** A refund as an operator makes it at the provider's own desk. */
const refundedBy = (state: SandboxState, amount: number): SandboxState => ({
  ...state,
  status: 'paid',
  refunds: { ...state.refunds, [`desk ${Object.keys(state.refunds).length}`]: amount },
})

const CARDS = new Set(['creditcard', 'visa', 'mastercard', 'maestro', 'cartebancaire', 'postepay', 'nexi', 'applepay'])

export const isCard = ({ method }: Pick<SandboxState, 'method'>): boolean => CARDS.has(method)
