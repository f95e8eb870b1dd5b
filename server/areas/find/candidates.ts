/** Who fits a member: a bounded look at the most recently active ones, near ones first, then weighed [FIND-5]. */
import { AGE_MAX, AGE_MIN } from '#contract/limits.ts'
import { ageOn, birthDatesOfAges, dateOf } from '#contract/rules/age.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps } from '../../deps.ts'
import type { MatchRow } from './match-queries.ts'
import { fitOf, soughtBy, type Fit } from './match-score.ts'
import { nearestWalk } from './nearest-walk.ts'
import { FROM_THE_TOP, type Walk } from './search-queries.ts'

export type Candidate = { row: MatchRow; fit: Fit }

type Wanted = {
  /** Who is none of those wanted, however well they fit. */
  leavesOut: (row: MatchRow) => boolean
  /** The country is enough where it has so many. */
  count: number
  /** How many looks a place gets at most: whoever knows many already is still found someone. */
  looksMax: number
  /** The gender the member wants to meet, where only their device knows it [ACC-19]. */
  gender?: 'male' | 'female' | undefined
}

/** How many are looked at at once. */
const LOOK = 100

/** So many to choose from are enough of one place. */
const ENOUGH = 60

/** No one is proposed who is farther in age, nor beyond what is seemly: half the elder's age and seven. */
const YEARS_MAX = 10

/** @returns the best first, the same ones as long as nothing changes; none for a member who is gone */
export const candidatesFor = async (
  { read, settings }: Pick<Deps, 'read' | 'settings'>,
  member: number,
  at: number,
  wanted: Wanted,
): Promise<Candidate[]> => {
  const [row] = await read.find.matchRows([member], member)
  if (!row) return []
  const me = { ...row, lookingFor: wanted.gender ?? row.lookingFor }
  const showsInterests = settings().visible_profile_fields.includes('interests')
  const found = new Map<number, Candidate>()
  const fits = (row: MatchRow): Fit | null => (wanted.leavesOut(row) ? null : fitOf(me, row, at, showsInterests))

  const everywhere = walkFor(me, dateOf(at))
  const inCountry = { ...everywhere, country: me.country }
  const lookAlong = (walk: Walk): Promise<void> => look(read, walk, { fits, looksMax: wanted.looksMax, found })
  if (me.region !== '') await lookAlong({ ...inCountry, region: me.region })
  await lookAlong(inCountry)
  if (found.size < wanted.count) await lookAlong(everywhere)
  return [...found.values()].toSorted(bestFirst)
}

const bestFirst = (one: Candidate, other: Candidate): number =>
  other.fit.score - one.fit.score || shownActivity(other.row) - shownActivity(one.row) || other.row.id - one.row.id

/** The place among equals must not say when a reserved profile was last here [PROF-11]. */
const shownActivity = ({ reserved, lastActive }: MatchRow): number => (reserved ? 0 : lastActive)

const walkFor = (me: MatchRow, today: string): Walk => {
  const age = ageOn(me.birthDate, today)
  const [youngest, eldest] = [Math.ceil(age / 2 + 7), (age - 7) * 2]
  const from = Math.max(AGE_MIN, youngest, age - YEARS_MAX)
  const sought = soughtBy(me)
  return {
    genders: sought === null || sought === 'both' ? ['male', 'female'] : [sought],
    ...birthDatesOfAges(from, Math.max(from, Math.min(AGE_MAX, eldest, age + YEARS_MAX)), today),
    viewer: me.id,
    below: FROM_THE_TOP,
    limit: LOOK,
  }
}

type Looking = { fits: (row: MatchRow) => Fit | null; looksMax: number; found: Map<number, Candidate> }

/** Adds the fitting ones of a walk to those found, until they are enough or it has looked often enough. */
const look = async (read: Pick<Queries, 'find'>, walk: Walk, { fits, looksMax, found }: Looking): Promise<void> => {
  let below = walk.below
  let fitting = 0
  for (let looks = 0; looks < looksMax && fitting < ENOUGH; looks += 1) {
    const page = await nearestWalk(read, { ...walk, below })
    const ids = page.map(({ id }) => id)
    for (const row of await read.find.matchRows(ids, walk.viewer)) {
      const fit = fits(row)
      if (!fit) continue
      found.set(row.id, { row, fit })
      fitting += 1
    }
    const last = page.at(-1)
    if (!last || page.length < walk.limit) return
    below = last
  }
}
