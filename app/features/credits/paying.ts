/** Buying [PAY-5], [PAY-6]: an order becomes one payment, and the payer is sent to the checkout. */
import * as v from 'valibot'
import type { Payment, PaymentMethod } from '#contract/entities/money.ts'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { ClientId } from '#contract/fields.ts'
import type { Locale } from '#contract/locales.ts'
import { isOpen } from '#contract/rules/payment-state.ts'
import type { Answer, call } from '../../ports/api.ts'
import type { TextStore } from '../../ports/text-store.ts'
import type { NewPrice, Order } from './order.ts'

export type Outcome =
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
  store: TextStore
  /** The request beside the button [PAY-11]. */
  begin: () => { version: string; language: Locale }
}

/** How an order is paid: with a chosen method, or with the stored one. */
export type How = { method: PaymentMethod; remember: boolean; repeat?: false } | { method: PaymentMethod; repeat: true }

export const pay = async (order: Order, how: How, { call, newId, store, begin }: Ports): Promise<Outcome> => {
  const repeat = how.repeat === true
  const remember = how.repeat !== true && how.remember
  const { package: id, price, currency, code } = order
  const body = {
    client_id: attemptFor(store, { ...order, method: how.method, remember, repeat }, newId),
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
  if (outcome.kind === 'price' || outcome.kind === 'refused') dropAttempt(store)
  return outcome
}

const NOT_HEARD: ReadonlySet<ErrorCode> = new Set([
  'network_unavailable',
  'server_error',
  'server_full',
  'shutting_down',
])

export const outcomeOf = (answer: Answer<'payments.create'>): Outcome => {
  if (!answer.ok) {
    const { error } = answer
    if (error.error === 'price_changed') return { kind: 'price', now: error }
    return NOT_HEARD.has(error.error) ? { kind: 'unsure' } : { kind: 'refused', error }
  }
  if (answer.queued) return { kind: 'unsure' }
  const { payment } = answer.data
  return payment.checkout_url !== null && isOpen(payment.status)
    ? { kind: 'checkout', payment, url: payment.checkout_url }
    : { kind: 'status', payment }
}

/**
 * The id of a payment that was begun. Repeated taps on its button are one payment, also after a reload or a lost
 * answer. Another order (package, price, method, code) is another payment. Deleted at logout [PWA-11].
 */
const KEY = 'payment-begun'

const Begun = v.object({ id: ClientId, order: v.string() })

/** `remember` and `repeat` belong to the order, because the payer agreed to them. */
export type Wanted = Order & { method: PaymentMethod; remember: boolean; repeat: boolean }

/** @param newId makes an id if this order was not begun yet */
export const attemptFor = (store: TextStore, wanted: Wanted, newId: () => string): string => {
  const order = keyOf(wanted)
  const begun = load(store)
  if (begun?.order === order) return begun.id
  const id = newId()
  store.set(KEY, JSON.stringify({ id, order }))
  return id
}

/** The outcome is known: the next tap begins another payment. */
export const dropAttempt = (store: TextStore): void => store.remove(KEY)

const keyOf = ({ package: id, price, currency, code, method, remember, repeat }: Wanted): string =>
  [id, price, currency, code ?? '', method, remember ? 'remember' : '', repeat ? 'repeat' : ''].join(' ')

const load = (store: TextStore): v.InferOutput<typeof Begun> | null => {
  const parsed = v.safeParse(Begun, store.getJson(KEY))
  return parsed.success ? parsed.output : null
}
