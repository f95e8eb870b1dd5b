/** Begins a payment, once for each id of the payer's device [PAY-4], [PAY-5]. */
import { MINUTE_MS } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { debitSigned } from './direct-debit-mandate.ts'
import { offeredMethods } from './methods.ts'
import type { PaymentRow } from './payment-queries.ts'
import { placeOrder, type Payer } from './place-order.ts'
import { priceOfOrder } from './price-of-order.ts'
import { cancelPayment } from './read-payment.ts'
import { writePayment, type Purchase } from './write-payment.ts'

/** Providers forget which orders they were told: after this a payment they have not answered about is told no more. */
export const TOLD_AGAIN_MS = 30 * MINUTE_MS

/** By a payment page, or by bank transfer; a direct debit has a form of its own [PAY-10]. */
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

/** One tap with the stored method [PAY-6]. */
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
  const priced = await priceOfOrder(deps.read, deps.settings(), member, purchase, deps.now())
  if (isRefusal(priced)) return priced
  if (!(await offeredMethods(deps, priced, priced.amount)).includes(purchase.method))
    return refuse(purchase.repeated ? 'no_stored_method' : 'method_unavailable')
  if (priced.discount) await giveUpOthers(deps, member, priced.discount.code)
  const who = { provider: deps.payments.name, member, at: deps.now() }
  const payment = await deps.write((tx) => writePayment(tx, deps, who, purchase))
  return isRefusal(payment) ? payment : resume(deps, payment)
}

/** A discount is had once: what waits at a payment page with the same one makes room [PAY-7]. */
export const giveUpOthers = async (deps: Deps, member: number, code: string): Promise<void> => {
  for (const { id } of await deps.read.payments.atPage(member, code)) await cancelPayment(deps, member, id)
}

/** A payment the provider has not answered about is told to it (again); any other stays as it is. */
export const resume = async (deps: Deps, payment: PaymentRow): Promise<PaymentRow | Refusal> => {
  if (payment.status !== 'created' || payment.reference !== null) return payment
  if (deps.now() - payment.createdAt > TOLD_AGAIN_MS) return payment
  if (isFormDebit(payment)) return debitSigned(deps, payment)
  const payer = await payerOf(deps, payment)
  return payer ? placeOrder(deps, payment, payer) : payment
}

/** Paid by the form of a direct debit [PAY-10], not with a stored account. */
const isFormDebit = ({ method, repeated }: PaymentRow): boolean => method === 'directdebit' && !repeated

/** @returns null where its mandate is gone */
const payerOf = async ({ read }: Deps, payment: PaymentRow): Promise<Payer | null> => {
  const found = await read.payments.storedMethod(payment.userId)
  const stored = found?.provider === payment.provider ? found : undefined
  if (payment.repeated) return stored ? { customer: stored.customer, mandate: stored.mandate } : null
  return stored && payment.remember ? { customer: stored.customer } : {}
}
