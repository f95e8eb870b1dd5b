/** Which languages the menu offers [SITE-4]; all that the site offers are always on the page of languages. */
import { isLocale, LOCALES, type Locale } from '../locales.ts'

/** §6 what is spoken where. */
export const COUNTRY_LOCALES: Readonly<Record<string, readonly Locale[]>> = {
  US: ['en', 'es'],
  NL: ['nl'],
  BE: ['nl', 'fr', 'de'],
  FR: ['fr'],
  IT: ['it'],
  ES: ['es'],
  DE: ['de'],
  AT: ['de'],
  IE: ['en'],
  GB: ['en'],
  CA: ['en', 'fr'],
  PL: ['pl'],
  AU: ['en'],
  NZ: ['en'],
  CH: ['de', 'it', 'fr', 'en'],
}

type Asking = {
  loggedIn: boolean
  /** Where the request came from, and the country that was chosen for it, if one was. */
  detectedCountry: string | null
  selectedCountry: string | null
  profileCountry: string | null
  current: Locale
  /** As the browser names what its user reads, `de-AT`, the dearest first. */
  browser: readonly string[]
  /** Those of the site. */
  locales?: readonly Locale[]
}

/** @returns in the order of `LOCALES` */
export const offeredLocales = (asking: Asking): Locale[] => {
  const { loggedIn, detectedCountry, selectedCountry, profileCountry, current, browser, locales = LOCALES } = asking
  // Someone abroad, or whose address says nothing of them: who knows what they read.
  if (!loggedIn && selectedCountry !== null && selectedCountry !== detectedCountry)
    return LOCALES.filter((locale) => locales.includes(locale))
  const offered = new Set<Locale>([current, ...spokenIn(detectedCountry), ...spokenIn(profileCountry)])
  const own = browser.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale)
  if (own !== undefined) offered.add(own)
  return LOCALES.filter((locale) => offered.has(locale) && (locale === current || locales.includes(locale)))
}

const spokenIn = (country: string | null): readonly Locale[] =>
  country !== null && Object.hasOwn(COUNTRY_LOCALES, country) ? (COUNTRY_LOCALES[country] ?? []) : []
