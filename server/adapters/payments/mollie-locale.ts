/** The language of Mollie's payment page. */
import type { Locale } from '#contract/locales.ts'

const LOCALES = {
  it: 'it_IT',
  en: 'en_GB',
  de: 'de_DE',
  es: 'es_ES',
  fr: 'fr_FR',
  nl: 'nl_NL',
  pl: 'pl_PL',
} as const satisfies Record<Locale, string>

const ELSEWHERE = { 'de-AT': 'de_AT', 'de-CH': 'de_CH', 'nl-BE': 'nl_BE', 'fr-BE': 'fr_BE' } as const

export type MollieLocale = (typeof LOCALES)[Locale] | (typeof ELSEWHERE)[keyof typeof ELSEWHERE]

export const mollieLocale = (locale: Locale, country: string): MollieLocale => {
  const here = `${locale}-${country}`
  return here in ELSEWHERE ? ELSEWHERE[here as keyof typeof ELSEWHERE] : LOCALES[locale]
}
