/** Gives back through the provider what a withdrawal owes to the member [PAY-11]; the same key is the same refund. */
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'

export const paymentsRefund =
  ({ read, payments }: Pick<Deps, 'read' | 'payments'>) =>
  async ({ payment: id }: JobPayload<'payments.refund'>): Promise<void> => {
    const payment = await read.payments.byId(id)
    if (!payment || payment.refunded === null || payment.reference === null) return
    // Tried again until the provider that has the money is there: what is owed is not given up.
    if (payment.provider !== payments.name) throw new Error('It was paid through another provider')
    const { refunded: amount, currency } = payment
    await payments.refund(payment.reference, { amount, currency }, `withdrawal-${id}`)
  }
