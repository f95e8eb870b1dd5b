/**
 * Gives back through the provider what a withdrawal owes to the member [PAY-11]. The same key is the same refund, so an
 * answer that is lost is asked for again and pays nothing twice. Together with what was refunded at the provider it is
 * never more than was paid.
 */
import type { Deps } from '../deps.ts'
import { orUnavailable } from '../areas/money/place-order.ts'
import { settle } from '../areas/money/settle.ts'
import type { PaymentProvider } from '../adapters/payments/provider.ts'
import type { JobPayload } from './kinds.ts'

export const paymentsRefund =
  (deps: Deps) =>
  async ({ payment: id }: JobPayload<'payments.refund'>): Promise<void> => {
    const { read, payments, log } = deps
    const payment = await read.payments.byId(id)
    if (!payment || payment.refunded === null || payment.reference === null) return
    // Tried again until the provider that has the money is there: what is owed is not given up.
    if (payment.provider !== payments.name) throw new Error('It was paid through another provider')
    const { refunded, currency } = payment
    const amount = Math.min(refunded, await leftToRefund(payments, payment.reference, payment.amount))
    if (amount < refunded) log.warn({ payment: id }, 'a part was paid back already, refunding the rest')
    if (amount > 0) await payments.refund(payment.reference, { amount, currency }, `withdrawal-${id}`)
    // So that the member reads that it is paid back; the webhook says the same.
    await settle(deps, id).catch(orUnavailable)
  }

/** After a lost answer our own refund is among those made; asked for again it is found by its key. */
const leftToRefund = async (payments: PaymentProvider, reference: string, paid: number): Promise<number> => {
  const state = await payments.read(reference)
  return state ? Math.max(0, state.amount - state.refunded - state.chargedBack) : paid
}
