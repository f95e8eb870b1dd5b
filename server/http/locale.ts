/** The language a document is in [SITE-2], [SITE-3]: as chosen, else the site's, else what the browser asks for. */
import { COMPLETE_LOCALES, DEFAULT_LOCALE, isCompleteLocale, type CompleteLocale } from '#contract/locales.ts'

export const LOCALE_COOKIE = 'locale'

type Asked = { cookie: string | undefined; acceptLanguage: string | undefined; domainLanguage: string }

export const documentLocale = ({ cookie, acceptLanguage, domainLanguage }: Asked): CompleteLocale => {
  if (isCompleteLocale(cookie)) return cookie
  const ofSite = domainLanguage.slice(0, 2).toLowerCase()
  if (isCompleteLocale(ofSite)) return ofSite
  return preferred(acceptLanguage ?? '') ?? fallback
}

const fallback: CompleteLocale = isCompleteLocale(DEFAULT_LOCALE) ? DEFAULT_LOCALE : COMPLETE_LOCALES[0]

/** The language of highest weight in an Accept-Language header (RFC 9110 §12.5.4) that is complete. */
const preferred = (header: string): CompleteLocale | undefined =>
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
    .find((locale) => isCompleteLocale(locale))
