/**
 * The language of a document [SITE-2], [SITE-3]: from the URL, else the visitor's earlier choice, else that of the mail whose link was
 * opened, else the site's language, else the browser's. Unknown language codes are ignored.
 */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { MAIL_LOCALE_PARAM } from '#contract/device.ts'
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from '#contract/locales.ts'

const LOCALE_COOKIE = 'locale'

type LocaleRequest = {
  address?: string | undefined
  cookie: string | undefined
  /** The language of the mail whose link was opened. */
  mail?: string | undefined
  acceptLanguage: string | undefined
  domainLanguage: string
  /** The languages that the site offers; all if left out. */
  locales?: readonly Locale[]
}

export const documentLocale = ({
  address,
  cookie,
  mail,
  acceptLanguage,
  domainLanguage,
  locales = LOCALES,
}: LocaleRequest): Locale => {
  const isOffered = (code: string | undefined): code is Locale => isLocale(code) && locales.includes(code)
  return (
    [address, cookie, mail, domainLanguage.slice(0, 2).toLowerCase()].find(isOffered) ??
    preferred(acceptLanguage ?? '', isOffered) ??
    locales[0] ??
    DEFAULT_LOCALE
  )
}

/** The language of the answer to a request for a page, or for something that belongs to one. */
export const localeOf = (
  c: Context,
  domainLanguage: string,
  choice: Pick<LocaleRequest, 'address' | 'locales'> = {},
): Locale =>
  documentLocale({
    ...choice,
    cookie: getCookie(c, LOCALE_COOKIE),
    mail: c.req.query(MAIL_LOCALE_PARAM),
    acceptLanguage: c.req.header('accept-language'),
    domainLanguage,
  })

/** @returns the path with the language of the mail that led here, for a link that a call redirects */
export const withMailLocale = (c: Context, path: string): string => {
  const language = c.req.query(MAIL_LOCALE_PARAM)
  return isLocale(language) ? `${path}${path.includes('?') ? '&' : '?'}${MAIL_LOCALE_PARAM}=${language}` : path
}

/** The offered language with the highest weight in an Accept-Language header (RFC 9110 §12.5.4). */
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
