/**
 * The assumed country of a visitor: from a proxy's header, else the region of the browser's preferred language, else the
 * site's own. No IP address is looked up, and no request leaves for another service.
 */
import type { Context } from 'hono'
import type { Settings } from '#contract/entities/settings.ts'
import type { Env } from '../../env.ts'

type Sites = Pick<Settings, 'countries' | 'geoip_country'>

/** The value of `geoip_country` in `settings`: null if neither request nor site know it. */
export const detectedCountry = (
  c: Context,
  env: Pick<Env, 'COUNTRY_HEADER'>,
  { geoip_country }: Sites,
): string | null => countryOfRequest(c.req.raw.headers, env) ?? geoip_country

/** For callers that need a country: the detected one if the site offers it, otherwise the site's first. */
export const countryOf = (c: Context, env: Pick<Env, 'COUNTRY_HEADER'>, settings: Sites): string => {
  const detected = detectedCountry(c, env, settings)
  return detected !== null && settings.countries.includes(detected) ? detected : (settings.countries[0] ?? '')
}

/** @returns an ISO 3166-1 alpha-2 code, or null if the request names no country */
export const countryOfRequest = (headers: Headers, { COUNTRY_HEADER }: Pick<Env, 'COUNTRY_HEADER'>): string | null => {
  const proxied = COUNTRY_HEADER === undefined ? null : codeFrom(headers.get(COUNTRY_HEADER))
  return proxied ?? countryOfLanguages(headers.get('accept-language') ?? '')
}

/** Codes that proxies send for an unknown country and for Tor. */
const UNKNOWN = new Set(['XX', 'T1', 'ZZ'])

const codeFrom = (text: string | null): string | null => {
  const code = text?.trim().toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(code) && !UNKNOWN.has(code) ? code : null
}

/**
 * The region of the first tag, in order of weight, that has one: `it-CH` says Switzerland (RFC 9110 §12.5.4, RFC 5646). English after
 * another language says nothing: Firefox adds `en-US` to the list of every language.
 */
const countryOfLanguages = (header: string): string | null => {
  const tags = header
    .split(',')
    .map((item) => {
      const [tag = '', ...params] = item.trim().split(';')
      const weight = params.map((param) => /^\s*q=([\d.]+)$/.exec(param)?.[1]).find((q) => q !== undefined)
      const region = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(tag)?.[1]
      const isEnglish = /^en(?:-|$)/i.test(tag)
      return { isEnglish, region: codeFrom(region ?? null), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  const prefersEnglish = tags[0]?.isEnglish === true
  return tags.find(({ isEnglish, region }) => region !== null && (prefersEnglish || !isEnglish))?.region ?? null
}
