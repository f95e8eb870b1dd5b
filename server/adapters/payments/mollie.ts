/**
 * Payments through Mollie (https://docs.mollie.com/reference/create-payment). Mollie's idempotency keys prevent
 * duplicates for an hour. After that, charges without the payer and refunds are looked up first.
 */
import { isIP } from 'node:net'
import { MINUTE_MS } from '#contract/limits.ts'
import { COUNTRY_LOCALES, type Locale } from '#contract/locales.ts'
import { dateOf } from '#contract/rules/age.ts'
import { isPublicAddress } from '../public-address.ts'
import {
  amountOf,
  isRequestRefusal,
  MollieRefused,
  moneyOf,
  openMollie,
  orNull,
  type Ask,
  type MollieOptions,
} from './mollie-client.ts'
import { mollieMethod, mollieOffer } from './mollie-methods.ts'
import { checkoutOf, mandateOf, paymentOf, stateOf, type MolliePayment } from './mollie-state.ts'
import {
  OrderRefused,
  RefundRefused,
  type DirectDebitMandate,
  type Mandate,
  type Money,
  type Order,
  type PlacedOrder,
  type PaymentProvider,
} from './provider.ts'

/** Mollie's ids. Any other text from a webhook leads to no request at Mollie. */
const PAYMENT_ID = /^tr_[A-Za-z0-9]{1,60}$/

const DESCRIPTION_MAX = 255
const OFFER_MS = 10 * MINUTE_MS

export const mollieProvider = (options: MollieOptions & { now: () => number }): PaymentProvider => {
  const ask = openMollie(options)
  return {
    name: 'mollie',
    methods: mollieOffer(ask, options.now, OFFER_MS),
    order: (order) => place(ask, order),

    find: async (paymentId, customer) => {
      const charged = await chargedBefore(ask, { paymentId, customer })
      return charged ? orderedOf(charged) : null
    },

    read: async (reference) => {
      if (!PAYMENT_ID.test(reference)) return null
      const answer = await orNull(ask((client) => client.payments.get(reference)))
      if (!answer) return null
      const payment = paymentOf(answer)
      return stateOf(payment, await storedMandate(ask, payment))
    },

    cancel: (reference) => cancel(ask, reference),
    findRefund: (reference, key) => findRefund(ask, reference, key),
    refund: (reference, money, key) => refund(ask, reference, money, key).catch(refundRefused),
    signMandate: (mandate) => sign(ask, mandate),
    forget: (stored) => forget(ask, stored),
  }
}

const SEQUENCE = { once: 'oneoff', first: 'first', repeat: 'recurring' } as const

const place = async (ask: Ask, order: Order): Promise<PlacedOrder> => {
  const method = mollieMethod(order.method)
  if (method === null) throw new OrderRefused(`Mollie takes no ${order.method}`)
  const charged = order.sequence === 'repeat' ? await chargedBefore(ask, order) : undefined
  if (charged) return orderedOf(charged)
  const customerId = order.customer ?? (order.sequence === 'first' ? await newCustomer(ask, order) : undefined)
  const answer = await ask((client, { Locale, PaymentMethod, SequenceType }) =>
    client.payments.create({
      amount: amountOf(order),
      description: order.description.slice(0, DESCRIPTION_MAX),
      redirectUrl: order.redirectUrl,
      locale: Locale[mollieLocale(order.locale, order.country)],
      sequenceType: SequenceType[SEQUENCE[order.sequence]],
      metadata: { payment: order.paymentId, method: order.method },
      idempotencyKey: order.paymentId,
      ...(isPublic(order.webhookUrl) ? { webhookUrl: order.webhookUrl } : {}),
      ...(customerId === undefined ? {} : { customerId }),
      // A mandate implies its payment method.
      ...(order.mandate === undefined ? { method: PaymentMethod[method] } : { mandateId: order.mandate }),
    }),
  ).catch(refused)
  return orderedOf(paymentOf(answer))
}

const refused = (error: unknown): never => {
  throw isFinal(error) ? new OrderRefused(error.message) : error
}

/** A 4xx means that Mollie did nothing. After 408, 409, 425 and 429 the outcome is unknown. */
const isFinal = (error: unknown): error is MollieRefused =>
  error instanceof MollieRefused && error.status < 500 && !UNDECIDED.has(error.status)

const UNDECIDED = new Set([408, 409, 425, 429])

const orderedOf = (payment: MolliePayment): PlacedOrder => ({ reference: payment.id, checkoutUrl: checkoutOf(payment) })

const cancel = async (ask: Ask, reference: string): Promise<void> => {
  if (!PAYMENT_ID.test(reference)) return
  const payment = await orNull(ask((client) => client.payments.get(reference)))
  if (payment?.isCancelable !== true) return
  try {
    await ask((client) => client.payments.cancel(reference))
  } catch (error) {
    // The payment can no longer be cancelled; its outcome is read later.
    if (!(error instanceof MollieRefused && TOO_LATE.has(error.status))) throw error
  }
}

