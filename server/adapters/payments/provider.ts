/**
 * The interface of a payment provider [PAY-4]. A provider gets an order, leads the payer through its own pages, and
 * reports changes by webhook. The webhook's content is never trusted: the server reads the state from the provider
 * (`read`).
 */
import type { PaymentFailure, PaymentMethod } from '#contract/entities/money.ts'
import type { Locale } from '#contract/locales.ts'
import type { PAYMENT_PROVIDERS } from '#contract/payment-methods.ts'

export type ProviderName = (typeof PAYMENT_PROVIDERS)[number]

export type Money = {
  /** Minor units. */
  amount: number
  /** ISO 4217 */
  currency: string
}

/** A payment method that the provider stored for a payer. */
export type Mandate = {
  customer: string
  mandate: string
  method: PaymentMethod
  /** The payer's name for it, e.g. `•••• 4242`. */
  label: string
}

export type Order = Money & {
  /** Our id, used as idempotency key: a repeated order is the same payment. */
  paymentId: string
  method: PaymentMethod
  country: string
  locale: Locale
  /** The text on the payer's statement. */
  description: string
  /** The URL to which the payer returns; `webhookUrl` is the one that the provider calls. */
  redirectUrl: string
  webhookUrl: string
  /**
   * `once`; `first` lets the provider store the method; `repeat` charges a stored one without the payer, unless the
   * bank asks.
   */
  sequence: 'once' | 'first' | 'repeat'
  /** An existing customer at the provider; a repeated order also has the mandate. */
  customer?: string
  mandate?: string
}

export type PlacedOrder = {
  reference: string
  /** The page on which the payer continues; null if the payer has nothing to do. */
  checkoutUrl: string | null
}

export type ProviderState = Money & {
  reference: string
  /** Our id, as sent with the order. */
  paymentId: string
  status: 'open' | 'pending' | 'paid' | 'failed' | 'cancelled' | 'expired'
  /** Minor units: refunded by us, and charged back by the payer's bank. */
  refunded: number
  chargedBack: number
  failure: PaymentFailure | null
  /** The page on which the payer continues, while there is something to do. */
  checkoutUrl: string | null
  /** The mandate that was stored during this payment. */
  mandate: Mandate | null
}

/** The data that a SEPA mandate is made of [PAY-10]. */
export type DirectDebitMandate = {
  /** Our id; a repeated request is the same mandate. */
  id: string
  accountHolder: string
  iban: string
  /** The mandate reference that the payer was shown. */
  reference: string
  /** ms */
  signedAt: number
  email: string
}

/** The provider is unreachable or its answer is unusable, so the outcome of a request is unknown. */
export class PaymentUnavailable extends Error {}

/** The provider refused an order, so certainly nothing was ordered and nothing is charged. */
export class OrderRefused extends PaymentUnavailable {}

/** The provider refused a refund for good, so certainly nothing was paid back, and asking again changes nothing. */
export class RefundRefused extends PaymentUnavailable {}

/** The only expected error of every method is `PaymentUnavailable`. */
export type PaymentProvider = {
  name: ProviderName
  /** The subset of these methods that the provider offers for this country and amount. */
  methods: (among: readonly PaymentMethod[], where: Money & { country: string }) => Promise<PaymentMethod[]>
  order: (order: Order) => Promise<PlacedOrder>
  /**
   * The payment of a repeated order whose answer was lost.
   * @returns null if the provider never got the order
   */
  find: (paymentId: string, customer: string) => Promise<PlacedOrder | null>
  /** @returns null if the provider has no such payment */
  read: (reference: string) => Promise<ProviderState | null>
  /** Does nothing if it is too late. */
  cancel: (reference: string) => Promise<void>
  /** The amount of the refund with this key, in minor units; null if there is none, or if it has come back. */
  findRefund: (reference: string, key: string) => Promise<number | null>
  /** Refunds a part or all; a repeated `key` is the same refund. @throws RefundRefused */
  refund: (reference: string, money: Money, key: string) => Promise<void>
  /** Stores a bank account to debit. */
  signMandate: (mandate: DirectDebitMandate) => Promise<Pick<Mandate, 'customer' | 'mandate'>>
  /** Deletes a stored method and its customer. */
  forget: (stored: Pick<Mandate, 'customer' | 'mandate'>) => Promise<void>
}
