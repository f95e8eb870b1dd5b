/**
 * Scores how well two members fit, with the reasons [FIND-5]. It uses only data that the member may see. For a reserved
 * profile that is the age, so no proposal reveals the gender that profile looks for [PROF-11].
 */
import type { MatchReason } from '#contract/entities/match.ts'
import type { Interest } from '#contract/entities/profile.ts'
import type { DistanceBand } from '#contract/rules/distance.ts'
import type { FactValue } from '#contract/entities/profile-facts.ts'
import { DAY_MS } from '#contract/limits.ts'
import { ageOn } from '#contract/rules/age.ts'
import { todayIn } from '#contract/rules/today.ts'
import { distanceBetween } from '../site/places.ts'

export type Weighed = {
  gender: 'male' | 'female'
  birthDate: string
  country: string
  region: string
  city: string
  /** Privacy mode: place, interests, activity and wishes are not scored [PROF-11]. */
  reserved: boolean
  lastActive: number
  /** A fictional profile never gets the reason “active”, because no person is active [ACC-19]. */
  fictional: boolean
  /** Null if unknown or without consent [ACC-18]. */
  lookingFor: FactValue<'looking_for'> | null
  sexuality: FactValue<'sexuality'> | null
  interests: readonly Interest[]
}

export type Fit = {
  score: number
  reasons: MatchReason[]
  /** True within 100 km; false for a reserved profile. */
  isNear: boolean
}

const REASONS_MAX = 3
const INTERESTS_NAMED_MAX = 5

const NEAR: Record<DistanceBand, number> = { same: 40, '10': 36, '25': 30, '50': 22, '100': 12, '250': 0, far: 0 }
const SAME_REGION = 10
const EACH_INTEREST = 7
const MUTUAL = 25

type Point = { points: number; reason: MatchReason }

/**
 * @param showsInterests whether the site shows interests at all
 * @returns null without any reason, or if one of the two does not look for the other's gender
 */
export const fitOf = (me: Weighed, other: Weighed, now: number, showsInterests: boolean): Fit | null => {
  if (!seeks(me, other) || (!other.reserved && !seeks(other, me))) return null
  const shown = other.reserved
    ? []
    : [
        ...nearness(me, other),
        ...(showsInterests ? shared(me, other) : []),
        ...mutual(me, other),
        ...activity(other, now),
      ]
  const points = [...shown, ...closeAge(me, other, now)]
  if (points.length === 0) return null
  return {
    score: points.reduce((sum, one) => sum + one.points, 0),
    isNear: points.some(({ reason }) => reason.kind === 'near'),
    reasons: points
      .toSorted((one, two) => two.points - one.points)
      .slice(0, REASONS_MAX)
      .map(({ reason }) => reason),
  }
}

/** The gender someone looks for: as stated, otherwise by their sexuality; null if neither is known. */
export const soughtBy = ({ gender, lookingFor, sexuality }: Pick<Weighed, 'gender' | 'lookingFor' | 'sexuality'>) => {
  if (lookingFor !== null) return lookingFor
  switch (sexuality) {
    case null:
      return null
    case 'bi':
      return 'both'
    case 'hetero':
      return gender === 'male' ? 'female' : 'male'
    case 'gay':
    case 'lesbian':
      return gender
  }
}

/** Members who have not stated a gender look for anyone. */
const seeks = (one: Weighed, other: Weighed): boolean => {
  const sought = soughtBy(one)
  return sought === null || sought === 'both' || sought === other.gender
}

const mutual = (me: Weighed, other: Weighed): Point[] =>
  soughtBy(me) === null || soughtBy(other) === null ? [] : [{ points: MUTUAL, reason: { kind: 'mutual' } }]

const nearness = (me: Weighed, other: Weighed): Point[] => {
  const distance = distanceBetween(me.city, other.city)
  const points = distance === null ? 0 : NEAR[distance]
  if (distance !== null && points > 0) return [{ points, reason: { kind: 'near', distance } }]
  return me.region !== '' && me.region === other.region
    ? [{ points: SAME_REGION, reason: { kind: 'same_region' } }]
    : []
}

const shared = (me: Weighed, other: Weighed): Point[] => {
  const interests = other.interests.filter((interest) => me.interests.includes(interest)).slice(0, INTERESTS_NAMED_MAX)
  return interests.length === 0
    ? []
    : [{ points: interests.length * EACH_INTEREST, reason: { kind: 'interests', interests } }]
}

const closeAge = (me: Weighed, other: Weighed, now: number): Point[] => {
  const ageOf = ({ birthDate, country }: Weighed): number => ageOn(birthDate, todayIn(country, now))
  const years = Math.abs(ageOf(me) - ageOf(other))
  return years > 5 ? [] : [{ points: years <= 2 ? 15 : 9, reason: { kind: 'age' } }]
}

const activity = (other: Weighed, now: number): Point[] =>
  other.fictional || now - other.lastActive > DAY_MS ? [] : [{ points: 6, reason: { kind: 'active' } }]
