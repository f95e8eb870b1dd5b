/** Member search [FIND-1] to [FIND-4]: one page of profiles that match a filter. */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import { SEARCH_COUNT_MAX, SEARCH_PAGES_BY_NUMBER_MAX } from '#contract/limits.ts'
import { birthDatesOfAges, dateOf } from '#contract/rules/age.ts'
import { offeredFilter, orderedAges } from '#contract/rules/search-filter.ts'
import type { VisitorSearch } from '#contract/rules/search-open.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { cardsOf } from './cards.ts'
import { nearestWalk } from './nearest-walk.ts'
import { FROM_THE_TOP, type Position, type Walk } from './search-queries.ts'

type Query = CallParsed<'members.search'>['query']

/** @param viewer 0 for a visitor; @param search the site's setting for visitors */
export const searchMembers = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  viewer: number,
  wanted: Query,
  search: VisitorSearch,
): Promise<CallAnswer<'members.search'> | Refusal> => {
  if (viewer === 0 && search === 'none') return refuse('search_closed')
  const limited = viewer === 0 && search === 'limited'
  const offered = offeredFilter(wanted, settings().search_fields)
  const query = limited ? firstPage(offered) : offered
  const size = settings().search_page_size
  const pageNumber = query.page ?? 1
  // One row more than a page shows whether there is a next page.
  const walk = walkOf(query, viewer, dateOf(now()), size + 1)
  const isByNumber = query.after === undefined && pageNumber > 1
  if (isByNumber && pageNumber > SEARCH_PAGES_BY_NUMBER_MAX)
    return refuse('invalid_input', { fields: { page: 'out_of_range' } })
  const found = isByNumber ? await pageByNumber(read, walk, pageNumber) : await nearestWalk(read, walk)
  const page = found.slice(0, size)
  const ids = page.map(({ id }) => id)
  const last = page.at(-1)
  return {
    pageNumber,
    results: await cardsOf(read, ids, viewer, now(), settings().cdn_prefix),
    limited,
    next: !limited && found.length > size && last ? `${last.lastActive}-${last.id}` : null,
  }
}

/** Counts the people of a filter, at most 500 of them: the work is that of the counted rows, not of the members. */
export const countMembers = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  viewer: number,
  wanted: CallParsed<'members.count'>['query'],
): Promise<CallAnswer<'members.count'>> => {
  const filter = offeredFilter(wanted, settings().search_fields)
  const found = await read.find.countByYear(walkOf(filter, viewer, dateOf(now()), SEARCH_COUNT_MAX + 1))
  return { count: Math.min(found, SEARCH_COUNT_MAX), more: found > SEARCH_COUNT_MAX }
}

/** Walks page by page: for a rare age an offset would read every profile [FIND-1]. */
const pageByNumber = async (read: Deps['read'], walk: Walk, pageNumber: number): Promise<Position[]> => {
  const size = walk.limit - 1
  let below = walk.below
  for (let page = 1; page < pageNumber; page += 1) {
    const last = (await nearestWalk(read, { ...walk, below, limit: size })).at(size - 1)
    if (!last) return []
    below = last
  }
  return nearestWalk(read, { ...walk, below })
}

/** With limited search, visitors always get the first page [FIND-4]. */
const firstPage = (query: Query): Query => ({ ...query, page: undefined, after: undefined })

const walkOf = (query: Omit<Query, 'page'>, viewer: number, today: string, limit: number): Walk => {
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

/** The table of calls has already validated the format. */
const positionOf = (after: string | undefined): Position => {
  if (after === undefined) return FROM_THE_TOP
  const [lastActive, id] = after.split('-').map(Number)
  return { lastActive: lastActive ?? 0, id: id ?? 0 }
}
