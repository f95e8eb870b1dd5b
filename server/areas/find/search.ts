/** Member search [FIND-1] to [FIND-4]: one page of profiles that match a filter. */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import { ONLINE_MS, SEARCH_COUNT_MAX, SEARCH_PAGES_BY_NUMBER_MAX } from '#contract/limits.ts'
import { birthDatesOfAges, dateOf } from '#contract/rules/age.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import { offeredFilter, orderedAges } from '#contract/rules/search-filter.ts'
import type { VisitorSearch } from '#contract/rules/visibility.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { cardsOf, fictionLast } from './cards.ts'
import { citiesWithin } from '../site/places.ts'
import { narrowWalk, type FoundRows, type NarrowWalk, fastestWalk } from './walks.ts'
import { FROM_THE_TOP, type SearchPosition } from './search-queries.ts'

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
  const isByNumber = query.after === undefined && pageNumber > 1
  if (isByNumber && pageNumber > SEARCH_PAGES_BY_NUMBER_MAX)
    return refuse('invalid_input', { fields: { page: 'out_of_range' } })
  // One row more than a page shows whether there is a next page.
  const walk = await walkOf(read, query, { viewer, now: now(), limit: size + 1 })
  if (walk === 'no_home') return NO_HOME
  const { rows, end } = isByNumber ? await pageByNumber(read, walk, pageNumber) : await walked(read, walk)
  const page = rows.slice(0, size)
  const ids = page.map(({ id }) => id)
  const last = rows.length > size ? page.at(-1) : end
  return {
    pageNumber,
    results: fictionLast(await cardsOf(read, ids, viewer, now(), settings().cdn_prefix)),
    limited,
    next: !limited && last ? `${last.lastActive}-${last.id}` : null,
  }
}

/** A distance is one from the member's city, so a visitor, or a member who has stated none, cannot search by it. */
const NO_HOME = refuse('invalid_input', { fields: { distance: 'place_unknown' } })

/** Counts the people of a filter, at most 500 of them: the work is that of the counted rows, not of the members. */
export const countMembers = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  viewer: number,
  wanted: CallParsed<'members.count'>['query'],
): Promise<CallAnswer<'members.count'> | Refusal> => {
  const filter = offeredFilter(wanted, settings().search_fields)
  const walk = await walkOf(read, filter, { viewer, now: now(), limit: SEARCH_COUNT_MAX + 1 })
  if (walk === 'no_home') return NO_HOME
  if (!isNarrow(walk)) {
    const found = await read.find.countByYear(walk)
    return { count: Math.min(found, SEARCH_COUNT_MAX), more: found > SEARCH_COUNT_MAX }
  }
  const { rows, end } = await narrowWalk(read, walk)
  return { count: Math.min(rows.length, SEARCH_COUNT_MAX), more: rows.length > SEARCH_COUNT_MAX || end !== null }
}

/** Which of the two kinds of walks a filter needs. */
const isNarrow = ({ cities, online, photo }: NarrowWalk): boolean => cities !== undefined || online || photo

const walked = async (read: Deps['read'], walk: NarrowWalk): Promise<FoundRows> =>
  isNarrow(walk) ? narrowWalk(read, walk) : { rows: await fastestWalk(read, walk), end: null }

/** Walks page by page: for a rare age an offset would read every profile [FIND-1]. */
const pageByNumber = async (read: Deps['read'], walk: NarrowWalk, pageNumber: number): Promise<FoundRows> => {
  const size = walk.limit - 1
  let below = walk.below
  for (let page = 1; page < pageNumber; page += 1) {
    const { rows, end } = await walked(read, { ...walk, below, limit: size })
    const last = rows.at(size - 1)
    // A walk that stopped early has read enough for one request: its end is the place from which the caller continues.
    if (!last) return { rows: [], end }
    below = last
  }
  return walked(read, { ...walk, below })
}

/** With limited search, visitors always get the first page [FIND-4]. */
const firstPage = (query: Query): Query => ({ ...query, page: undefined, after: undefined })

const walkOf = async (
  read: Deps['read'],
  query: Omit<Query, 'page'>,
  { viewer, now, limit }: { viewer: number; now: number; limit: number },
): Promise<NarrowWalk | 'no_home'> => {
  const { min_age, max_age } = orderedAges(query)
  const country = query.country ?? query.countryregion?.slice(0, 2)
  const cities = query.distance && citiesWithin(viewer === 0 ? '' : await read.find.homeCity(viewer), query.distance)
  if (cities === null) return 'no_home'
  return {
    genders: query.gender === undefined ? ['male', 'female'] : [query.gender],
    country,
    region: query.countryregion,
    cities,
    photo: query.photo !== undefined,
    online: query.online !== undefined,
    since: query.online === undefined ? 0 : now - ONLINE_MS + 1,
    // As on the cards: a birthday begins with the day of the country [ACC-3].
    ...birthDatesOfAges(min_age, max_age, country === undefined ? dateOf(now) : todayIn(country, now)),
    viewer,
    below: positionOf(query.after),
    limit,
  }
}

/** The table of calls has already validated the format. */
const positionOf = (after: string | undefined): SearchPosition => {
  if (after === undefined) return FROM_THE_TOP
  const [lastActive, id] = after.split('-').map(Number)
  return { lastActive: lastActive ?? 0, id: id ?? 0 }
}
