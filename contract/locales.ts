/** §1 seven languages, Italian the default. `COMPLETE_LOCALES` are those a member can choose today. */
export const LOCALES = ['it', 'en', 'de', 'es', 'fr', 'nl', 'pl'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'it'
export const COMPLETE_LOCALES = ['it', 'en'] as const satisfies readonly Locale[]
export type CompleteLocale = (typeof COMPLETE_LOCALES)[number]

export const isCompleteLocale = (value: unknown): value is CompleteLocale =>
  COMPLETE_LOCALES.some((locale) => locale === value)
