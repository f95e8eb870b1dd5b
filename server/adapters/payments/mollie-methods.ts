/** Our names of payment methods and Mollie's. Mollie has one method for all cards; which card it is the payer shows there. */
import type { PaymentMethod } from '#contract/entities/money.ts'

/** Sofort and giropay are not here: both were given up by their makers, and Mollie takes them no more. */
const NAMES = {
  creditcard: 'creditcard',
  visa: 'creditcard',
  mastercard: 'creditcard',
  maestro: 'creditcard',
  cartebancaire: 'creditcard',
  nexi: 'creditcard',
  postepay: 'creditcard',
  paypal: 'paypal',
  ideal: 'ideal',
  bancontact: 'bancontact',
  eps: 'eps',
  blik: 'blik',
  prezelewy24: 'przelewy24',
  applepay: 'applepay',
  paysafecard: 'paysafecard',
  sct: 'banktransfer',
  directdebit: 'directdebit',
} as const satisfies Partial<Record<PaymentMethod, string>>

export type MollieMethod = (typeof NAMES)[keyof typeof NAMES]

/** Null where Mollie has no such method. */
export const mollieMethod = (method: PaymentMethod): MollieMethod | null =>
  method in NAMES ? NAMES[method as keyof typeof NAMES] : null

/** What a mandate of Mollie's is for us: `asked` where it is another name of the same, e.g. `visa` of `creditcard`. */
export const methodOfMandate = (name: 'creditcard' | 'directdebit' | 'paypal', asked: PaymentMethod): PaymentMethod =>
  mollieMethod(asked) === name ? asked : name
