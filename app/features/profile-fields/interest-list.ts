/** Choosing interests: at most sixteen [PROF-8], the sensitive ones only with the consent [ACC-18]. */
import { INTERESTS, type Interest } from '#contract/entities/profile.ts'
import { isSensitive, withoutSensitiveInterests } from '#contract/rules/sensitive.ts'
import { INTERESTS_MAX } from '#contract/limits.ts'

export type InterestGroup = 'everyday' | 'sensitive'

/** In the specification's order, with the sensitive ones in their own group. */
export const INTEREST_GROUPS: Record<InterestGroup, readonly Interest[]> = {
  everyday: withoutSensitiveInterests(INTERESTS),
  sensitive: INTERESTS.filter(isSensitive),
}

/** Adds or removes an interest; a full list takes no more. */
export const toggled = (chosen: readonly Interest[], interest: Interest): Interest[] => {
  if (chosen.includes(interest)) return chosen.filter((one) => one !== interest)
  return isFull(chosen) ? [...chosen] : [...chosen, interest]
}

export const isFull = (chosen: readonly Interest[]): boolean => chosen.length >= INTERESTS_MAX
