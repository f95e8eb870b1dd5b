/** Buying [PAY-5], [PAY-6]: an order becomes one payment, and the payer is sent to the checkout. */
import * as v from 'valibot'
import type { Payment, PaymentMethod } from '#contract/entities/money.ts'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { ClientId, Timestamp } from '#contract/fields.ts'
import { HOUR_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { isOpen, UNPAID_ENDS } from '#contract/rules/payment-state.ts'
import type { Answer, call } from '../../ports/api.ts'
import type { TextStore } from '../../ports/text-store.ts'
import type { NewPrice, Order } from './order.ts'
import { BEGUN_PREFIX } from './purchase-storage.ts'

export type PaymentOutcome =
  /** The payer continues at the provider's checkout. */
  | { kind: 'checkout'; payment: Payment; url: string }
  /** The payer has nothing to do: show the status. */
  | { kind: 'status'; payment: Payment }
  /** Nothing was bought, because the price has changed. */
  | { kind: 'price'; now: NewPrice }
  /** No answer arrived: the same tap again is the same payment. */
  | { kind: 'unsure' }
  | { kind: 'refused'; error: ErrorBody }

type Ports = {
  call: typeof call
  newId: () => string
  now: () => number
  store: TextStore
  /** The request beside the button [PAY-11]. */
  begin: () => { version: string; language: Locale }
}

/** How an order is paid: with a chosen method, or with the stored one. */
export type PaymentChoice =
  | { method: PaymentMethod; remember: boolean; repeat?: false }
  | { method: PaymentMethod; repeat: true }

export const pay = async (order: Order, how: PaymentChoice, ports: Ports): Promise<PaymentOutcome> => {
  const { call, newId, now, store, begin } = ports
  const repeat = how.repeat === true
  const remember = how.repeat !== true && how.remember
  const { package: id, price, currency, code } = order
  const wanted = { ...order, method: how.method, remember, repeat }
  const begun = begunPaymentId(store, wanted, now())
  const clientId = begun ?? beginAttempt(store, wanted, newId(), now())
  const body = {
    client_id: clientId,
    package: id,
    price,
    currency,
    ...(code === null ? {} : { code }),
    begin: begin(),
  }
  const answer = repeat
    ? await call('payments.repeat', { body })
    : await call('payments.create', { body: { ...body, method: how.method, remember } })
  const outcome = outcomeOf(answer)
  if (outcome.kind === 'price' || (outcome.kind === 'refused' && !SAYS_NOTHING.has(outcome.error.error)))
    dropAttempt(store, clientId)
  if (begun === null || outcome.kind !== 'status' || !NOTHING_BOUGHT.has(outcome.payment.status)) return outcome
  // This tap found an older payment that ended without a purchase, perhaps in another tab, so it begins a new one.
  dropAttempt(store, begun)
  return pay(order, how, ports)
}

/** Refusals from before the server looks at the payment: an earlier request may still have made it. */
const SAYS_NOTHING: ReadonlySet<ErrorCode> = new Set(['authentication_required', 'rate_limited', 'server_busy'])

const NOTHING_BOUGHT: ReadonlySet<Payment['status']> = new Set(UNPAID_ENDS)

const NOT_HEARD: ReadonlySet<ErrorCode> = new Set([
  'network_unavailable',
  'server_error',
  'server_full',
  'shutting_down',
])

export const outcomeOf = (answer: Answer<'payments.create'>): PaymentOutcome => {
  if (!answer.ok) {
    const { error } = answer
    if (error.error === 'price_changed') return { kind: 'price', now: error }
    return NOT_HEARD.has(error.error) ? { kind: 'unsure' } : { kind: 'refused', error }
  }
  const { payment } = answer.data
  return payment.checkout_url !== null && isOpen(payment.status)
    ? { kind: 'checkout', payment, url: payment.checkout_url }
    : { kind: 'status', payment }
}

/**
 * A payment that was begun. Repeated taps on its button are one payment: in every tab, and also
 * after a lost answer, a reload or a restart. Another order (price, method, code) is another payment, and so is a tap an hour
 * later: by then the balance shows what was bought. Deleted at logout [PWA-11].
 */
const BegunPayment = v.object({ id: ClientId, order: v.string(), at: Timestamp })

/** `remember` and `repeat` belong to the order, because the payer agreed to them. */
export type PaymentWish = Order & { method: PaymentMethod; remember: boolean; repeat: boolean }

/** @returns the id under which this order was begun, or null */
export const begunPaymentId = (store: TextStore, wanted: PaymentWish, now: number): string | null => {
  const begun = load(store, BEGUN_PREFIX + wanted.package)
  return begun?.order === keyOf(wanted) && Math.abs(now - begun.at) < HOUR_MS ? begun.id : null
}

export const beginAttempt = (store: TextStore, wanted: PaymentWish, id: string, at: number): string => {
  store.set(BEGUN_PREFIX + wanted.package, JSON.stringify({ id, order: keyOf(wanted), at }))
  return id
}

/** The outcome of this payment is known: the next tap begins another one. */
export const dropAttempt = (store: TextStore, id: string): void => {
  for (const key of store.keys(BEGUN_PREFIX)) if (load(store, key)?.id === id) store.remove(key)
}

const keyOf = ({ price, currency, code, method, remember, repeat }: PaymentWish): string =>
  [price, currency, code ?? '', method, remember ? 'remember' : '', repeat ? 'repeat' : ''].join(' ')

const load = (store: TextStore, key: string): v.InferOutput<typeof BegunPayment> | null => {
  const parsed = v.safeParse(BegunPayment, store.getJson(key))
  return parsed.success ? parsed.output : null
}
