/** The times that can be chosen, in days. */
export const TIMES = [7, 28, 90, 365] as const

const DAY_MS = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The last whole days before today (UTC): the days are counted every night. */
export const spanOf = (days: number, at: number): { from: string; to: string } => ({
  from: dayOf(at - days * DAY_MS),
  to: dayOf(at - DAY_MS),
})
