/**
 * Decides which discount applies, why another does not, and when the price rises [PAY-7], [PAY-9]. Only one discount
 * applies: the time bonus, else the welcome code. An entered code replaces it if the price is then no higher.
 */
import type { DiscountCode, PaymentMethod } from '../entities/money.ts'
import type { ErrorCode } from '../errors.ts'
import { HOUR_MS, TIME_BONUS_CODE, TIME_BONUS_MS, TIME_BONUS_PERCENTAGE } from '../limits.ts'
import { discountedPrice } from './price.ts'

export type Discount = Omit<DiscountCode, 'expired'>

/** The country and currency of an order. */
export type Market = { country: string; currency: string }

export type Buyer = {
  id: number
  paid_user: boolean
  signup_date: number
  /** Whether a purchase was ever completed, including refunded ones. */
  bought: boolean
}

/** A discount and its known uses. `for`: an additional condition that is not among its fields. */
export type OfferedDiscount = {
  discount: Discount
  for: 'anyone' | 'not_paying' | 'first_purchase'
  used: { byAnyone: boolean; byBuyer: boolean }
}

/** Everything that determines a price, except the order itself. `buyer` is null for a visitor. */
export type Terms = {
  market: Market
  buyer: Buyer | null
  /** Discounts that need no code; the first valid one applies. */
  given: readonly OfferedDiscount[]
  entered: OfferedDiscount | null
}

/** The order as far as it is known; an unknown field excludes no discount. */
export type OrderOf = { fullPrice?: number | undefined; method?: PaymentMethod | undefined }

type DiscountError = Extract<ErrorCode, `discount_${string}`>

const UNBOUND = { minimum_order_value: null, country: null, currency: null, paymentmethods: null } as const

/** The discount that every member gets for some hours after the signup [PAY-8]. */
export const timeBonusDiscount = (buyer: Pick<Buyer, 'id' | 'signup_date'>): Discount => ({
  ...UNBOUND,
  code: TIME_BONUS_CODE,
  value_percentage: TIME_BONUS_PERCENTAGE,
  user_id: buyer.id,
  expires: buyer.signup_date + TIME_BONUS_MS,
  status: 'active',
  validity: 'once-per-user',
})

/** For a visitor the discount has no end, since its time begins with the signup. */
export const welcomeDiscount = (
  { code, value_percentage, hours }: { code: string; value_percentage: number; hours: number },
  buyer: Pick<Buyer, 'id' | 'signup_date'> | null,
): Discount => ({
  ...UNBOUND,
  code,
  value_percentage,
  user_id: buyer?.id ?? null,
  expires: buyer && buyer.signup_date + hours * HOUR_MS,
  status: 'active',
  validity: 'once-per-user',
})

/** @param now ms since the epoch. A discount without an end never expires. */
export const hasExpired = ({ expires }: Pick<Discount, 'expires'>, now: number): boolean =>
  expires !== null && now >= expires

/**
 * The reason a discount does not apply; the reason that the buyer can change least comes first.
 * @returns null if the discount applies
 */
export const discountRefusal = (
  { discount, used, for: who }: OfferedDiscount,
  { market, buyer }: Pick<Terms, 'market' | 'buyer'>,
  { fullPrice, method }: OrderOf,
  now: number,
): DiscountError | null => {
  if (discount.status === 'inactive') return 'discount_not_found'
  if (discount.user_id !== null && discount.user_id !== buyer?.id) return 'discount_not_found'
  if (hasExpired(discount, now)) return 'discount_expired'
  if (discount.validity === 'once' && used.byAnyone) return 'discount_used'
  if (discount.validity === 'once-per-user' && used.byBuyer) return 'discount_once_per_user'
  if (who === 'not_paying' && buyer?.paid_user) return 'discount_first_purchase'
  if (who === 'first_purchase' && (buyer?.paid_user || buyer?.bought)) return 'discount_first_purchase'
  if (discount.country !== null && discount.country !== market.country) return 'discount_country'
  if (discount.currency !== null && discount.currency !== market.currency) return 'discount_currency'
  if (method && discount.paymentmethods && !discount.paymentmethods.includes(method)) return 'discount_method'
  if (fullPrice !== undefined && fullPrice < (discount.minimum_order_value ?? 0)) return 'discount_minimum'
  return null
}

/** The discount of an order, or null. An entered code applies if it is at least as good as the given discount. */
export const discountFor = (terms: Terms, order: OrderOf, now: number): Discount | null => {
  const counts = (offered: OfferedDiscount) => discountRefusal(offered, terms, order, now) === null
  const given = terms.given.find(counts)?.discount ?? null
  const entered = terms.entered && counts(terms.entered) ? terms.entered.discount : null
  return entered && entered.value_percentage >= (given?.value_percentage ?? 0) ? entered : given
}

/** The price after the best discount. @param fullPrice in minor units of the market's currency, as the result */
export const priceFor = (terms: Terms, fullPrice: number, method: PaymentMethod | undefined, now: number): number =>
  discountedPrice(fullPrice, discountFor(terms, { fullPrice, method }, now)?.value_percentage ?? 0)

/**
 * When the first of these prices really rises, or null. The end of a discount is not shown if the next one is as good
 * [PAY-9].
 */
export const priceRisesAt = (terms: Terms, fullPrices: readonly number[], now: number): number | null => {
  const isHigherAt = (at: number): boolean =>
    fullPrices.some((full) => priceFor(terms, full, undefined, at) > priceFor(terms, full, undefined, now))
  const ends = [...terms.given, ...(terms.entered ? [terms.entered] : [])]
    .map(({ discount }) => discount.expires)
    .filter((end) => end !== null)
    .toSorted((one, other) => one - other)
  return ends.find((end) => end > now && isHigherAt(end)) ?? null
}
