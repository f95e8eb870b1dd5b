/** The number of conversations that an account may begin in 24 hours grows with its age, for payers too [GUARD-2]. */
import { DAY_MS } from '../limits.ts'

export type NewConversationLimits = { first_day: number; first_week: number; later: number }

/** @param ageMs the age of the account */
export const newConversationsADay = (limits: NewConversationLimits, ageMs: number): number =>
  ageMs < DAY_MS ? limits.first_day : ageMs < 7 * DAY_MS ? limits.first_week : limits.later
