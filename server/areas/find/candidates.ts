/** Candidates for a member: bounded looks at recently active members, near ones first, then sorted by score [FIND-5]. */
import { setImmediate } from 'node:timers/promises'
import { AGE_MAX, AGE_MIN } from '#contract/limits.ts'
import { ageOn, birthDatesOfAges } from '#contract/rules/age.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps } from '../../deps.ts'
import type { MatchRow } from './match-queries.ts'
import { fitOf, wantedGenderOf, type MatchFit } from './match-score.ts'
import { fastestWalk } from './walks.ts'
import { FROM_THE_TOP, type Walk } from './search-queries.ts'

type Candidate = { row: MatchRow; fit: MatchFit }

type CandidateWish = {
  /** True for members to leave out, however well they fit. */
  leavesOut: (row: MatchRow) => boolean
  /** The search goes beyond the country only if it finds fewer than this. */
  count: number
  /** The maximum number of looks per place. Members who know many profiles need more looks to find someone new. */
  looksMax: number
  /** The gender the member wants to meet, if only their device knows it [ACC-19]. */
  gender?: 'male' | 'female' | undefined
}

/** The number of members per look. */
const LOOK = 100

/** After this many candidates a place has enough. */
const ENOUGH = 60

/** Maximum age difference. A second bound applies as well: at least half the elder's age plus seven. */
const YEARS_MAX = 10

/** @returns the best first, the same list while nothing changes; empty if the member is gone */
export const candidatesFor = async (
  { read, settings }: Pick<Deps, 'read' | 'settings'>,
  member: number,
  at: number,
  wanted: CandidateWish,
): Promise<Candidate[]> => {
  const [row] = await read.find.matchRows([member], member)
  if (!row) return []
  const me = { ...row, lookingFor: wanted.gender ?? row.lookingFor }
  const showsInterests = settings().visible_profile_fields.includes('interests')
  const found = new Map<number, Candidate>()
  const fits = (row: MatchRow): MatchFit | null => (wanted.leavesOut(row) ? null : fitOf(me, row, at, showsInterests))

  const everywhere = walkFor(me, todayIn(me.country, at))
  const inCountry = { ...everywhere, country: me.country }
  const lookAlong = (walk: Walk): Promise<void> => look(read, walk, { fits, looksMax: wanted.looksMax, found })
  if (me.region !== '') await lookAlong({ ...inCountry, region: me.region })
  await lookAlong(inCountry)
  if (found.size < wanted.count) await lookAlong(everywhere)
  return [...found.values()].toSorted(bestFirstIn(me.country))
}

/**
 * No list starts with fiction: a fictional profile comes after every real person [FIND-9]. Interests in common do not shorten a
 * journey: a person far away in another country comes after those of the member's own.
 */
const bestFirstIn = (country: string) => (one: Candidate, other: Candidate) =>
  Number(one.row.fictional) - Number(other.row.fictional) ||
  Number(isAbroad(one, country)) - Number(isAbroad(other, country)) ||
  other.fit.score - one.fit.score ||
  shownActivity(other.row) - shownActivity(one.row) ||
  other.row.id - one.row.id

/** A city near the border is not abroad. The order must not reveal the country of a reserved profile [PROF-11]. */
const isAbroad = ({ row, fit }: Candidate, country: string): boolean =>
  row.reserved || (row.country !== country && !fit.isNear)

/** The order among equal scores must not reveal when a reserved profile was last active [PROF-11]. */
const shownActivity = ({ reserved, lastActive }: MatchRow): number => (reserved ? 0 : lastActive)

const walkFor = (me: MatchRow, today: string): Walk => {
  const age = ageOn(me.birthDate, today)
  const [youngest, eldest] = [Math.ceil(age / 2 + 7), (age - 7) * 2]
  const from = Math.max(AGE_MIN, youngest, age - YEARS_MAX)
  const sought = wantedGenderOf(me)
  return {
    genders: sought === null || sought === 'both' ? ['male', 'female'] : [sought],
    ...birthDatesOfAges(from, Math.max(from, Math.min(AGE_MAX, eldest, age + YEARS_MAX)), today),
    viewer: me.id,
    below: FROM_THE_TOP,
    limit: LOOK,
  }
}

type Looking = { fits: (row: MatchRow) => MatchFit | null; looksMax: number; found: Map<number, Candidate> }

/** Adds the fitting members of a walk to `found`, until there are enough or `looksMax` is reached. */
const look = async (read: Pick<Queries, 'find'>, walk: Walk, { fits, looksMax, found }: Looking): Promise<void> => {
  let below = walk.below
  let fitting = 0
  for (let looks = 0; looks < looksMax && fitting < ENOUGH; looks += 1) {
    // Thirty looks in one turn would hold up everybody's requests for 20 ms.
    await setImmediate()
    const page = await fastestWalk(read, { ...walk, below })
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
