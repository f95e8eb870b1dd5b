/** The country a visitor is taken to be in: the request's where the site knows it, else the site's own. */
import type { Context } from 'hono'
import type { Settings } from '#contract/entities/settings.ts'
import { countryOfRequest } from '../../adapters/country.ts'
import type { Env } from '../../env.ts'

type Sites = Pick<Settings, 'countries' | 'geoip_country'>

/** What `settings` answers as `geoip_country`: null where neither request nor site say. */
export const detectedCountry = (
  c: Context,
  env: Pick<Env, 'COUNTRY_HEADER'>,
  { geoip_country }: Sites,
): string | null => countryOfRequest(c.req.raw.headers, env) ?? geoip_country

/** For what must have a country: the detected one if the site is for it, else the site's first. */
export const countryOf = (c: Context, env: Pick<Env, 'COUNTRY_HEADER'>, settings: Sites): string => {
  const detected = detectedCountry(c, env, settings)
  return detected !== null && settings.countries.includes(detected) ? detected : (settings.countries[0] ?? '')
}
