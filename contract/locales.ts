/** §1 the seven languages; Italian is the source of every text and the default. */
export const LOCALES = ['it', 'en', 'de', 'es', 'fr', 'nl', 'pl'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'it'

export const isLocale = (value: unknown): value is Locale => LOCALES.some((locale) => locale === value)
