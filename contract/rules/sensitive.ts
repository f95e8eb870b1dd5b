/** The sensitive interests, which the law lets us store only with consent [ACC-18]. */
import type { Interest } from '../entities/profile.ts'

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
