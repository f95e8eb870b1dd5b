/**
 * Who moves the money [PAY-4]. A provider is told of an order, leads the payer through it on pages of its own, and says
 * with a webhook that something changed; what changed is asked back (`read`) and never believed from the webhook.
 */
import type { PaymentFailure, PaymentMethod } from '#contract/entities/money.ts'
import type { Locale } from '#contract/locales.ts'

export type ProviderName = 'mollie' | 'sandbox'

export type Money = {
  /** Minor units. */
  amount: number
  /** ISO 4217 */
  currency: string
}

/** A method the provider has stored for a payer. */
export type Mandate = {
  customer: string
  mandate: string
  method: PaymentMethod
  /** What the payer knows it by, e.g. `•••• 4242`. */
  label: string
}

export type Order = Money & {
  /** Ours; the same order told again is the same payment there (idempotency). */
  paymentId: string
  method: PaymentMethod
  country: string
  locale: Locale
  /** What the payer reads on their statement. */
  description: string
  /** Where the payer comes back to, and where the webhook goes. */
  redirectUrl: string
  webhookUrl: string
  /**
   * `once`; `first` lets the method be stored; `repeat` uses one that is, without the payer (unless their bank asks).
   */
  sequence: 'once' | 'first' | 'repeat'
  /** The customer at the provider, where there is one already; the mandate of a repeated order. */
  customer?: string
  mandate?: string
}

export type Ordered = {
  reference: string
  /** Where the payer goes on; null where nothing is asked of them. */
  checkoutUrl: string | null
}

export type ProviderState = Money & {
  reference: string
  /** Ours, as the provider was told it. */
  paymentId: string
  status: 'open' | 'pending' | 'paid' | 'failed' | 'cancelled' | 'expired'
  /** Minor units that went back, asked for by us, and by the payer's bank. */
  refunded: number
  chargedBack: number
  failure: PaymentFailure | null
  /** Where the payer goes on, while there is something to do. */
  checkoutUrl: string | null
  /** Stored in the course of it. */
  mandate: Mandate | null
}

/** The data that a SEPA mandate is made of [PAY-10]. */
export type DirectDebitMandate = {
  /** Ours, and told again the same mandate. */
  id: string
  accountHolder: string
  iban: string
  /** The reference the payer has read. */
  reference: string
  /** ms */
  signedAt: number
  email: string
}

/** The provider cannot be reached or does not answer as it says: whether it did what it was asked is unknown. */
export class PaymentUnavailable extends Error {}

/** The provider refused an order: certainly nothing was ordered and nothing is charged. */
export class OrderRefused extends PaymentUnavailable {}

/** Every method throws `PaymentUnavailable`, and nothing else that is expected. */
export type PaymentProvider = {
  name: ProviderName
  /** Which of these methods it takes money with, for this country and amount. */
  methods: (among: readonly PaymentMethod[], where: Money & { country: string }) => Promise<PaymentMethod[]>
  order: (order: Order) => Promise<Ordered>
  /**
   * The payment of an order without the payer whose answer was lost.
   * @returns null where the provider was never told of it
   */
  find: (paymentId: string, customer: string) => Promise<Ordered | null>
  /** @returns null where it knows of no such payment */
  read: (reference: string) => Promise<ProviderState | null>
  /** Nothing happens where it is too late. */
  cancel: (reference: string) => Promise<void>
  /** Gives back a part or all; the same `key` again is the same refund. */
  refund: (reference: string, money: Money, key: string) => Promise<void>
  /** Stores a bank account to debit. */
  signMandate: (mandate: DirectDebitMandate) => Promise<Pick<Mandate, 'customer' | 'mandate'>>
  /** Forgets a stored method, and its customer. */
  forget: (stored: Pick<Mandate, 'customer' | 'mandate'>) => Promise<void>
}
