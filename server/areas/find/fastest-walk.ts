/** Picks the fastest index walk for a search. Every walk finds the same profiles. */
import type { Queries } from '../../db/queries.ts'
import { yearOf, type Position, type Walk } from './search-queries.ts'

/** Up to this many birth years, one short walk per year is faster than a walk through all ages (measured). */
const NARROW_YEARS = 6

/** A walk by activity reads at most this many profiles, then the walk by year starts. This bounds rare ages. */
const SCAN_MAX = 2_000

export const fastestWalk = async ({ find }: Pick<Queries, 'find'>, walk: Walk): Promise<Position[]> => {
  const isWide = walk.region !== undefined || yearOf(walk.to) - yearOf(walk.from) >= NARROW_YEARS
  if (isWide) {
    const recent = await find.walkByActivity(walk, SCAN_MAX)
    if (recent.length === walk.limit) return recent
    // A small region was read completely. In a larger one the walk by year finds such a rare age sooner.
    if (walk.region !== undefined && !(await find.reachesBeyond(walk, SCAN_MAX))) return recent
  }
  return find.walkByYear(walk)
}
