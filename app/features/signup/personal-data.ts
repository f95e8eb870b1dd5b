/** The data of the personal step, and the part of it that may be sent without the consent [ACC-18]. */
import type { OwnProfile, ProfileChange } from '#contract/entities/profile.ts'
import { FACT_NAMES, SENSITIVE_FACTS, factsOf, withoutFacts, type Facts } from '#contract/entities/profile-facts.ts'
import { clearedSensitive, withoutSensitiveInterests } from '#contract/rules/sensitive.ts'

export type Personal = Facts & Pick<OwnProfile, 'interests'>

export const personalOf = (profile: Personal): Personal => ({
  ...factsOf(FACT_NAMES, profile),
  interests: profile.interests,
})

/** Without the consent, clears all sensitive data. */
export const withConsent = (personal: Personal, consented: boolean): Personal =>
  consented ? personal : { ...personal, ...clearedSensitive(personal.interests) }

/** Without the consent the sensitive fields are not even named in the call: that alone would need it. */
export const personalChange = (personal: Personal, consented: boolean): ProfileChange =>
  consented
    ? personal
    : { ...withoutFacts(SENSITIVE_FACTS, personal), interests: withoutSensitiveInterests(personal.interests) }
