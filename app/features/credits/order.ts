/** An order contains exactly the package and price on screen; nothing is bought before it was shown [PAY-13]. Pure. */
import type { Package, PaymentMethod, PriceList } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'

/** The credits and price that a member saw, with the code they entered. */
export type Order = {
  package: string
  credits: number
  price: number
  currency: string
  code: string | null
}

/** The order for a package as it is on screen. */
export const orderOf = ({ id, credits, price, currency }: Package, code: string | null): Order => ({
  package: id,
  credits,
  price,
  currency,
  code,
})

/** The price that the server has named in place of the one on screen. */
export type NewPrice = Pick<ErrorBody, 'price' | 'currency'>

/** The same order at the price that the server names now. */
export const orderAtPrice = (order: Order, { price, currency }: NewPrice): Order => ({
  ...order,
  price: price ?? order.price,
  currency: currency ?? order.currency,
})

/** The member's choice, or else the smallest package. */
export const selectedPackage = (packages: readonly Package[], wanted: string | null): Package | null =>
  packages.find(({ id }) => id === wanted) ?? packages[0] ?? null

/** Whether the price is below the full price. */
export const isDiscounted = ({ price, full_price: full }: Pick<Package, 'price' | 'full_price'>): boolean =>
  price < full

type Wishes = {
  /** The method in the address. */
  wanted: PaymentMethod | null
  /** The method stored on this device. */
  stored: PaymentMethod | null
}

/** The preselected method: the requested one, else the last one [PAY-4], else the country's first. */
export const firstMethod = (
  { methods, last_method: last }: Pick<PriceList, 'methods' | 'last_method'>,
  { wanted, stored }: Wishes,
): PaymentMethod | null =>
  [wanted, stored, last].find((one) => one !== null && methods.includes(one)) ?? methods[0] ?? null

/** The choices after a refused stored card [PAY-6]: a card by hand or PayPal, if the country has them. */
export const insteadOfStored = (methods: readonly PaymentMethod[]): ('creditcard' | 'paypal')[] =>
  (['creditcard', 'paypal'] as const).filter((method) => methods.includes(method))

/** Only a method that the payer confirms in person can be stored. */
export const canBeRemembered = (method: PaymentMethod | null): boolean =>
  method !== null && !['directdebit', 'sct', 'paysafecard'].includes(method)

export const isDiscountError = ({ error }: ErrorBody): boolean => error.startsWith('discount_')
