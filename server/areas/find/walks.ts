/** Walks along the indexes of search: for a plain search the fastest index, for a narrow search several that are merged. */
import type { Queries } from '../../db/queries.ts'
import type { Arm, NarrowWish } from './narrow-queries.ts'
import { latestFirst, type SearchPosition, type Walk, yearOf } from './search-queries.ts'

export type NarrowWalk = Walk & {
  photo: boolean
  online: boolean
  since: number
  /** The cities near the member, if the search is by distance. */
  cities?: readonly string[] | undefined
}

/** @property end the position to continue from if the walk stopped before it found `limit` people; null if all were read */
export type FoundRows = { rows: SearchPosition[]; end: SearchPosition | null }

/** After this many rows a page ends, however few people it has found. */
export const NARROW_ROWS_MAX = 4_000
/** The number of rows of a step: small at first, because a search by distance has many cities. */
const FIRST_STEP = 32
const STEP = 400

/** Up to this many birth years, one arm per year reads nobody of another age, and rare ages are found soon. */
const FEW_YEARS = 25

type Branch = { arm: Arm; found: SearchPosition[]; step: SearchPosition[]; below: SearchPosition; isDone: boolean }

/** The queries that a walk needs. */
type Reads = { find: Pick<Queries['find'], 'narrowStep' | 'seenAmong'> }

/**
 * Merges the arms of a narrow search in order of activity. The work of one page is bounded whatever the filter finds: a
 * walk that has read enough stops and names the position to continue from, so a page may be short [FIND-1].
 */
export const narrowWalk = async ({ find }: Reads, walk: NarrowWalk): Promise<FoundRows> => {
  const wanted: NarrowWish = walk
  const branches = armsOf(walk).map((arm): Branch => ({ arm, found: [], step: [], below: walk.below, isDone: false }))
  let read = 0
  const readStep = async (branch: Branch, scan: number): Promise<void> => {
    const rows = await find.narrowStep(branch.arm, wanted, branch.below, scan)
    read += rows.length
    branch.found.push(...rows.filter(({ isWanted }) => isWanted).map(({ id, lastActive }) => ({ id, lastActive })))
    branch.step = rows
    branch.below = rows.at(-1) ?? branch.below
    branch.isDone = rows.length < scan
  }
  // Asked at once: a database in another process answers several branches in the time of one.
  await Promise.all(branches.map((branch) => readStep(branch, FIRST_STEP)))
  for (;;) {
    // Nobody below the newest position that a branch has reached is known yet.
    const open = branches.filter(({ isDone }) => !isDone).toSorted((one, other) => latestFirst(one.below, other.below))
    const [newest] = open
    const rows = upTo(branches, newest?.below ?? null, walk.limit)
    if (!newest || rows.length === walk.limit) return { rows, end: null }
    const end = read >= NARROW_ROWS_MAX ? await lastSeen(find, newest, wanted) : null
    if (end) return { rows: upTo(branches, end, walk.limit), end }
    await readStep(newest, STEP)
  }
}

/** The people found so far, down to a position. */
const upTo = (branches: readonly Branch[], last: SearchPosition | null, limit: number): SearchPosition[] =>
  branches
    .flatMap(({ found }) => found)
    .filter((row) => !last || latestFirst(row, last) <= 0)
    .toSorted(latestFirst)
    .slice(0, limit)

/** The number of a step's last people that one query asks for. Nearly always the first query finds one. */
const LAST_ROWS = 8

/** A cursor names a person with the time of the last activity, so it must be one whom the viewer may see [CHAT-9], [PROF-11]. */
const lastSeen = async (
  find: Reads['find'],
  { step, arm }: Branch,
  wanted: NarrowWish,
): Promise<SearchPosition | null> => {
  for (let end = step.length; end > 0; end -= LAST_ROWS) {
    const ids = step.slice(Math.max(0, end - LAST_ROWS), end).map(({ id }) => id)
    const seen = new Set(await find.seenAmong(ids, arm, wanted))
    const last = step.findLast(({ id }) => seen.has(id))
    if (last) return { id: last.id, lastActive: last.lastActive }
  }
  return null
}

const armsOf = ({ genders, country, region, cities, from, to }: NarrowWalk): Arm[] => {
  if (cities) return genders.flatMap((gender) => cities.map((city): Arm => ({ gender, city })))
  const [first, last] = [yearOf(from), yearOf(to)]
  const places = genders.map((gender): Arm => ({ gender, country, region }))
  if (last - first >= FEW_YEARS) return places
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return places.flatMap((place) => years.map((year): Arm => ({ ...place, year })))
}

/** Up to this many birth years, one short walk per year is faster than a walk through all ages (measured). */
const NARROW_YEARS = 6

/** A walk by activity reads at most this many profiles, then the walk by year starts. This bounds rare ages. */
const SCAN_MAX = 2_000

/** Picks the fastest index walk for a search. Every walk finds the same profiles. */
export const fastestWalk = async ({ find }: Pick<Queries, 'find'>, walk: Walk): Promise<SearchPosition[]> => {
  const isWide = walk.region !== undefined || yearOf(walk.to) - yearOf(walk.from) >= NARROW_YEARS
  if (isWide) {
    const recent = await find.walkByActivity(walk, SCAN_MAX)
    if (recent.length === walk.limit) return recent
    // A small region was read completely. In a larger one the walk by year finds such a rare age sooner.
    if (walk.region !== undefined && !(await find.reachesBeyond(walk, SCAN_MAX))) return recent
  }
  return find.walkByYear(walk)
}
