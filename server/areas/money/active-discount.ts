/** The discount that applies now for the caller, and its end [PAY-7] to [PAY-9]. */
import type { ActiveDiscount, PaymentMethod } from '#contract/entities/money.ts'
import { TIME_BONUS_CODE } from '#contract/limits.ts'
import {
  discountFor,
  hasExpired,
  priceRisesAt,
  discountRefusal,
  type Discount,
  type Terms,
} from '#contract/rules/discount.ts'
import { timeBonusOf } from '#contract/rules/time-bonus.ts'
import type { Deps } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { codeRefusal, fullPriceOf } from './price-of-order.ts'
import { termsFor, withCode, type TermsCaller } from './terms.ts'

type DiscountQuery = {
  welcome?: string | undefined
  code?: string | undefined
  package?: string | undefined
  method?: PaymentMethod | undefined
}

export const activeDiscount = async (
  deps: Pick<Deps, 'read' | 'settings' | 'now'>,
  asking: TermsCaller,
  query: DiscountQuery,
): Promise<ActiveDiscount | Refusal> => {
  const settings = deps.settings()
  const now = deps.now()
  const given = await termsFor(deps.read, settings, asking)
  const { currency } = given.market
  const fullPrice = query.package === undefined ? undefined : fullPriceOf(settings, query.package, currency)
  if (fullPrice === null) return refuse('package_unknown')
  const order = { fullPrice, method: query.method }
  const every = settings.packages.map(({ credits }) => fullPriceOf(settings, String(credits), currency) ?? 0)
  const answer = (terms: Terms, discount: Discount | null): ActiveDiscount => ({
    discountcode: discount && { ...discount, expired: hasExpired(discount, now) },
    time_bonus: timeBonusIn(terms, now),
    price_rises_at: priceRisesAt(terms, fullPrice === undefined ? every : [fullPrice], now),
  })

  if (query.code !== undefined) {
    const terms = await withCode(deps.read, settings, given, query.code)
    if (isRefusal(terms)) return terms
    const refused = codeRefusal(terms, { fullPrice: fullPrice ?? Math.max(...every), method: query.method }, now)
    return refused ?? answer(terms, discountFor(terms, order, now))
  }
  if (query.welcome !== undefined) {
    const terms = await withCode(deps.read, settings, given, settings.welcome_discount.code)
    if (isRefusal(terms)) return terms
    const counts = terms.entered && discountRefusal(terms.entered, terms, order, now) === null
    return answer(given, counts ? (terms.entered?.discount ?? null) : null)
  }
  return answer(given, discountFor(given, order, now))
}

/** A member who has used the time bonus sees no countdown for it. */
const timeBonusIn = (terms: Terms, now: number): ActiveDiscount['time_bonus'] => {
  const offered = terms.given.find(({ discount }) => discount.code === TIME_BONUS_CODE)
  const counts = offered !== undefined && discountRefusal(offered, terms, {}, now) === null
  return timeBonusOf(counts ? terms.buyer : null, now)
}
