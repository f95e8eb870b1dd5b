/** The minimum price of a message, as the site states it for the visitor's country [PAY-13]; null if it states none. */
import type { Settings } from '#contract/entities/settings.ts'
import { priceOf } from './format.ts'

export const messagePrice = ({ minimum_message_costs: costs, geoip_country: country }: Settings): string | null => {
  const price = costs[country ?? ''] ?? Object.values(costs)[0]
  return price ? priceOf(price.costs, price.currency) : null
}
