/** The name of a payment method. */
import type { PaymentMethod } from '#contract/entities/money.ts'
import { t, type TextKey } from '../../state/i18n.ts'

const NAMES = {
  creditcard: 'method.creditcard',
  visa: 'method.visa',
  mastercard: 'method.mastercard',
  maestro: 'method.maestro',
  paypal: 'method.paypal',
  ideal: 'method.ideal',
  bancontact: 'method.bancontact',
  sofort: 'method.sofort',
  giropay: 'method.giropay',
  eps: 'method.eps',
  blik: 'method.blik',
  prezelewy24: 'method.prezelewy24',
  postepay: 'method.postepay',
  cartebancaire: 'method.cartebancaire',
  nexi: 'method.nexi',
  applepay: 'method.applepay',
  paysafecard: 'method.paysafecard',
  sct: 'method.sct',
  directdebit: 'method.directdebit',
} as const satisfies Record<PaymentMethod, TextKey>

export const methodName = (method: PaymentMethod): string => t(NAMES[method])
