/** Proposes members who fit [FIND-5]: a bounded look at the most recently active ones, near ones first, then weighed. */
import type { Proposal } from '#contract/entities/match.ts'
import { AGE_MAX, AGE_MIN } from '#contract/limits.ts'
import { ageOn, birthDatesOfAges, dateOf } from '#contract/rules/age.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps } from '../../deps.ts'
import { cardsOf } from './cards.ts'
import type { MatchRow } from './match-queries.ts'
import { fitOf, soughtBy, type Fit } from './match-score.ts'
import { nearestWalk } from './nearest-walk.ts'
import { FROM_THE_TOP, type Walk } from './search-queries.ts'

export const PROPOSALS_MAX = 24

/** One look, and how many of them a place gets at most: whoever likes many is still proposed someone. */
const LOOK = 100
const LOOKS_MAX = 2

/** So many to choose from are enough of one place. */
const ENOUGH = 60

/** No one is proposed who is farther in age, nor beyond what is seemly: half the elder's age and seven. */
const YEARS_MAX = 10

type Candidate = { row: MatchRow; fit: Fit }

/** @returns at most 24, the best first, the same ones as long as nothing changes; none for a member who is gone */
export const findMatches = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  member: number,
): Promise<Proposal[]> => {
  const at = now()
  const [me] = await read.find.matchRows([member], member)
  if (!me) return []
  const showsInterests = settings().visible_profile_fields.includes('interests')
  const weigh = (row: MatchRow): Candidate[] => {
    const fit = row.liked || row.talked ? null : fitOf(me, row, at, showsInterests)
    return fit ? [{ row, fit }] : []
  }

  const everywhere = walkFor(me, dateOf(at))
  const inCountry = { ...everywhere, country: me.country }
  const found = new Map<number, Candidate>()
  if (me.region !== '') await look(read, { ...inCountry, region: me.region }, weigh, found)
  await look(read, inCountry, weigh, found)
  if (found.size < PROPOSALS_MAX) await look(read, everywhere, weigh, found)

  const best = [...found.values()].toSorted(bestFirst).slice(0, PROPOSALS_MAX)
  const ids = best.map(({ row }) => row.id)
  const cards = new Map((await cardsOf(read, ids, member, at, settings().cdn_prefix)).map((card) => [card.id, card]))
  return best.flatMap(({ row, fit }) => {
    const profile = cards.get(row.id)
    return profile ? [{ profile, reasons: fit.reasons }] : []
  })
}

const bestFirst = (one: Candidate, other: Candidate): number =>
  other.fit.score - one.fit.score || other.row.lastActive - one.row.lastActive || other.row.id - one.row.id

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

/** Adds the fitting ones of a walk to those found, until they are enough or it has looked often enough. */
const look = async (
  read: Pick<Queries, 'find'>,
  walk: Walk,
  weigh: (row: MatchRow) => Candidate[],
  found: Map<number, Candidate>,
): Promise<void> => {
  let below = walk.below
  let fitting = 0
  for (let looks = 0; looks < LOOKS_MAX && fitting < ENOUGH; looks += 1) {
    const page = await nearestWalk(read, { ...walk, below })
    const ids = page.map(({ id }) => id)
    for (const candidate of (await read.find.matchRows(ids, walk.viewer)).flatMap(weigh)) {
      found.set(candidate.row.id, candidate)
      fitting += 1
    }
    const last = page.at(-1)
    if (!last || page.length < walk.limit) return
    below = last
  }
}
