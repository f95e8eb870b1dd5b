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

export const isPaymentMethod = (text: string): text is (typeof PAYMENT_METHODS)[number] =>
  PAYMENT_METHODS.some((method) => method === text)
