/** Prices as people read them; they come in whole minor units of their currency. */
import { priceOf } from '../../state/format.ts'

/** How many minor units make one major, as powers of ten: 2 for the euro, 0 for the yen. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

export const moneyOf = (minor: number, currency: string): string => priceOf(minor / 10 ** digitsOf(currency), currency)

/** What one message costs: never less than it really does. */
export const messageMoneyOf = (minor: number, currency: string): string => moneyOf(Math.ceil(minor), currency)
