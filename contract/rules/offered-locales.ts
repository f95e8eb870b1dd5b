/** Decides which languages the menu offers [SITE-4]. The page of languages always lists all languages of the site. */
import { isLocale, LOCALES, type Locale } from '../locales.ts'

/** §6 The languages of each country. */
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

type LocaleSituation = {
  loggedIn: boolean
  /** The country of the request, and the country that was chosen instead, if any. */
  detectedCountry: string | null
  selectedCountry: string | null
  profileCountry: string | null
  current: Locale
  /** The browser's language tags, e.g. `de-AT`, preferred first. */
  browser: readonly string[]
  /** The languages of the site. */
  locales?: readonly Locale[]
}

/** @returns in the order of `LOCALES` */
export const offeredLocales = (asking: LocaleSituation): Locale[] => {
  const { loggedIn, detectedCountry, selectedCountry, profileCountry, current, browser, locales = LOCALES } = asking
  // The chosen country differs from the detected one, so the visitor's language is unknown: offer all.
  if (!loggedIn && selectedCountry !== null && selectedCountry !== detectedCountry)
    return LOCALES.filter((locale) => locales.includes(locale))
  const offered = new Set<Locale>([current, ...spokenIn(detectedCountry), ...spokenIn(profileCountry)])
  const own = browser.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale)
  if (own !== undefined) offered.add(own)
  return LOCALES.filter((locale) => offered.has(locale) && (locale === current || locales.includes(locale)))
}

const spokenIn = (country: string | null): readonly Locale[] =>
  country !== null && Object.hasOwn(COUNTRY_LOCALES, country) ? (COUNTRY_LOCALES[country] ?? []) : []
