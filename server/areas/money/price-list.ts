/** The prices of packages for a member, or for a visitor from a country [PAY-2], [PAY-7]. */
import type { Package, PriceList, RepeatOffer } from '#contract/entities/money.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { discountFor, priceFor, priceRisesAt, type Terms } from '#contract/rules/discount.ts'
import { messagePrice } from '#contract/rules/price.ts'
import type { Deps } from '../../deps.ts'
import { isRefusal, type Refusal } from '../../http/reply.ts'
import { offeredMethods } from './methods.ts'
import { codeRefusal, fullPriceOf } from './price-of-order.ts'
import { termsFor, termsOf, withCode, type TermsCaller } from './terms.ts'

/**
 * A code is accepted if it applies to at least one package. The other packages are listed at their price without it.
 */
export const priceList = async (
  deps: Parameters<typeof offeredMethods>[0] & Pick<Deps, 'read' | 'now'>,
  asking: TermsCaller,
  code?: string,
): Promise<PriceList | Refusal> => {
  const settings = deps.settings()
  const now = deps.now()
  const given = await termsFor(deps.read, settings, asking)
  const terms = code === undefined ? given : await withCode(deps.read, settings, given, code)
  if (isRefusal(terms)) return terms
  const packages = packagesFor(terms, settings, now)
  const fullPrices = packages.map(({ full_price }) => full_price)
  const dearest = { fullPrice: Math.max(...fullPrices) }
  const refused = codeRefusal(terms, dearest, now)
  if (refused) return refused

  const discount = discountFor(terms, dearest, now)
  const methods = await offeredMethods(deps, terms.market, Math.min(...packages.map(({ price }) => price)))
  const last = asking.member === null ? undefined : await deps.read.transactions.lastMethod(asking.member)
  return {
    ...terms.market,
    packages,
    methods,
    discount: discount && { code: discount.code, value_percentage: discount.value_percentage },
    price_rises_at: priceRisesAt(terms, fullPrices, now),
    last_method: last !== undefined && methods.includes(last) ? last : null,
    refund_days: settings.refund_days,
    ...(asking.member !== null && (await deps.read.books.isBuyingStopped(asking.member))
      ? { buying_stopped: true as const }
      : {}),
  }
}

/** The cheapest first. */
const packagesFor = (terms: Terms, settings: SiteSettings, now: number): Package[] =>
  settings.packages
    .map(({ credits }) => {
      const id = String(credits)
      const { currency } = terms.market
      const full_price = fullPriceOf(settings, id, currency) ?? 0
      const price = priceFor(terms, full_price, undefined, now)
      const message_price = messagePrice(price, credits, settings.message_credits)
      return { id, credits, full_price, price, currency, message_price }
    })
    .toSorted((one, other) => one.full_price - other.full_price)

/** The one-tap offer: the package of the last purchase, with the stored method, at today's price [PAY-6]. */
export const repeatOffer = async (deps: Deps, member: number): Promise<RepeatOffer | null> => {
  const settings = deps.settings()
  const stored = await deps.read.payments.storedMethod(member)
  const terms = await termsOf(deps.read, settings, member)
  if (!stored || !terms || stored.provider !== deps.payments.name) return null
  if (await deps.read.books.isBuyingStopped(member)) return null
  const { method, label, credits } = stored
  const { currency } = terms.market
  const id = String(credits)
  const full_price = fullPriceOf(settings, id, currency)
  if (full_price === null) return null
  const price = priceFor(terms, full_price, method, deps.now())
  if (!(await offeredMethods(deps, terms.market, price)).includes(method)) return null
  const message_price = messagePrice(price, credits, settings.message_credits)
  return { package: { id, credits, full_price, price, currency, message_price }, method, label }
}
