/** Requests to the payment provider that must not get lost: to pay a refund, and to delete a stored method. */
import { MINUTE_MS } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { orUnavailable } from '../areas/money/place-order.ts'
import { settle } from '../areas/money/settle.ts'
import type { PaymentProvider } from '../adapters/payments/provider.ts'
import type { JobPayload } from './kinds.ts'
import { GiveUp, TryLater } from './loop.ts'

/**
 * Asks the provider to pay the refund of a withdrawal [PAY-11] or of the desk [DESK-12]. The same idempotency key means the same refund, so a
 * retry after a lost answer pays nothing twice. With refunds made at the provider, the sum never exceeds the payment.
 */
export const paymentsRefund =
  (deps: Deps) =>
  async ({ payment: id, refund: ordered }: JobPayload<'payments.refund'>): Promise<void> => {
    const { read, payments, log } = deps
    const payment = await read.payments.byId(id)
    const wanted = ordered === undefined ? payment?.refunded : (await read.books.refund(ordered))?.amount
    if (!payment || payment.reference === null || wanted === null || wanted === undefined) return
    // Retry until the provider that has the money is configured again: a refund is never given up.
    if (payment.provider !== payments.name) throw new Error('It was paid through another provider')
    const { currency } = payment
    const amount = Math.min(wanted, await leftToRefund(payments, payment.reference, payment.amount))
    if (amount < wanted) log.warn({ payment: id }, 'a part was paid back already, refunding the rest')
    if (amount > 0) await payments.refund(payment.reference, { amount, currency }, ordered ?? `withdrawal-${id}`)
    // The member then reads that the refund is paid; the webhook reports the same.
    await settle(deps, id).catch(orUnavailable)
  }

/** After a lost answer our own refund is in this sum; repeating the request finds it by its key. */
const leftToRefund = async (payments: PaymentProvider, reference: string, paid: number): Promise<number> => {
  const state = await payments.read(reference)
  return state ? Math.max(0, state.amount - state.refunded - state.chargedBack) : paid
}

/** Asks the provider to delete a payment method that its member removed [PAY-6]. */
export const paymentsForget =
  ({ read, payments }: Pick<Deps, 'read' | 'payments'>) =>
  async ({ provider, customer, mandate }: JobPayload<'payments.forget'>): Promise<void> => {
    if (provider !== payments.name) throw new GiveUp('It was stored with another provider')
    // A charge without an answer is looked up by its customer, so the customer must still exist.
    if (await read.payments.isChargedFrom(customer))
      throw new TryLater('The outcome of a charge from it is being found out', 10 * MINUTE_MS)
    await payments.forget({ customer, mandate })
  }
