/** Tells the provider of a payment that is written down. Told again it is the same order there [PAY-5]. */
import { OrderRefused, PaymentUnavailable, type Mandate, type Order } from '../../adapters/payments/provider.ts'
import type { Deps } from '../../deps.ts'
import { publicUrl } from '../../env.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { serverCount } from '../../texts.ts'
import { movePayment } from './move-payment.ts'
import type { PaymentRow } from './payment-queries.ts'
import { settle } from './settle.ts'
import { isFindingOut, NO_PAYER } from './unanswered.ts'
import { checkKey } from './write-payment.ts'

/** The customer at the provider, where there is one; with a mandate it is debited without the payer. */
export type Payer = Partial<Pick<Mandate, 'customer' | 'mandate'>>

/**
 * @returns the payment as it then stands: open where a charge was ordered and its answer is lost; `payment_unavailable`
 * where certainly nothing is charged, and the payment failed
 */
export const placeOrder = async (deps: Deps, payment: PaymentRow, payer: Payer): Promise<PaymentRow | Refusal> => {
  const { customer, mandate } = payer
  const isCharge = customer !== undefined && mandate !== undefined
  if (isCharge) {
    const noted = await notePayer(deps, payment, { customer, mandate })
    if (!isFindingOut(noted)) return noted
  }
  const order = await orderOf(deps, payment, payer)
  const ordered = await deps.payments.order(order).catch(unanswered)
  if (ordered === 'unknown' && isCharge) return leaveOpen(deps, payment)
  if (ordered === 'refused' || ordered === 'unknown') return failUntold(deps, payment)
  const { reference, checkoutUrl } = ordered
  const stored = await deps.write(async (tx) => {
    const row = (await tx.payments.byId(payment.id)) ?? payment
    if (row.reference !== null && row.reference !== reference) return row
    // A cancelled one is told its reference too: what is paid nevertheless counts.
    const known = await tx.payments.change(row.id, { reference, ...NO_PAYER })
    if (known.status !== 'created') return known
    return movePayment(tx, known, { to: 'pending', by: 'server', at: deps.now(), with: { checkoutUrl } })
  })
  if (stored.status === 'cancelled') await deps.payments.cancel(reference).catch(orUnavailable)
  // Nothing is asked of the payer: it may be paid already.
  if (checkoutUrl !== null || stored.status !== 'pending') return stored
  return (await settle(deps, payment.id).catch(orUnavailable))?.payment ?? stored
}

/** Before a charge is ordered it is written down from whom: without an answer it is looked up by that. */
const notePayer = (deps: Deps, payment: PaymentRow, { customer, mandate }: Required<Payer>): Promise<PaymentRow> =>
  deps.write(async (tx) => {
    const row = (await tx.payments.byId(payment.id)) ?? payment
    if (!isFindingOut(row) || row.payerCustomer !== null) return row
    return tx.payments.change(row.id, { payerCustomer: customer, payerMandate: mandate })
  })

/** The charge may have been made. The job asks at once, then with growing pauses; a webhook may be first. */
const leaveOpen = (deps: Deps, { id }: PaymentRow): Promise<PaymentRow | Refusal> => {
  deps.log.warn({ payment: id }, 'the provider did not answer a charge, asking for its outcome')
  return deps.write(async (tx) => {
    await tx.jobs.hurry({ kind: 'payments.check', payload: { payment: id }, uniqueKey: checkKey(id) }, deps.now())
    tx.jobWaits()
    return (await tx.payments.byId(id)) ?? refuse('not_found')
  })
}

/** Certainly nothing is charged: the provider was not told, refused, or made a page that no payer was led to. */
export const failUntold = async (deps: Pick<Deps, 'write' | 'now' | 'log'>, { id }: PaymentRow): Promise<Refusal> => {
  deps.log.warn({ payment: id }, 'the provider took no order of a payment')
  await deps.write(async (tx) => {
    const row = await tx.payments.byId(id)
    const known = { failure: 'other', endedThere: true, ...NO_PAYER } as const
    if (row?.status === 'created' && row.reference === null)
      await movePayment(tx, row, { to: 'failed', by: 'server', at: deps.now(), with: known })
  })
  return refuse('payment_unavailable')
}

/** For promises that may fail in the one way that is expected. */
export const orUnavailable = (error: unknown): null => {
  if (error instanceof PaymentUnavailable) return null
  throw error
}

const unanswered = (error: unknown): 'refused' | 'unknown' => {
  if (error instanceof OrderRefused) return 'refused'
  if (error instanceof PaymentUnavailable) return 'unknown'
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
