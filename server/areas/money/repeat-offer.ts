/** The one-tap offer: the package of the last purchase, with the stored method, at today's price [PAY-6]. */
import type { RepeatOffer } from '#contract/entities/money.ts'
import { priceFor } from '#contract/rules/discount.ts'
import { messagePrice } from '#contract/rules/price.ts'
import type { Deps } from '../../deps.ts'
import { offeredMethods } from './methods.ts'
import { fullPriceOf } from './price-of-order.ts'
import { termsOf } from './terms.ts'

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
