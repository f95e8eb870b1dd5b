/** Begins a payment, once per client id [PAY-4], [PAY-5]. */
import { isOpen } from '#contract/rules/payment-state.ts'
import type { Deps } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { debitSigned, orPaymentUnavailable, placeOrder, type Payer } from './place-order.ts'
import { offeredMethods } from './methods.ts'
import type { PaymentRow } from './payment-queries.ts'
import { priceOfOrder, type OrderAsked } from './price-of-order.ts'
import { cancelAtProvider } from './read-payment.ts'
import { findCharge, isFindingOut, RESEND_MAX_MS } from './unanswered.ts'
import { reservedCodes, withReservedUses } from './terms.ts'
import { mayNotBuy, writePayment, type Purchase } from './write-payment.ts'

/** For payment pages and bank transfers. Direct debits have their own form [PAY-10]. */
export const createPayment = async (
  deps: Deps,
  member: number,
  purchase: Omit<Purchase, 'repeated'>,
): Promise<PaymentRow | Refusal> => {
  const known = await deps.read.payments.byId(purchase.client_id)
  if (known) return known.userId === member ? resume(deps, known) : refuse('not_found')
  if (purchase.method === 'directdebit') return refuse('method_unavailable')
  return begin(deps, member, { ...purchase, repeated: false })
}

/** Pays with the stored method in one tap [PAY-6]. */
export const repeatPayment = async (
  deps: Deps,
  member: number,
  purchase: Omit<Purchase, 'repeated' | 'remember' | 'method'>,
): Promise<PaymentRow | Refusal> => {
  const known = await deps.read.payments.byId(purchase.client_id)
  if (known) return known.userId === member ? resume(deps, known) : refuse('not_found')
  const stored = await deps.read.payments.storedMethod(member)
  if (!stored || stored.provider !== deps.payments.name) return refuse('no_stored_method')
  return begin(deps, member, { ...purchase, method: stored.method, remember: false, repeated: true })
}

const begin = async (deps: Deps, member: number, purchase: Purchase): Promise<PaymentRow | Refusal> => {
  const refused = await refusalOf(deps, member, purchase)
  if (refused) {
    // The same request may have arrived a moment before, and its payment may hold the discount by now.
    const known = await deps.read.payments.byId(purchase.client_id)
    return known?.userId === member ? resume(deps, known) : refused
  }
  const who = { provider: deps.payments.name, member, at: deps.now() }
  const payment = await deps.write((tx) => writePayment(tx, deps, who, purchase))
  return isRefusal(payment) ? payment : resume(deps, payment)
}

const refusalOf = async (deps: Deps, member: number, purchase: Purchase): Promise<Refusal | null> => {
  const stopped = await mayNotBuy(deps.read, member)
  if (stopped) return stopped
  const shown = await freeDiscount(deps, member, purchase, deps.now())
  const priced = await priceOfOrder(withReservedUses(deps.read), deps.settings(), member, purchase, deps.now())
  if (isRefusal(priced)) return shown ?? priced
  const isOffered = (await offeredMethods(deps, priced, priced.amount)).includes(purchase.method)
  return isOffered ? null : refuse(purchase.repeated ? 'no_stored_method' : 'method_unavailable')
}

/**
 * A payer who returns from a payment page and pays in another way keeps the discount [PAY-7]. For that, the provider
 * ends the first payment. If the provider cannot end the first payment, it may still be paid: the discount stays with
 * it, and this order is refused at the discounted price.
 * @returns the refusal at the price that the member is shown, which says why nothing was freed; null if the order has that price
 */
export const freeDiscount = async (
  deps: Deps,
  member: number,
  order: OrderAsked & Pick<Purchase, 'client_id'>,
  at: number,
): Promise<Refusal | null> => {
  const settings = deps.settings()
  const shown = await priceOfOrder(deps.read, settings, member, order, at)
  if (isRefusal(shown)) return shown
  if (!shown.discount) return null
  const codes = reservedCodes(settings, shown.discount.code)
  for (const payment of await deps.read.payments.holding(member, codes)) {
    if (payment.id === order.client_id) continue
    // A direct debit that a bank already processes cannot be stopped.
    if (payment.checkoutUrl !== null || !isOpen(payment.status))
      await cancelAtProvider(deps, payment).catch(orPaymentUnavailable)
  }
  return null
}

/**
 * Sends an unanswered order to the provider again, under the same id; any other payment stays as it is. If a charge has
 * waited too long for its answer, only ask for its outcome and do not send it again.
 */
export const resume = async (deps: Deps, payment: PaymentRow): Promise<PaymentRow | Refusal> => {
  if (payment.status !== 'created' || payment.reference !== null) return payment
  const wasTold = isFindingOut(payment) && payment.payerCustomer !== null
  if (deps.now() - payment.createdAt > RESEND_MAX_MS)
    return wasTold ? ((await findCharge(deps, payment).catch(orPaymentUnavailable)) ?? payment) : payment
  if (wasTold) return placeOrder(deps, payment, notedPayer(payment))
  if (isFormDebit(payment)) return debitSigned(deps, payment)
  const payer = await payerOf(deps, payment)
  return payer ? placeOrder(deps, payment, payer) : payment
}

const notedPayer = ({ payerCustomer, payerMandate }: PaymentRow): Payer =>
  payerCustomer === null || payerMandate === null ? {} : { customer: payerCustomer, mandate: payerMandate }

/** Paid with the form of a direct debit [PAY-10], not with a stored account. */
const isFormDebit = ({ method, repeated }: PaymentRow): boolean => method === 'directdebit' && !repeated

/** @returns null if the mandate is gone */
const payerOf = async ({ read }: Deps, payment: PaymentRow): Promise<Payer | null> => {
  const found = await read.payments.storedMethod(payment.userId)
  const stored = found?.provider === payment.provider ? found : undefined
  if (payment.repeated) return stored ? { customer: stored.customer, mandate: stored.mandate } : null
  return stored && payment.remember ? { customer: stored.customer } : {}
}
