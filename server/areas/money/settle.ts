/**
 * The only place where a provider's answer moves a payment [PAY-5]. The server always asks the provider, regardless of
 * who reported a change. An answer about another payment or another amount changes nothing.
 */
import type { PaymentStatus } from '#contract/entities/money.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import type { ProviderState } from '../../adapters/payments/provider.ts'
import type { Deps, Tx } from '../../deps.ts'
import { announce } from '../feed/announce.ts'
import { bookChanges } from './book.ts'
import { endChargeback, movePayment } from './move-payment.ts'
import type { PaymentRow } from './payment-queries.ts'
import { takenByBank } from './payment-view.ts'
import { storeMethodOf } from './methods.ts'
import { NO_PAYER } from './unanswered.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { reservedCodes } from './terms.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now' | 'payments' | 'log' | 'at'>

type SettledPayment = {
  payment: PaymentRow
  /** The provider's final answer: the payment does not change on its own any more. */
  isOver: boolean
}

/**
 * @throws PaymentUnavailable if the provider does not answer
 * @returns null if there is nothing to ask about
 */
export const settle = async (deps: Needs, id: string): Promise<SettledPayment | null> => {
  const payment = await deps.read.payments.byId(id)
  if (!payment || payment.reference === null || payment.provider !== deps.payments.name) return null
  const readAt = deps.now()
  const state = await deps.payments.read(payment.reference)
  if (state === null) {
    deps.log.error({ payment: id }, 'the provider does not know a payment, it stays unchanged')
    return { payment, isOver: false }
  }
  const moved = state.paymentId === id ? await applyProviderState(deps, state, readAt) : null
  if (moved) return { payment: moved, isOver: isOver(state) }
  return { payment, isOver: false }
}

/**
 * @param readAt the time of the request to the provider
 * @returns the current payment of the answer, or null if the answer fits none of ours
 */
export const applyProviderState = async (
  deps: Needs,
  state: ProviderState,
  readAt: number,
): Promise<PaymentRow | null> => {
  const taken = await deps.write(async (tx): Promise<AppliedState> => {
    const payment = await tx.payments.byId(state.paymentId)
    const wrong = whatIsWrong(deps, payment, state)
    if (!payment || wrong !== null) return { wrong }
    const { settings } = deps.at(payment.domain)
    const known = await withRefunds(tx, payment, state, { readAt, now: deps.now() })
    const moved = await follow(tx, { settings, now: deps.now }, known, state)
    return { moved: await bookChanges(tx, payment, moved, { company: settings().company, at: deps.now() }) }
  })
  if ('moved' in taken) return taken.moved
  // Both numbers lead to the payment on the provider's pages, also where a restore has lost it here.
  const { paymentId: payment, reference, status } = state
  deps.log.error(
    { payment, reference, status, ...taken },
    'the answer of the provider does not match the payment, ignoring it',
  )
  return null
}

type AppliedState = { moved: PaymentRow } | { wrong: string | null }

const whatIsWrong = (
  { payments: { name } }: Needs,
  payment: PaymentRow | undefined,
  state: ProviderState,
): string | null => {
  if (!payment) return 'unknown'
  if (payment.provider !== name) return 'provider'
  // An order whose answer was lost has no reference yet; its payment id identifies it.
  if (payment.reference !== null && payment.reference !== state.reference) return 'reference'
  if (payment.amount !== state.amount) return 'amount'
  if (payment.currency !== state.currency) return 'currency'
  return null
}

/** At most this far the clocks of several servers are apart. */
const CLOCKS_DIFFER_MS = MINUTE_MS

/** If two answers overtake each other, the later question counts. A refund or chargeback can also be cancelled. */
const withRefunds = async (
  tx: Tx,
  payment: PaymentRow,
  { refunded, chargedBack }: ProviderState,
  { readAt, now }: { readAt: number; now: number },
): Promise<PaymentRow> => {
  const { readThereAt, refundedThere, chargedBackThere } = payment
  // A later stored time is from before the clock was put back, so it says nothing about the order [OPS-14].
  const isOrdered = readThereAt !== null && readThereAt <= now + CLOCKS_DIFFER_MS
  // If two answers were asked for in the same millisecond, the one with more taken back is newer: nobody cancels that in that time.
  const isLess = refunded < refundedThere || chargedBack < chargedBackThere
  if (isOrdered && (readAt < readThereAt || (readAt === readThereAt && isLess))) return payment
  if (refunded !== refundedThere || chargedBack !== chargedBackThere) await announce(tx, payment.userId, 'user', 0)
  return tx.payments.change(payment.id, {
    refundedThere: refunded,
    chargedBackThere: chargedBack,
    // The provider now reports what the desk had entered.
    chargedBackWon: Math.min(payment.chargedBackWon, chargedBack),
    readThereAt: readAt,
  })
}

