/** Member search [FIND-1] to [FIND-4]: which index walk answers a filter, and a page of what it finds. */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import { birthDatesOfAges, dateOf } from '#contract/rules/age.ts'
import { orderedAges } from '#contract/rules/search-filter.ts'
import { isSearchOpen } from '#contract/rules/search-open.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { cardsOf } from './cards.ts'
import { FROM_THE_TOP, yearOf, type Position, type Walk } from './search-queries.ts'

/** Up to this many birth years, one short walk for each is quicker than leafing through all ages (measured). */
const NARROW_YEARS = 6

/** How many a walk by activity looks at before the walk by year takes over: what bounds a search for a rare age. */
const SCAN_MAX = 2_000

type Query = CallParsed<'members.search'>['query']

/** @param viewer 0 for a visitor */
export const searchMembers = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  viewer: number,
  query: Query,
): Promise<CallAnswer<'members.search'> | Refusal> => {
  if (!isSearchOpen(settings(), viewer !== 0, false)) return refuse('search_closed')
  const size = settings().search_page_size
  const pageNumber = query.page ?? 1
  // One more than a page tells whether there is a next one.
  const walk = walkOf(query, viewer, dateOf(now()), size + 1)
  const isByOffset = query.after === undefined && pageNumber > 1
  const found = isByOffset
    ? await read.find.walkByActivity(walk, -1, (pageNumber - 1) * size)
    : await nearestWalk(read, walk)
  const page = found.slice(0, size)
  const last = page.at(-1)
  return {
    pageNumber,
    results: await cardsOf(
      read,
      page.map(({ id }) => id),
      viewer,
      now(),
      settings().cdn_prefix,
    ),
    limited: false,
    next: found.length > size && last ? `${last.lastActive}-${last.id}` : null,
  }
}

/** Whichever index finds a page soonest; both find the same. */
const nearestWalk = async ({ find }: Pick<Queries, 'find'>, walk: Walk): Promise<Position[]> => {
  if (walk.region !== undefined) return find.walkByActivity(walk, -1, 0)
  if (yearOf(walk.to) - yearOf(walk.from) >= NARROW_YEARS) {
    const recent = await find.walkByActivity(walk, SCAN_MAX, 0)
    if (recent.length === walk.limit) return recent
  }
  return find.walkByYear(walk)
}

const walkOf = (query: Query, viewer: number, today: string, limit: number): Walk => {
  const { min_age, max_age } = orderedAges(query)
  return {
    genders: query.gender === undefined ? ['male', 'female'] : [query.gender],
    country: query.country ?? query.countryregion?.slice(0, 2),
    region: query.countryregion,
    ...birthDatesOfAges(min_age, max_age, today),
    viewer,
    below: positionOf(query.after),
    limit,
  }
}

/** The table of calls has seen to the form. */
const positionOf = (after: string | undefined): Position => {
  if (after === undefined) return FROM_THE_TOP
  const [lastActive, id] = after.split('-').map(Number)
  return { lastActive: lastActive ?? 0, id: id ?? 0 }
}
