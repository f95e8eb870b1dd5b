/** Formats prices; amounts are whole minor units of their currency. */
import { placesOf } from '#contract/rules/price.ts'
import { priceOf } from '../../state/format.ts'

export const moneyOf = (minor: number, currency: string): string => priceOf(minor / 10 ** placesOf(currency), currency)

/** The price of one message, rounded up so that it is never understated. */
export const messageMoneyOf = (minor: number, currency: string): string => moneyOf(Math.ceil(minor), currency)
