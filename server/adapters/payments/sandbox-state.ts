/** What the sandbox knows of one payment, and what becomes of it by what its payer chooses or by time. */
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
  /** Path and query alone: whatever name the site is reached by, the payer comes back to it. */
  back: v.string(),
  sequence: v.picklist(['once', 'first', 'repeat']),
  customer: v.nullable(v.string()),
  /** Of the payment method as the payer set it up: how repeated payments with it go. */
  habit: v.picklist(['pays', 'asks', 'fails']),
  status: v.picklist(['open', 'pending', 'paid', 'failed', 'cancelled']),
  failure: v.nullable(v.picklist(PAYMENT_FAILURES)),
  refunds: v.record(v.string(), v.number()),
  chargedBack: v.number(),
  createdAt: v.number(),
  /** A bank debits without anyone looking on: from then on it is paid. */
  paidAt: v.nullable(v.number()),
})
export type SandboxState = v.InferOutput<typeof SandboxState>

/** What can be chosen on the page. */
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
  'refunded_half',
  'refunded_all',
] as const
export type Choice = (typeof CHOICES)[number]

/** The payer has so long to choose. */
export const OPEN_MS = 15 * MINUTE_MS

export const statusAt = (state: SandboxState, now: number): ProviderState['status'] => {
  if (state.status === 'pending' && state.paidAt !== null && now >= state.paidAt) return 'paid'
  return state.status === 'open' && now >= state.createdAt + OPEN_MS ? 'expired' : state.status
}

/** What the page offers now, the plainest first; nothing where it is over. */
export const choicesAt = (state: SandboxState, now: number): Choice[] => {
  const failures: Choice[] = ['declined', 'insufficient_funds', ...(isCard(state) ? (['card_expired'] as const) : [])]
  switch (statusAt(state, now)) {
    case 'open': {
      const paid: Choice[] = state.sequence === 'first' ? ['paid', 'paid_asks', 'paid_fails'] : ['paid']
      return [...paid, ...failures, 'cancelled', 'pending']
    }
    case 'pending':
      return ['paid', ...failures]
    case 'paid':
      return state.chargedBack > 0
        ? []
        : [...(leftOf(state) > 0 ? (['refunded_half', 'refunded_all'] as const) : []), 'charged_back']
    case 'failed':
    case 'cancelled':
    case 'expired':
      return []
  }
}

/** @returns the state after it, or null where it cannot be chosen (any more) */
export const chosen = (state: SandboxState, choice: Choice, now: number): SandboxState | null => {
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

export const refundedOf = ({ refunds }: SandboxState): number =>
  Object.values(refunds).reduce((sum, part) => sum + part, 0)

/** What can still be paid back, in minor units. */
export const leftOf = (state: SandboxState): number => Math.max(0, state.amount - refundedOf(state) - state.chargedBack)

/** As an operator does at the provider's own desk. */
const refundedBy = (state: SandboxState, amount: number): SandboxState => ({
  ...state,
  status: 'paid',
  refunds: { ...state.refunds, [`desk ${Object.keys(state.refunds).length}`]: amount },
})

const CARDS = new Set(['creditcard', 'visa', 'mastercard', 'maestro', 'cartebancaire', 'postepay', 'nexi', 'applepay'])

export const isCard = ({ method }: Pick<SandboxState, 'method'>): boolean => CARDS.has(method)
