/** Profiles related to this one: same country and gender, similar age, the most recently active first [FIND-6]. */
import type { CallAnswer } from '#contract/calls.ts'
import { AGE_MAX, AGE_MIN } from '#contract/limits.ts'
import { ageOn, birthDatesOfAges } from '#contract/rules/age.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import type { VisitorSearch } from '#contract/rules/visibility.ts'
import type { Deps } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { cardsOf, fictionLast } from './cards.ts'
import { fastestWalk } from './walks.ts'
import { FROM_THE_TOP } from './search-queries.ts'
import { viewerOf, type Asker, seenBy } from './visibility.ts'

/** Maximum age difference in years. If few profiles match, the list stays short: it never widens silently [FIND-8]. */
const NEAR_YEARS = 4

const RELATED_MAX = 8

/** @param search the site's setting for visitors */
export const relatedTo = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  asker: Asker,
  id: number,
  search: VisitorSearch,
): Promise<CallAnswer<'members.related'> | Refusal> => {
  const seen = seenBy(viewerOf(asker, id, search), await read.find.relation(asker.id, id))
  if (isRefusal(seen)) return seen
  // Related profiles would reveal the hidden country and gender of a reserved profile [PROF-11].
  if (!seen.isFull) return { results: [] }
  const [profile] = await read.find.cards([id], asker.id)
  if (!profile) return refuse('not_found')

  const today = todayIn(profile.country, now())
  const age = ageOn(profile.birthDate, today)
  const found = await fastestWalk(read, {
    genders: [profile.gender],
    country: profile.country,
    ...birthDatesOfAges(Math.max(AGE_MIN, age - NEAR_YEARS), Math.min(AGE_MAX, age + NEAR_YEARS), today),
    viewer: asker.id,
    below: FROM_THE_TOP,
    // One extra row, because the search usually finds the profile itself.
    limit: RELATED_MAX + 1,
  })
  const others = found.map((one) => one.id).filter((one) => one !== id)
  const ids = others.slice(0, RELATED_MAX)
  return { results: fictionLast(await cardsOf(read, ids, asker.id, now(), settings().cdn_prefix)) }
}
