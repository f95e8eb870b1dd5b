/**
 * The id of a payment that was begun. Repeated taps on its button are one payment, also after a reload or a lost
 * answer. Another order (package, price, method, code) is another payment. Deleted at logout [PWA-11].
 */
import * as v from 'valibot'
import type { PaymentMethod } from '#contract/entities/money.ts'
import { ClientId } from '#contract/fields.ts'
import type { Order } from './order.ts'

const KEY = 'payment-begun'

const Begun = v.object({ id: ClientId, order: v.string() })

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `remember` and `repeat` belong to the order, because the payer agreed to them. */
export type Wanted = Order & { method: PaymentMethod; remember: boolean; repeat: boolean }

/** @param newId makes an id if this order was not begun yet */
export const attemptFor = (store: () => Store, wanted: Wanted, newId: () => string): string => {
  const order = keyOf(wanted)
  const begun = load(store)
  if (begun?.order === order) return begun.id
  const id = newId()
  save(store, JSON.stringify({ id, order }))
  return id
}

/** The outcome is known: the next tap begins another payment. */
export const dropAttempt = (store: () => Store): void => {
  try {
    store().removeItem(KEY)
  } catch {
    // A browser that refuses the removal has stored nothing either.
  }
}

/** `sessionStorage` is separate for each tab: orders in two tabs are two payments. */
export const tabStore = (): Storage => sessionStorage

const keyOf = ({ package: id, price, currency, code, method, remember, repeat }: Wanted): string =>
  [id, price, currency, code ?? '', method, remember ? 'remember' : '', repeat ? 'repeat' : ''].join(' ')

const load = (store: () => Store): v.InferOutput<typeof Begun> | null => {
  try {
    const parsed = v.safeParse(Begun, JSON.parse(store().getItem(KEY) ?? 'null'))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

const save = (store: () => Store, text: string): void => {
  try {
    store().setItem(KEY, text)
  } catch {
    // Without storage only this page knows the id.
  }
}
