/** The assumed country of a visitor: from the request if the site offers it, otherwise the site's own. */
import type { Context } from 'hono'
import type { Settings } from '#contract/entities/settings.ts'
import { countryOfRequest } from '../../adapters/country.ts'
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
