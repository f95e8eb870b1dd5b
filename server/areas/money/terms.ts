/** The terms of a price for one buyer: market, automatic discounts and the entered code [PAY-7]. */
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { TIME_BONUS_CODE } from '#contract/limits.ts'
import {
  timeBonusDiscount,
  welcomeDiscount,
  type Buyer,
  type Market,
  type OfferedDiscount,
  type Terms,
} from '#contract/rules/discount.ts'
import type { Queries } from '../../db/queries.ts'
import { refuse, type Refusal } from '../../http/reply.ts'

/** The caller: a member, or a visitor from a country. */
export type TermsCaller = { member: number; country?: undefined } | { member: null; country: string }

type Reads = Pick<Queries, 'discounts'>

/** The market of the country of payment. */
export const marketOf = ({ currencies }: Pick<SiteSettings, 'currencies'>, country: string): Market => ({
  country,
  // The schema guarantees an entry for `*`.
  currency: currencies[country] ?? currencies['*'] ?? '',
})

/** Visitors have no automatic discounts. A deleted member has no session, so such a caller counts as a visitor. */
export const termsFor = async (
  queries: Reads,
  settings: SiteSettings,
  { member, country }: TermsCaller,
): Promise<Terms> =>
  (member === null ? null : await termsOf(queries, settings, member)) ?? {
    market: marketOf(settings, country ?? settings.countries[0] ?? ''),
    buyer: null,
    given: [],
    entered: null,
  }

/** @returns null if there is no such member */
export const termsOf = async (queries: Reads, settings: SiteSettings, member: number): Promise<Terms | null> => {
  const row = await queries.discounts.buyer(member)
  if (!row) return null
  const { country, ...buyer } = row
  const given = [
    await withUses(queries, settings, timeBonus(buyer), member),
    await withUses(queries, settings, welcome(settings, buyer), member),
  ]
  return { market: marketOf(settings, country), buyer, given, entered: null }
}

/** @returns the terms with the code, or a refusal if there is no such code */
export const withCode = async (
  queries: Reads,
  settings: SiteSettings,
  terms: Terms,
  code: string,
): Promise<Terms | Refusal> => {
  const { buyer } = terms
  const entered = await offeredAs(queries, settings, buyer, code.toUpperCase())
  if (!entered) return refuse('discount_not_found')
  return { ...terms, entered: await withUses(queries, settings, entered, buyer?.id ?? null) }
}

/** The time bonus and the welcome code are rules, and take precedence over rows of the same name. */
const offeredAs = async (
  queries: Reads,
  settings: SiteSettings,
  buyer: Buyer | null,
  code: string,
): Promise<OpenOffer | null> => {
  if (code === TIME_BONUS_CODE) return buyer && timeBonus(buyer)
  if (code === welcomeCodeOf(settings)) return welcome(settings, buyer)
  const discount = await queries.discounts.byCode(code)
  return discount && { discount, for: 'anyone' }
}

type OpenOffer = Omit<OfferedDiscount, 'used'>

/** In upper case, because codes may be typed in any case. */
const welcomeCodeOf = ({ welcome_discount }: SiteSettings): string => welcome_discount.code.toUpperCase()

const timeBonus = (buyer: Buyer): OpenOffer => ({ discount: timeBonusDiscount(buyer), for: 'not_paying' })

const welcome = (settings: SiteSettings, buyer: Buyer | null): OpenOffer => ({
  discount: welcomeDiscount({ ...settings.welcome_discount, code: welcomeCodeOf(settings) }, buyer),
  for: 'first_purchase',
})

const withUses = async (
  { discounts }: Reads,
  settings: SiteSettings,
  offered: OpenOffer,
  member: number | null,
): Promise<OfferedDiscount> => ({
  ...offered,
  used: await discounts.usesOf(reservedCodes(settings, offered.discount.code), member),
})

/** The time bonus and the welcome code are both for the first purchase: a payment with one of them reserves both. */
export const reservedCodes = (settings: SiteSettings, code: string): string[] => {
  const firstPurchase = [TIME_BONUS_CODE, welcomeCodeOf(settings)]
  return firstPurchase.includes(code) ? firstPurchase : [code]
}

/**
 * For the transaction that writes an order: a payment that may still be paid holds its code. Displayed prices ignore the
 * member's own payment page, because another order ends that page if the provider can end it.
 */
export const withReservedUses = (queries: Reads): Reads => ({
  discounts: { ...queries.discounts, usesOf: queries.discounts.heldUsesOf },
})
