/** The payment methods in the groups that a payer thinks in [PAY-4], in the usual order of the country. */
import type { PaymentMethod } from '#contract/entities/money.ts'

const METHOD_GROUPS = ['card', 'paypal', 'postepay', 'applepay', 'bank', 'other'] as const
export type MethodGroup = (typeof METHOD_GROUPS)[number]

const GROUP_OF: Record<PaymentMethod, MethodGroup> = {
  creditcard: 'card',
  visa: 'card',
  mastercard: 'card',
  maestro: 'card',
  cartebancaire: 'card',
  nexi: 'card',
  paypal: 'paypal',
  postepay: 'postepay',
  applepay: 'applepay',
  ideal: 'bank',
  bancontact: 'bank',
  sofort: 'bank',
  giropay: 'bank',
  eps: 'bank',
  blik: 'bank',
  prezelewy24: 'bank',
  sct: 'bank',
  directdebit: 'bank',
  paysafecard: 'other',
}

export const isCard = (method: PaymentMethod): boolean => GROUP_OF[method] === 'card'

/** @returns the groups in the order of their first method, with the remaining methods last */
export const groupsOf = (
  methods: readonly PaymentMethod[],
): { group: MethodGroup; methods: readonly PaymentMethod[] }[] => {
  const groups = [...new Set(methods.map((method) => GROUP_OF[method]))]
  return groups
    .map((group) => ({ group, methods: methods.filter((method) => GROUP_OF[method] === group) }))
    .toSorted((one, two) => Number(one.group === 'other') - Number(two.group === 'other'))
}

/** Apple Pay is offered only where this device can pay with it. */
export const usableMethods = (methods: readonly PaymentMethod[], hasApplePay: boolean): PaymentMethod[] =>
  methods.filter((method) => method !== 'applepay' || hasApplePay)

/** Whether this browser and device can pay with Apple Pay. */
export const hasApplePay = (page: object): boolean => {
  const { ApplePaySession: session } = page as { ApplePaySession?: { canMakePayments?: () => boolean } }
  try {
    return session?.canMakePayments?.() === true
  } catch {
    // An insecure page may not ask.
    return false
  }
}
