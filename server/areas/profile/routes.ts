import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'

type ProfileCalls = 'profile.put' | 'consents.put'

/** Not built yet: every call is refused. */
const later = async () => refuse('server_error')

export const profileRoutes = (_: Deps): Pick<Handlers, ProfileCalls> => ({
  'profile.put': later,
  'consents.put': later,
})
