import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { publicPlaces } from './places.ts'

export const siteRoutes = (deps: Deps): Pick<Handlers, 'settings.get' | 'regions.get' | 'geocode.get'> => ({
  'settings.get': async () => {
    const settings = deps.settings()
    return { settings, domain_language: settings.domain_language }
  },
  'geocode.get': async () => ({ geocode: false }),
  'regions.get': async () => ({ countries: publicPlaces() }),
})
