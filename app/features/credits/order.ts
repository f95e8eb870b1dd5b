/** What is about to be bought, as it was shown: nothing is bought before that [PAY-13]. Pure. */
import type { Package, PaymentMethod, PriceList } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'

/** The price a member saw, for so many credits; with the code they have entered. */
export type Order = {
  package: string
  credits: number
  price: number
  currency: string
  code: string | null
}

/** An order of what the list shows; null where there is no such package. */
export const orderOf = (list: PriceList, id: string, code: string | null): Order | null => {
  const found = list.packages.find((one) => one.id === id)
  return found ? orderOfPackage(found, code) : null
}

export const orderOfPackage = ({ id, credits, price, currency }: Package, code: string | null): Order => ({
  package: id,
  credits,
  price,
  currency,
  code,
})

/** The same order at the price that the server says it has now. */
export const orderAtPrice = (order: Order, { price, currency }: Pick<ErrorBody, 'price' | 'currency'>): Order => ({
  ...order,
  price: price ?? order.price,
  currency: currency ?? order.currency,
})

/** The smallest is the selected one; who has chosen keeps their choice. */
export const selectedPackage = (packages: readonly Package[], wanted: string | null): Package | null =>
  packages.find(({ id }) => id === wanted) ?? packages[0] ?? null

/** What is really taken off. */
export const isDiscounted = ({ price, full_price: full }: Pick<Package, 'price' | 'full_price'>): boolean =>
  price < full

type Wishes = { /** Of the address, and of this device. */ wanted: PaymentMethod | null; kept: PaymentMethod | null }

/** Which method is chosen at first: the asked-for one, else the one of last time [PAY-4], else the country's habit. */
export const firstMethod = (
  { methods, last_method: last }: Pick<PriceList, 'methods' | 'last_method'>,
  { wanted, kept }: Wishes,
): PaymentMethod | null =>
  [wanted, kept, last].find((one) => one !== null && methods.includes(one)) ?? methods[0] ?? null

/** What can still be done where a stored card was refused [PAY-6]: by hand, or PayPal, where the country has them. */
export const insteadOfStored = (methods: readonly PaymentMethod[]): ('creditcard' | 'paypal')[] =>
  (['creditcard', 'paypal'] as const).filter((method) => methods.includes(method))

/** Only a method the payer is present for can be stored for later. */
export const canBeRemembered = (method: PaymentMethod | null): boolean =>
  method !== null && !['directdebit', 'sct', 'paysafecard'].includes(method)

export const isDiscountError = ({ error }: ErrorBody): boolean => error.startsWith('discount_')
