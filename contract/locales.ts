/** §1 the seven languages; Italian is the source of every text and the default. */
export const LOCALES = ['it', 'en', 'de', 'es', 'fr', 'nl', 'pl'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'it'

export const isLocale = (value: unknown): value is Locale => LOCALES.some((locale) => locale === value)

/** The languages with a country each, which Open Graph and payment providers require. */
export const COUNTRY_LOCALES = {
  it: 'it_IT',
  en: 'en_GB',
  de: 'de_DE',
  es: 'es_ES',
  fr: 'fr_FR',
  nl: 'nl_NL',
  pl: 'pl_PL',
} as const satisfies Record<Locale, string>
