/** Which languages lie on this device, so that they can be switched to without a network. */
import { LOCALES, type Locale } from '#contract/locales.ts'

/** The texts of a language come in two files of this name (`scripts/locale-parts.ts`); one alone is not all of it. */
const PARTS = 2

/** @param files as `keptFiles` gives them; @param current is in use, so it is here */
export const localesOnDevice = (files: readonly string[], current: Locale): Set<Locale> => {
  const count = (locale: Locale): number => files.filter((path) => path.startsWith(`/assets/${locale}-`)).length
  return new Set(LOCALES.filter((locale) => locale === current || count(locale) >= PARTS))
}
