/** The language a document is in [SITE-2], [SITE-3]: as chosen, else the site's, else what the browser asks for. */
import { LOCALES, DEFAULT_LOCALE, isLocale, type Locale } from '#contract/locales.ts'

export const LOCALE_COOKIE = 'locale'

type Asked = { cookie: string | undefined; acceptLanguage: string | undefined; domainLanguage: string }

export const documentLocale = ({ cookie, acceptLanguage, domainLanguage }: Asked): Locale => {
  if (isLocale(cookie)) return cookie
  const ofSite = domainLanguage.slice(0, 2).toLowerCase()
  if (isLocale(ofSite)) return ofSite
  return preferred(acceptLanguage ?? '') ?? fallback
}

const fallback: Locale = isLocale(DEFAULT_LOCALE) ? DEFAULT_LOCALE : LOCALES[0]

/** The language of highest weight in an Accept-Language header (RFC 9110 §12.5.4) that is complete. */
const preferred = (header: string): Locale | undefined =>
  header
    .split(',')
    .map((item) => {
      const [tag = '', ...params] = item.trim().split(';')
      const weight = params.map((param) => /^\s*q=([\d.]+)$/.exec(param)?.[1]).find((q) => q !== undefined)
      return { locale: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ locale }) => locale)
    .find((locale) => isLocale(locale))
