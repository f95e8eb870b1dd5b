import type { Context } from 'hono'
import { visitorSearch, type VisitorSearch } from '#contract/rules/visibility.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'
import { hasTrafficSource } from '../../http/traffic-source.ts'
import { userOf } from '../account/user-view.ts'
import { findMatches } from './match-finder.ts'
import { viewProfile } from './profile.ts'
import { relatedTo } from './related.ts'
import { countMembers, searchMembers } from './search.ts'
import { VISITOR } from './visibility.ts'

type FindCalls =
  | 'members.search'
  | 'members.count'
  | 'members.get'
  | 'members.related'
  | 'match_finder.get'
  | 'profile.get'

export const findRoutes = (deps: Deps): Pick<Handlers, FindCalls> => {
  const searchFor = (c: Context): VisitorSearch => visitorSearch(deps.settings(), hasTrafficSource(c))

  return {
    'members.search': ({ query }, caller, c) => searchMembers(deps, caller?.id ?? 0, query, searchFor(c)),
    'members.count': ({ query }, caller) => countMembers(deps, caller.id, query),
    'members.get': ({ params }, caller, c) => viewProfile(deps, caller ?? VISITOR, params.id, searchFor(c)),
    'members.related': ({ params }, caller, c) => relatedTo(deps, caller ?? VISITOR, params.id, searchFor(c)),
    'match_finder.get': async ({ query }, caller) => ({ results: await findMatches(deps, caller.id, query.gender) }),
    'profile.get': async (_, caller) => {
      const user = await userOf(deps.read, caller.id, deps.now(), deps.settings())
      return user ? { profile: user.profile } : refuse('not_found')
    },
  }
}
