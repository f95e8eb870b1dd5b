/**
 * The language a document is in [SITE-2], [SITE-3]: as its address says, as chosen before, else the site's, else what the
 * browser asks for. A code that is none of ours says nothing.
 */
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from '#contract/locales.ts'

export const LOCALE_COOKIE = 'locale'
/** `?lang=de`: the version of a page in a language has an address of its own [SITE-14]. */
export const LOCALE_PARAM = 'lang'

type Asked = {
  address?: string | undefined
  cookie: string | undefined
  acceptLanguage: string | undefined
  domainLanguage: string
  /** The languages that the site offers; all where left out. */
  locales?: readonly Locale[]
}

export const documentLocale = ({
  address,
  cookie,
  acceptLanguage,
  domainLanguage,
  locales = LOCALES,
}: Asked): Locale => {
  const isOffered = (code: string | undefined): code is Locale => isLocale(code) && locales.includes(code)
  return (
    [address, cookie, domainLanguage.slice(0, 2).toLowerCase()].find(isOffered) ??
    preferred(acceptLanguage ?? '', isOffered) ??
    locales[0] ??
    DEFAULT_LOCALE
  )
}

/** The language of highest weight in an Accept-Language header (RFC 9110 §12.5.4) that is one of ours. */
const preferred = (header: string, isOffered: (code: string) => code is Locale): Locale | undefined =>
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
    .find((locale) => isOffered(locale))
