/** The discount on the current prices, as far as it may be announced [PAY-8], [PAY-9]. */
import type { ActiveDiscount } from '#contract/entities/money.ts'
import { TIME_BONUS_CODE } from '#contract/limits.ts'

export type Offer = {
  kind: 'time_bonus' | 'welcome'
  value_percentage: number
  /** The time when the prices really rise, which shows a clock; else null. */
  rises_at: number | null
}

type Situation = {
  /** The last answer of the server; null without one, which is ignored (§7). */
  active: ActiveDiscount | null
  /** The view of this device, which knows of a payment before the next answer. */
  bonusVisible: boolean
  paid: boolean
  now: number
}

export const offerOf = ({ active, bonusVisible, paid, now }: Situation): Offer | null => {
  const code = active?.discountcode
  if (!code || paid || code.status !== 'active' || code.expired) return null
  const isBonus = code.code === TIME_BONUS_CODE
  const rises_at = active.price_rises_at
  if ((isBonus && !bonusVisible) || (rises_at !== null && rises_at <= now)) return null
  return { kind: isBonus ? 'time_bonus' : 'welcome', value_percentage: code.value_percentage, rises_at }
}
