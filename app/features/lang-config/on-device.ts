/** Finds the languages cached on this device, so that a switch works offline. */
import { LOCALES, type Locale } from '#contract/locales.ts'

/** The texts of a language are two files of this name (`scripts/locale-parts.ts`); one file alone is incomplete. */
const PARTS = 2

/** @param files the result of `cachedFiles` @param current the language in use, which is always cached */
export const localesOnDevice = (files: readonly string[], current: Locale): Set<Locale> => {
  const count = (locale: Locale): number => files.filter((path) => path.startsWith(`/assets/${locale}-`)).length
  return new Set(LOCALES.filter((locale) => locale === current || count(locale) >= PARTS))
}