const follow = async (
  tx: Tx,
  { settings, now }: Pick<Deps, 'settings' | 'now'>,
  before: PaymentRow,
  state: ProviderState,
): Promise<PaymentRow> => {
  const at = now()
  const { reference, failure, mandate } = state
  let payment = before
  if (payment.reference === null) payment = await tx.payments.change(payment.id, { reference, ...NO_PAYER })
  if (hasEnded(state) && !payment.endedThere) payment = await tx.payments.change(payment.id, { endedThere: true })
  const unearned = payment.completedAt === null ? await whyUnearned(tx, settings(), payment) : null
  if (payment.status === 'charged_back' && state.status === 'paid' && takenByBank(payment) === 0)
    payment = await endChargeback(tx, payment, { by: 'provider', at })
  for (const to of stepsOf(payment, state)) {
    const known = to === 'failed' ? { failure: failure ?? (payment.repeated ? 'recurring_failed' : 'other') } : {}
    payment = await movePayment(tx, payment, { to, by: 'provider', at, with: known })
  }
  if (payment.status === 'pending' && payment.checkoutUrl !== state.checkoutUrl)
    payment = await tx.payments.change(payment.id, { checkoutUrl: state.checkoutUrl })
  if (before.completedAt === null && payment.status === 'completed') await storeMethodOf(tx, payment, mandate, at)
  if (unearned && payment.status === 'completed') payment = await refundWhole(tx, payment, unearned, at)
  return payment
}

/**
 * The status steps of an answer in order. `movePayment` skips those that were made before, and all of them during a
 * chargeback.
 * @param payment with the sums of the newest answer, which may be another one
 */
const stepsOf = (payment: PaymentRow, { status }: ProviderState): PaymentStatus[] => {
  if (status === 'open' || status === 'pending') return ['pending']
  if (status !== 'paid') return [status]
  const { amount, refundedThere } = payment
  return [
    'completed',
    // A partial refund by support does not change the credits, and lowers the refund of a withdrawal.
    ...(amount > 0 && refundedThere >= amount ? (['refunded'] as const) : []),
    ...(takenByBank(payment) > 0 ? (['charged_back'] as const) : []),
  ]
}

const hasEnded = ({ status }: ProviderState): boolean =>
  status === 'failed' || status === 'cancelled' || status === 'expired'

const isOver = ({ status }: ProviderState): boolean => status !== 'open' && status !== 'pending'

/** Why a payment that completes now gives its member nothing, so that all of it goes back; null for any other. */
const whyUnearned = async (
  tx: Pick<Tx, 'discounts' | 'notices'>,
  settings: SiteSettings,
  payment: PaymentRow,
): Promise<Pick<PaymentRow, 'failure'> | null> => {
  // A bank transfer may arrive after its member's account was erased [ACC-12].
  const person = await tx.notices.person(payment.userId)
  if (!person || person.status === 'deleted') return { failure: null }
  return (await isDiscountUsed(tx, settings, payment)) ? { failure: 'discount_used' } : null
}

/**
 * Whether the payment's discount was used before it completes [PAY-7]. An open order reserves its code until the provider
 * has ended it, so no second order can be paid with it. If one is paid anyway (orders of an earlier version), it is
 * completed and refunded in full at once.
 */
const isDiscountUsed = async (
  tx: Pick<Tx, 'discounts'>,
  settings: SiteSettings,
  { discountCode: code, userId }: PaymentRow,
): Promise<boolean> => {
  if (code === null) return false
  const codes = reservedCodes(settings, code)
  const { byAnyone, byBuyer } = await tx.discounts.boughtUsesOf(codes, userId)
  const isRule = codes.length > 1
  const validity = isRule ? 'once-per-user' : (await tx.discounts.byCode(code))?.validity
  return validity === 'once' ? byAnyone : validity === 'once-per-user' && byBuyer
}

const refundWhole = async (
  tx: Tx,
  payment: PaymentRow,
  { failure }: Pick<PaymentRow, 'failure'>,
  at: number,
): Promise<PaymentRow> => {
  const known = { refunded: payment.amount, failure }
  const moved = await movePayment(tx, payment, { to: 'refunded', by: 'server', at, with: known })
  await tx.jobs.add({ kind: 'payments.refund', payload: { payment: payment.id } }, at)
  return moved
}
