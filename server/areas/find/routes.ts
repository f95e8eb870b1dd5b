import type { Context } from 'hono'
import { visitorSearch, type VisitorSearch } from '#contract/rules/search-open.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { hasTrafficSource } from '../../http/traffic-source.ts'
import { userOf } from '../account/user-view.ts'
import { findMatches } from './match-finder.ts'
import { viewProfile } from './profile.ts'
import { relatedTo } from './related.ts'
import { searchMembers } from './search.ts'
import { VISITOR } from './standing.ts'

type FindCalls = 'members.search' | 'members.get' | 'members.related' | 'match_finder.get' | 'profile.get'

export const findRoutes = (deps: Deps): Pick<Handlers, FindCalls> => {
  /** Looking at members is counted, so that nobody copies them all [SAFE-6]. */
  const tooOften = (caller: Caller | null, c: Context): Refusal | null =>
    deps.rates('view', caller?.id ?? addressOf(c, deps.env))
  const searchFor = (c: Context): VisitorSearch => visitorSearch(deps.settings(), hasTrafficSource(c))

  return {
    'members.search': async ({ query }, caller, c) =>
      tooOften(caller, c) ?? (await searchMembers(deps, caller?.id ?? 0, query, searchFor(c))),
    'members.get': async ({ params }, caller, c) =>
      tooOften(caller, c) ?? (await viewProfile(deps, caller ?? VISITOR, params.id, searchFor(c))),
    'members.related': async ({ params }, caller, c) =>
      tooOften(caller, c) ?? (await relatedTo(deps, caller ?? VISITOR, params.id, searchFor(c))),
    'match_finder.get': async (_, caller) => ({ results: await findMatches(deps, caller.id) }),
    'profile.get': async (_, caller) => {
      const user = await userOf(deps.read, caller.id, deps.now(), deps.settings())
      return user ? { profile: user.profile } : refuse('not_found')
    },
  }
}
