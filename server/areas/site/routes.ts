import type { Context } from 'hono'
import * as v from 'valibot'
import { INTERESTS } from '#contract/entities/profile.ts'
import { Settings } from '#contract/entities/settings.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { CountryCode } from '#contract/fields.ts'
import { withoutPersonal } from '#contract/rules/failure-words.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { minimumMessageCosts } from '../money/price-of-order.ts'
import { detectedCountry } from './country.ts'
import { nearestCity, publicPlaces } from './places.ts'

type SiteCalls =
  | 'settings.get'
  | 'regions.get'
  | 'interests.get'
  | 'companyinfo.get'
  | 'page_hidden'
  | 'failures.report'
  | 'geocode.get'

export const siteRoutes = (deps: Deps): Pick<Handlers, SiteCalls> => ({
  'settings.get': async (_, __, c) => {
    const settings = settingsAsked(deps, c)
    return {
      // The schema leaves out the business's private values.
      settings: v.parse(Settings, {
        ...settings,
        geoip_country: detectedCountry(c, deps.env, settings),
        minimum_message_costs: minimumMessageCosts(settings),
      }),
      domain_language: settings.domain_language,
    }
  },
  'geocode.get': async ({ query }) => ({ geocode: nearestCity(query, deps.settings().countries) }),
  'interests.get': async () => ({ interests: [...INTERESTS] }),
  'companyinfo.get': async () => ({ companyinfo: deps.settings().company }),
  // The log counts page exits, without any data about the visitor.
  page_hidden: async () => {
    deps.log.info({ event: 'page_hidden' }, 'page hidden')
    return {}
  },
  // Anyone can send any text here, so personal data is removed once more.
  'failures.report': async ({ body }) => {
    deps.log.error({ event: 'screen_failed', words: withoutPersonal(body.message) }, 'screen failed')
    return {}
  },
  'regions.get': async () => ({ countries: publicPlaces(deps.settings().countries) }),
})

const Domain = v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z0-9.-]{1,253}$/))

/** §7 the settings of the forced domain, otherwise of the called one, with the country the visitor selected. */
const settingsAsked = (deps: Deps, c: Context): SiteSettings => {
  const { searchParams } = new URL(c.req.url)
  const asked = v.safeParse(Domain, searchParams.get('domain'))
  const country = v.safeParse(CountryCode, searchParams.get('country'))
  const settings = (asked.success ? deps.at(asked.output) : deps).settings()
  return country.success ? { ...settings, geoip_selected_country: country.output } : settings
}
