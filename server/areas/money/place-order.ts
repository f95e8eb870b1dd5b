/** Sends a stored payment to the provider. A repeat is the same order there [PAY-5]. */
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

/** The customer at the provider, if any; with a mandate the charge needs no action by the payer. */
export type Payer = Partial<Pick<Mandate, 'customer' | 'mandate'>>

/**
 * @returns the current payment, still open if the answer to a charge was lost; `payment_unavailable` if certainly
 * nothing is charged, and the payment failed
 */
export const placeOrder = async (deps: Deps, payment: PaymentRow, payer: Payer): Promise<PaymentRow | Refusal> => {
  const { customer, mandate } = payer
  const isCharge = customer !== undefined && mandate !== undefined
  if (isCharge) {
    const noted = await notePayer(deps, payment, { customer, mandate })
    if (!isFindingOut(noted)) return noted
  }
  const order = await orderOf(deps, payment, payer)
  const ordered = await deps.payments.order(order).catch(onlyUnavailable)
  if (ordered instanceof PaymentUnavailable)
    return isCharge && !(ordered instanceof OrderRefused)
      ? leaveOpen(deps, payment, ordered)
      : failUncharged(deps, payment, ordered)
  const { reference, checkoutUrl } = ordered
  const stored = await deps.write(async (tx) => {
    const row = (await tx.payments.byId(payment.id)) ?? payment
    if (row.reference !== null && row.reference !== reference) return row
    // Store the reference of a cancelled payment too, because it may still be paid.
    const known = await tx.payments.change(row.id, { reference, ...NO_PAYER })
    if (known.status !== 'created') return known
    return movePayment(tx, known, { to: 'pending', by: 'server', at: deps.now(), with: { checkoutUrl } })
  })
  if (stored.status === 'cancelled') await deps.payments.cancel(reference).catch(orPaymentUnavailable)
  // The payer has nothing to confirm, so the payment may be paid already.
  if (checkoutUrl !== null || stored.status !== 'pending') return stored
  return (await settle(deps, payment.id).catch(orPaymentUnavailable))?.payment ?? stored
}

/** Stores the payer before a charge is ordered: without an answer, the charge is looked up by the payer. */
const notePayer = (deps: Deps, payment: PaymentRow, { customer, mandate }: Required<Payer>): Promise<PaymentRow> =>
  deps.write(async (tx) => {
    const row = (await tx.payments.byId(payment.id)) ?? payment
    if (!isFindingOut(row) || row.payerCustomer !== null) return row
    return tx.payments.change(row.id, { payerCustomer: customer, payerMandate: mandate })
  })

/** The charge may have been made. The job asks at once, then with growing pauses; a webhook may come first. */
const leaveOpen = (deps: Deps, { id }: PaymentRow, { message }: PaymentUnavailable): Promise<PaymentRow | Refusal> => {
  deps.log.warn({ payment: id, reason: message }, 'the provider did not answer a charge, asking for its outcome')
  return deps.write(async (tx) => {
    await tx.jobs.addDue({ kind: 'payments.check', payload: { payment: id }, uniqueKey: checkKey(id) }, deps.now())
    return (await tx.payments.byId(id)) ?? refuse('not_found')
  })
}

/** Certainly nothing is charged: the provider got no order, refused it, or made a page that no payer has seen. */
const failUncharged = async (
  deps: Pick<Deps, 'write' | 'now' | 'log'>,
  { id }: PaymentRow,
  { message }: PaymentUnavailable,
): Promise<Refusal> => {
  deps.log.warn({ payment: id, reason: message }, 'the provider did not accept an order, the payment failed')
  await deps.write(async (tx) => {
    const row = await tx.payments.byId(id)
    const known = { failure: 'other', endedThere: true, ...NO_PAYER } as const
    if (row?.status === 'created' && row.reference === null)
      await movePayment(tx, row, { to: 'failed', by: 'server', at: deps.now(), with: known })
  })
  return refuse('payment_unavailable')
}

/** Use this for promises that may fail because the provider is unavailable. */
export const orPaymentUnavailable = (error: unknown): null => {
  if (error instanceof PaymentUnavailable) return null
  throw error
}

const onlyUnavailable = (error: unknown): PaymentUnavailable => {
  if (error instanceof PaymentUnavailable) return error
  throw error
}

const orderOf = async ({ read, env, settings }: Deps, payment: PaymentRow, payer: Payer): Promise<Order> => {
  const { id, method, country, credits, amount, currency, remember, provider } = payment
  // The payment page continues in the language of the screen that the payer comes from, which may not be the account's.
  const language = payment.beginLanguage ?? (await read.notices.person(payment.userId))?.language ?? 'en'
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

/** Signs a confirmed mandate at the provider, and debits it once. A repeat uses the same mandate and the same order at the provider. */
export const debitSigned = async (deps: Deps, payment: PaymentRow): Promise<PaymentRow | Refusal> => {
  const payer = await signedPayer(deps, payment).catch(onlyUnavailable)
  if (payer instanceof PaymentUnavailable) return failUncharged(deps, payment, payer)
  if (payer) return placeOrder(deps, payment, payer)
  return failUncharged(deps, payment, new PaymentUnavailable('The payer did not sign the mandate, or is gone'))
}

/** @returns null if the payer has not confirmed it, or is gone */
const signedPayer = async ({ read, payments }: Deps, { id }: PaymentRow): Promise<Payer | null> => {
  const row = await read.directDebits.directDebit(id)
  const person = row && (await read.notices.person(row.userId))
  if (!row || !person || row.confirmedAt === null) return null
  return payments.signMandate({
    id,
    accountHolder: row.accountHolder,
    iban: row.iban,
    reference: row.mandate,
    signedAt: row.confirmedAt,
    email: person.email,
  })
}
