/** Formats prices; amounts are whole minor units of their currency. */
import { priceOf } from '../../state/format.ts'

/** The decimal digits of a currency: 2 for the euro, 0 for the yen. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

export const moneyOf = (minor: number, currency: string): string => priceOf(minor / 10 ** digitsOf(currency), currency)

/** The price of one message, rounded up so that it is never understated. */
export const messageMoneyOf = (minor: number, currency: string): string => moneyOf(Math.ceil(minor), currency)
