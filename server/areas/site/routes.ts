import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { Handlers } from '../../http/mount.ts'
import { detectedCountry } from './country.ts'
import { nearestCity } from './nearest-city.ts'
import { publicPlaces } from './places.ts'

export const siteRoutes = (deps: Deps): Pick<Handlers, 'settings.get' | 'regions.get' | 'geocode.get'> => ({
  'settings.get': async (_, __, c) => {
    const settings = deps.settings()
    return {
      settings: { ...settings, geoip_country: detectedCountry(c, deps.env, settings) },
      domain_language: settings.domain_language,
    }
  },
  'geocode.get': async ({ query }, _, c) => {
    const refused = deps.rates('geocode', addressOf(c, deps.env))
    return refused ?? { geocode: nearestCity(query, deps.settings().countries) }
  },
  'regions.get': async () => ({ countries: publicPlaces(deps.settings().countries) }),
})
