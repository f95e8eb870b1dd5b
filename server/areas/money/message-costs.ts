/** §3 the lowest price of a message by country, derived from the packages so that both always agree [PAY-2]. */
import type { Settings } from '#contract/entities/settings.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { messagePrice } from '#contract/rules/price.ts'
import { fullPriceOf } from './price-of-order.ts'
import { marketOf } from './terms.ts'

type Prices = Pick<SiteSettings, 'packages' | 'currencies' | 'countries' | 'message_credits'>

/** Without a discount, in major units, rounded up to the next payable amount. */
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
const minorUnits = (currency: string): number =>
  10 ** (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)
