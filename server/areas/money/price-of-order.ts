/** The current price of an order, or its refusal, from the same terms as the price list [PAY-7], [PAY-13]. */
import type { PaymentMethod } from '#contract/entities/money.ts'
import type { Settings } from '#contract/entities/settings.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { discountedPrice, messagePrice, placesOf } from '#contract/rules/price.ts'
import { discountFor, discountRefusal, type Terms } from '#contract/rules/discount.ts'
import type { Queries } from '../../db/queries.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { marketOf, termsOf, withCode } from './terms.ts'

export type OrderAsked = {
  package: string
  /** The price the member saw. At another price nothing is bought. */
  price: number
  currency: string
  code?: string | undefined
  method: PaymentMethod
}

type PricedOrder = {
  credits: number
  /** Minor units. */
  amount: number
  currency: string
  discount: { code: string; value_percentage: number } | null
  vatPercentage: number
  /** The country of the payment. */
  country: string
}

/** Call this in the transaction that writes the payment: only there a code is safe from a second use. */
export const priceOfOrder = async (
  queries: Pick<Queries, 'discounts'>,
  settings: SiteSettings,
  member: number,
  asked: OrderAsked,
  now: number,
): Promise<PricedOrder | Refusal> => {
  const given = await termsOf(queries, settings, member)
  if (!given) return refuse('not_found')
  const { market } = given
  const fullPrice = fullPriceOf(settings, asked.package, market.currency)
  if (fullPrice === null) return refuse('package_unknown')

  const terms = asked.code === undefined ? given : await withCode(queries, settings, given, asked.code)
  if (isRefusal(terms)) return terms
  const order = { fullPrice, method: asked.method }
  const refused = codeRefusal(terms, order, now)
  if (refused) return refused

  const discount = discountFor(terms, order, now)
  const amount = discountedPrice(fullPrice, discount?.value_percentage ?? 0)
  if (amount !== asked.price || market.currency !== asked.currency)
    return refuse('price_changed', { price: amount, currency: market.currency })
  return {
    credits: Number(asked.package),
    amount,
    ...market,
    discount: discount && { code: discount.code, value_percentage: discount.value_percentage },
    vatPercentage: settings.vat_percentages[market.country] ?? 0,
  }
}

/** In minor units, or null if there is no such package. */
export const fullPriceOf = ({ packages }: Pick<SiteSettings, 'packages'>, id: string, currency: string) => {
  const prices = packages.find(({ credits }) => String(credits) === id)?.prices
  return prices?.[currency] ?? prices?.['*'] ?? null
}

/** The reason why the entered code does not apply to an order; null if it applies or none was entered. */
export const codeRefusal = (
  terms: Terms,
  order: Parameters<typeof discountRefusal>[2],
  now: number,
): Refusal | null => {
  const error = terms.entered && discountRefusal(terms.entered, terms, order, now)
  if (!error || !terms.entered) return null
  return error === 'discount_minimum'
    ? refuse(error, { price: terms.entered.discount.minimum_order_value ?? 0, currency: terms.market.currency })
    : refuse(error)
}

type Prices = Pick<SiteSettings, 'packages' | 'currencies' | 'countries' | 'message_credits'>

/**
 * §3 the lowest price of a message by country, derived from the packages so that both always agree [PAY-2]. It is
 * without a discount, in major units, rounded up to the next payable amount.
 */
export const minimumMessageCosts = (settings: Prices): Settings['minimum_message_costs'] =>
  Object.fromEntries(
    settings.countries.map((country) => {
      const { currency } = marketOf(settings, country)
      const lowest = Math.min(
        ...settings.packages.map(({ credits }) =>
          messagePrice(fullPriceOf(settings, String(credits), currency) ?? 0, credits, settings.message_credits),
        ),
      )
      return [country, { costs: Math.ceil(lowest) / minorUnits(currency), currency }]
    }),
  )

/** Minor units per major unit: 100 cents, 1 yen. */
const minorUnits = (currency: string): number => 10 ** placesOf(currency)
