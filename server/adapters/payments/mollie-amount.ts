/**
 * Money in Mollie's format: a decimal string with the currency's number of places, `{ value: '9.99', currency: 'EUR'
 * }`.
 */
import { placesOf } from '#contract/rules/price.ts'
import type { Money } from './provider.ts'
import { PaymentUnavailable } from './provider.ts'

export type MollieAmount = { value: string; currency: string }

export const amountOf = ({ amount, currency }: Money): MollieAmount => {
  const places = placesOf(currency)
  const digits = String(amount).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return { value: places === 0 ? whole : `${whole}.${digits.slice(-places)}`, currency }
}

/**
 * Works on digits, so that no amount passes through floating point. @throws PaymentUnavailable if it is not an amount
 */
export const moneyOf = ({ value, currency }: MollieAmount): Money => {
  const places = placesOf(currency)
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(value) ?? []
  if (whole === '' || fraction.length !== places) throw new PaymentUnavailable('Mollie answered with no amount')
  return { amount: Number(whole + fraction), currency }
}
