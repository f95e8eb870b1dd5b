import * as v from 'valibot'
import { INTERESTS } from '#contract/entities/profile.ts'
import { Settings } from '#contract/entities/settings.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { Handlers } from '../../http/mount.ts'
import { minimumMessageCosts } from '../money/message-costs.ts'
import { detectedCountry } from './country.ts'
import { nearestCity } from './nearest-city.ts'
import { publicPlaces } from './places.ts'

type SiteCalls = 'settings.get' | 'regions.get' | 'interests.get' | 'companyinfo.get' | 'page_hidden' | 'geocode.get'

export const siteRoutes = (deps: Deps): Pick<Handlers, SiteCalls> => ({
  'settings.get': async (_, __, c) => {
    const settings = deps.settings()
    return {
      // What the business goes by is left out.
      settings: v.parse(Settings, {
        ...settings,
        geoip_country: detectedCountry(c, deps.env, settings),
        minimum_message_costs: minimumMessageCosts(settings),
      }),
      domain_language: settings.domain_language,
    }
  },
  'geocode.get': async ({ query }, _, c) => {
    const refused = deps.rates('geocode', addressOf(c, deps.env))
    return refused ?? { geocode: nearestCity(query, deps.settings().countries) }
  },
  'interests.get': async () => ({ interests: [...INTERESTS] }),
  'companyinfo.get': async () => ({ companyinfo: deps.settings().company }),
  page_hidden: async () => ({}),
  'regions.get': async () => ({ countries: publicPlaces(deps.settings().countries) }),
})
