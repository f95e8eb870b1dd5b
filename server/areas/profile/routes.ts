import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { changeProfile, changeConsent } from './change-profile.ts'

export const profileRoutes = (deps: Deps): Pick<Handlers, 'profile.put' | 'consents.put'> => ({
  'profile.put': ({ body }, caller) => changeProfile(deps, caller.id, body),
  'consents.put': ({ params, body }, caller) => changeConsent(deps, caller.id, params.consent, body.given),
})
