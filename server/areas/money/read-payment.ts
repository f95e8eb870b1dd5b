/** Reads a payment and asks the provider while it is open; and lets its payer cancel it [PAY-5]. */
import { isOpen } from '#contract/rules/payment-state.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { movePayment } from './move-payment.ts'
import type { PaymentRow } from './payment-queries.ts'
import { orPaymentUnavailable } from './place-order.ts'
import { settle } from './settle.ts'
import { isFindingOut } from './unanswered.ts'

export const readPayment = async (deps: Deps, member: number, id: string): Promise<PaymentRow | Refusal> => {
  const payment = await ownPayment(deps, member, id)
  if (!payment) return refuse('not_found')
  // Callers over the rate limit get the stored state.
  if (!isOpen(payment.status) || (await deps.bus.use('payment_state', member))) return payment
  return (await settle(deps, id).catch(orPaymentUnavailable))?.payment ?? payment
}

/** A payment that was paid meanwhile stays paid, and a later confirmation by the provider counts too. */
export const cancelPayment = async (deps: Deps, member: number, id: string): Promise<PaymentRow | Refusal> => {
  const payment = await ownPayment(deps, member, id)
  if (!payment) return refuse('not_found')
  // The payment may have been charged. If it were cancelled now, another order could charge a second time.
  if (!isOpen(payment.status) || isFindingOut(payment)) return payment
  if (payment.reference !== null) await cancelAtProvider(deps, payment).catch(orPaymentUnavailable)
  return deps.write(async (tx) => {
    const row = (await tx.payments.byId(id)) ?? payment
    return isOpen(row.status) && !isFindingOut(row)
      ? movePayment(tx, row, { to: 'cancelled', by: 'member', at: deps.now() })
      : row
  })
}

/**
 * Asks the provider to end a payment, then reads its state.
 * @throws PaymentUnavailable
 */
export const cancelAtProvider = async (deps: Deps, { id, status, reference }: PaymentRow): Promise<void> => {
  if (isOpen(status) && reference !== null) await deps.payments.cancel(reference)
  await settle(deps, id)
}

/** Another member's payment counts as missing. */
const ownPayment = async ({ read }: Deps, member: number, id: string): Promise<PaymentRow | null> => {
  const payment = await read.payments.byId(id)
  return payment?.userId === member ? payment : null
}