const TOO_LATE = new Set([404, 409, 410, 422])

const findRefund = async (ask: Ask, reference: string, key: string): Promise<number | null> => {
  const refunds = await ask((client) => client.paymentRefunds.page({ paymentId: reference, limit: 250 }))
  const made = refunds.find(({ metadata, status }) => isKeyed(metadata, key) && !UNDONE.has(status))
  return made ? moneyOf(made.amount).amount : null
}

const refund = async (ask: Ask, reference: string, money: Money, key: string): Promise<void> => {
  if ((await findRefund(ask, reference, key)) !== null) return
  await ask((client) =>
    client.paymentRefunds.create({
      paymentId: reference,
      amount: amountOf(money),
      metadata: { key },
      idempotencyKey: key,
    }),
  )
}

/** With a wrong key Mollie refuses everything: a refund then waits for the right one. */
const refundRefused = (error: unknown): never => {
  throw isFinal(error) && isRequestRefusal(error) ? new RefundRefused(error.message) : error
}

/** The money of such a refund has come back, so it may be made again under its key. */
const UNDONE: ReadonlySet<string> = new Set(['failed', 'canceled'])

const isKeyed = (metadata: unknown, key: string): boolean =>
  typeof metadata === 'object' && metadata !== null && 'key' in metadata && metadata.key === key

const ELSEWHERE = { 'de-AT': 'de_AT', 'de-CH': 'de_CH', 'nl-BE': 'nl_BE', 'fr-BE': 'fr_BE' } as const

/** The language of Mollie's payment page. */
type MollieLocale = (typeof COUNTRY_LOCALES)[Locale] | (typeof ELSEWHERE)[keyof typeof ELSEWHERE]

const mollieLocale = (locale: Locale, country: string): MollieLocale => {
  const here = `${locale}-${country}`
  return here in ELSEWHERE ? ELSEWHERE[here as keyof typeof ELSEWHERE] : COUNTRY_LOCALES[locale]
}

const NO_NAMES = /(?:^|\.)(?:localhost|local|internal|test|invalid|example)$/i

/** Whether an outside provider can reach our URL: Mollie refuses a payment with an unreachable webhook. */
const isPublic = (url: string): boolean => {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '')
  return isIP(host) === 0 ? host.includes('.') && !NO_NAMES.test(host) : isPublicAddress(host)
}

/** A customer at Mollie and the mandate: a stored card or PayPal account, or a bank account to debit. */
type StoredMandate = Pick<Mandate, 'customer' | 'mandate'>

/** A customer for this order only: repeating the order returns the same customer. */
const newCustomer = async (ask: Ask, { paymentId }: Order): Promise<string> => {
  const customer = await ask((client) => client.customers.create({ idempotencyKey: `${paymentId}:customer` }))
  return customer.id
}

/** The mandate that Mollie stored during a first payment, or null. */
const storedMandate = async (ask: Ask, payment: MolliePayment): Promise<Mandate | null> => {
  const { status, sequenceType, customerId: customer, mandateId: mandate, metadata } = payment
  if (status !== 'paid' || sequenceType !== 'first' || !customer || !mandate || !metadata) return null
  const answer = await orNull(ask((client) => client.customerMandates.get(mandate, { customerId: customer })))
  return answer && mandateOf(answer, { customer, mandate }, metadata.method)
}

/**
 * The earlier payment of a repeated order, if Mollie has one. An idempotency key expires after an hour, and a member
 * must not be charged twice after that either.
 */
const chargedBefore = async (
  ask: Ask,
  { customer, paymentId }: Pick<Order, 'customer' | 'paymentId'>,
): Promise<MolliePayment | undefined> => {
  if (customer === undefined) throw new OrderRefused('A repeated order needs its customer')
  const answers = await ask((client) => client.customerPayments.page({ customerId: customer, limit: 50 }))
  return answers.map((answer) => paymentOf(answer)).find(({ metadata }) => metadata?.payment === paymentId)
}

const sign = async (ask: Ask, mandate: DirectDebitMandate): Promise<StoredMandate> => {
  const { id, accountHolder, iban, reference, signedAt, email } = mandate
  const customer = await ask((client) =>
    client.customers.create({ name: accountHolder, email, idempotencyKey: `${id}:customer` }),
  )
  const signed = await ask((client, { MandateMethod }) =>
    client.customerMandates.create({
      customerId: customer.id,
      method: MandateMethod.directdebit,
      consumerName: accountHolder,
      consumerAccount: iban,
      signatureDate: dateOf(signedAt),
      mandateReference: reference,
      idempotencyKey: `${id}:mandate`,
    }),
  )
  return { customer: customer.id, mandate: signed.id }
}

const forget = async (ask: Ask, { customer, mandate }: StoredMandate): Promise<void> => {
  await orNull(ask((client) => client.customerMandates.revoke(mandate, { customerId: customer })))
  await orNull(ask((client) => client.customers.delete(customer)))
}
