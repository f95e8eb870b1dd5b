import { DAY_MS } from '#contract/limits.ts'

/** The periods that can be chosen, in days. */
export const PERIODS = [7, 28, 90, 365] as const

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The last whole days before today (UTC): the days are counted every night. */
export const spanOf = (days: number, at: number): { from: string; to: string } => ({
  from: dayOf(at - days * DAY_MS),
  to: dayOf(at - DAY_MS),
})
