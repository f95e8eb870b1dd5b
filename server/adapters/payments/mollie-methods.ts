/**
 * Maps our names of payment methods to Mollie's. Mollie has one method for all cards; the payer enters the card there.
 */
import type { PaymentMethod } from '#contract/entities/money.ts'

/** Sofort and giropay are missing: both were discontinued, and Mollie no longer accepts them. */
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

/** Null if Mollie has no such method. */
export const mollieMethod = (method: PaymentMethod): MollieMethod | null =>
  method in NAMES ? NAMES[method as keyof typeof NAMES] : null

/**
 * Our method for a Mollie mandate: the `asked` method if Mollie has the same name for it, e.g. `visa` for `creditcard`.
 */
export const methodOfMandate = (name: 'creditcard' | 'directdebit' | 'paypal', asked: PaymentMethod): PaymentMethod =>
  mollieMethod(asked) === name ? asked : name
