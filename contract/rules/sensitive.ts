/** The sensitive parts of a profile, which the law lets us store only with consent [ACC-18]. */
import type { Interest } from '../entities/profile.ts'
import { SENSITIVE_FACTS, noFacts, type SensitiveFact } from '../entities/profile-facts.ts'

/** Interests that reveal a person's sex life: stored only with a separate consent [ACC-18]. */
export const SENSITIVE_INTERESTS = [
  'onenightstand',
  'lingerie',
  'sex',
  'safesex',
  'publicsex',
  'oralsex',
  'analsex',
  'sextoys',
  'masturbating',
  'exchangingpictures',
  'threesome',
  'gangbang',
  'bondage',
  'sadomasochism',
] as const satisfies readonly Interest[]

export const isSensitive = (interest: Interest): boolean => SENSITIVE_INTERESTS.some((one) => one === interest)

export const withoutSensitiveInterests = (interests: readonly Interest[]): Interest[] =>
  interests.filter((interest) => !isSensitive(interest))

type Sensitive = { readonly [Name in SensitiveFact]?: string | null | undefined } & {
  readonly interests?: readonly Interest[] | undefined
}

/** Whether a profile has a sensitive fact or interest. */
export const hasSensitive = (profile: Sensitive): boolean =>
  SENSITIVE_FACTS.some((name) => (profile[name] ?? null) !== null) || (profile.interests ?? []).some(isSensitive)

/** The fields that clear all sensitive data of a profile with these interests. */
export const clearedSensitive = (interests: readonly Interest[]) => ({
  ...noFacts(SENSITIVE_FACTS),
  interests: withoutSensitiveInterests(interests),
})
