import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'
import { userOf } from '../account/user-view.ts'
import { viewProfile } from './profile.ts'
import { searchMembers } from './search.ts'

export const findRoutes = (
  deps: Deps,
): Pick<Handlers, 'members.search' | 'members.get' | 'members.related' | 'match_finder.get' | 'profile.get'> => ({
  'members.search': ({ query }, caller) => searchMembers(deps, caller?.id ?? 0, query),
  'members.get': ({ params }, caller) => viewProfile(deps, caller?.id ?? 0, params.id),
  'members.related': async () => ({ results: [] }),
  'match_finder.get': async () => ({ results: [] }),
  'profile.get': async (_, caller) => {
    const user = await userOf(deps.read, caller.id, deps.now(), deps.settings())
    return user ? { profile: user.profile } : refuse('not_found')
  },
})
