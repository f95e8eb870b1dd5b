/** Which interests say what no law lets be kept without asking [ACC-18]. */
import type { Interest } from '../entities/profile.ts'

/** Those that tell of someone's sex life: kept only with a consent of their own [ACC-18]. */
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
