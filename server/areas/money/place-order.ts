/** Tells the provider of a payment that is written down. Told again it is the same order there [PAY-5]. */
import { PaymentUnavailable, type Mandate, type Order } from '../../adapters/payments/provider.ts'
import type { Deps } from '../../deps.ts'
import { publicUrl } from '../../env.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { serverCount } from '../../texts.ts'
import { movePayment } from './move-payment.ts'
import type { PaymentRow } from './payment-queries.ts'
import { settle } from './settle.ts'

/** The customer at the provider, where there is one; with a mandate it is debited without the payer. */
export type Payer = Partial<Pick<Mandate, 'customer' | 'mandate'>>

/** @returns the payment as it then stands; `payment_unavailable` where the provider could not be told, and it failed */
export const placeOrder = async (deps: Deps, payment: PaymentRow, payer: Payer): Promise<PaymentRow | Refusal> => {
  const order = await orderOf(deps, payment, payer)
  const ordered = await deps.payments.order(order).catch(orUnavailable)
  if (ordered === null) return failUntold(deps, payment)
  const { reference, checkoutUrl } = ordered
  const stored = await deps.write(async (tx) => {
    const row = (await tx.payments.byId(payment.id)) ?? payment
    if (row.reference !== null && row.reference !== reference) return row
    // A cancelled one is told its reference too: what is paid nevertheless counts.
    const known = await tx.payments.change(row.id, { reference })
    if (known.status !== 'created') return known
    return movePayment(tx, known, { to: 'pending', by: 'server', at: deps.now(), with: { checkoutUrl } })
  })
  if (stored.status === 'cancelled') await deps.payments.cancel(reference).catch(orUnavailable)
  // Nothing is asked of the payer: it may be paid already.
  if (checkoutUrl !== null || stored.status !== 'pending') return stored
  return (await settle(deps, payment.id).catch(orUnavailable))?.payment ?? stored
}

/** The provider could not be told: nothing is charged, and the payer begins anew. */
export const failUntold = async (deps: Pick<Deps, 'write' | 'now' | 'log'>, { id }: PaymentRow): Promise<Refusal> => {
  deps.log.warn({ payment: id }, 'the provider was not told of a payment')
  await deps.write(async (tx) => {
    const row = await tx.payments.byId(id)
    if (row?.status === 'created' && row.reference === null)
      await movePayment(tx, row, { to: 'failed', by: 'server', at: deps.now(), with: { failure: 'other' } })
  })
  return refuse('payment_unavailable')
}

/** For promises that may fail in the one way that is expected. */
export const orUnavailable = (error: unknown): null => {
  if (error instanceof PaymentUnavailable) return null
  throw error
}

const orderOf = async ({ read, env, settings }: Deps, payment: PaymentRow, payer: Payer): Promise<Order> => {
  const { id, method, country, credits, amount, currency, remember, provider } = payment
  const language = (await read.notices.person(payment.userId))?.language ?? 'en'
  const site = publicUrl(env)
  return {
    ...payer,
    paymentId: id,
    method,
    country,
    amount,
    currency,
    locale: language,
    description: serverCount(language, 'mail.statement', credits, { site: settings().name }),
    redirectUrl: `${site}/credits/${credits}/${method}?payment=${id}`,
    webhookUrl: `${site}/api/payments/webhook/${provider}`,
    sequence: payer.mandate === undefined ? (remember ? 'first' : 'once') : 'repeat',
  }
}
