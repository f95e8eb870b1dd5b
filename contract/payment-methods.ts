/** §3 The payment methods as the specification spells them; `sct` is a bank transfer (SEPA credit transfer). */
export const PAYMENT_METHODS = [
  'creditcard',
  'visa',
  'mastercard',
  'maestro',
  'paypal',
  'ideal',
  'bancontact',
  'sofort',
  'giropay',
  'eps',
  'blik',
  'prezelewy24',
  'postepay',
  'cartebancaire',
  'nexi',
  'applepay',
  'paysafecard',
  'sct',
  'directdebit',
] as const

/** The payment providers: the name is stored with each payment, and is part of the path of the provider's webhook. */
export const PAYMENT_PROVIDERS = ['mollie', 'sandbox'] as const

export const isPaymentMethod = (text: string): text is (typeof PAYMENT_METHODS)[number] =>
  PAYMENT_METHODS.some((method) => method === text)
