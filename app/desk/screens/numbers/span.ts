import { DAY_MS } from '#contract/limits.ts'
import { dateOf } from '#contract/rules/age.ts'

/** The periods that can be chosen, in days. */
export const PERIODS = [7, 28, 90, 365] as const

/** The last whole days before today (UTC): the days are counted every night. */
export const spanOf = (days: number, at: number): { from: string; to: string } => ({
  from: dateOf(at - days * DAY_MS),
  to: dateOf(at - DAY_MS),
})
