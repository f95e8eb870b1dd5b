/** Which index walk answers a search soonest; whichever it is, they find the same. */
import type { Queries } from '../../db/queries.ts'
import { yearOf, type Position, type Walk } from './search-queries.ts'

/** Up to this many birth years, one short walk for each is quicker than leafing through all ages (measured). */
const NARROW_YEARS = 6

/** How many a walk by activity looks at before the walk by year takes over: what bounds a search for a rare age. */
const SCAN_MAX = 2_000

export const nearestWalk = async ({ find }: Pick<Queries, 'find'>, walk: Walk): Promise<Position[]> => {
  const isWide = walk.region !== undefined || yearOf(walk.to) - yearOf(walk.from) >= NARROW_YEARS
  if (isWide) {
    const recent = await find.walkByActivity(walk, SCAN_MAX)
    if (recent.length === walk.limit) return recent
    // A small region has been seen whole; in a large one an age this rare is found by year sooner.
    if (walk.region !== undefined && !(await find.reachesBeyond(walk, SCAN_MAX))) return recent
  }
  return find.walkByYear(walk)
}
