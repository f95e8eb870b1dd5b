/**
 * Scores how well two members fit, with the reasons [FIND-5]. It uses only data that the member may see. For a reserved
 * profile that is the age, so no proposal reveals the gender that profile looks for [PROF-11].
 */
import type { MatchReason } from '#contract/entities/proposal.ts'
import type { Interest } from '#contract/entities/profile.ts'
import type { DistanceBand } from '#contract/rules/distance.ts'
import type { FactValue } from '#contract/entities/profile-facts.ts'
import { DAY_MS } from '#contract/limits.ts'
import { ageOn } from '#contract/rules/age.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import { distanceBetween } from '../site/places.ts'

type ScoredMember = {
  gender: 'male' | 'female'
  birthDate: string
  country: string
  region: string
  city: string
  /** Privacy mode: place, interests, activity and wishes are not scored [PROF-11]. */
  reserved: boolean
  lastActive: number
  /** A fictional profile never gets the reason “active”, because no person is active [FIND-9]. */
  fictional: boolean
  /** Null if unknown or without consent [ACC-18]. */
  lookingFor: FactValue<'looking_for'> | null
  sexuality: FactValue<'sexuality'> | null
  interests: readonly Interest[]
}

export type MatchFit = {
  score: number
  reasons: MatchReason[]
  /** True within 100 km; false for a reserved profile. */
  isNear: boolean
}

const REASONS_MAX = 3
const INTERESTS_NAMED_MAX = 5

const NEARNESS_POINTS: Record<DistanceBand, number> = {
  same: 40,
  '10': 36,
  '25': 30,
  '50': 22,
  '100': 12,
  '250': 0,
  far: 0,
}
const SAME_REGION_POINTS = 10
const POINTS_PER_INTEREST = 7
const AGE_POINTS = { near: 9, nearest: 15 }
const ACTIVITY_POINTS = 6
const MUTUAL_POINTS = 25

type Point = { points: number; reason: MatchReason }

/**
 * @param showsInterests whether the site shows interests at all
 * @returns null without any reason, or if one of the two does not look for the other's gender
 */
export const fitOf = (me: ScoredMember, other: ScoredMember, now: number, showsInterests: boolean): MatchFit | null => {
  if (!isLookingFor(me, other) || (!other.reserved && !isLookingFor(other, me))) return null
  const shown = other.reserved
    ? []
    : [
        ...nearnessPoints(me, other),
        ...(showsInterests ? interestPoints(me, other) : []),
        ...mutualPoints(me, other),
        ...activityPoints(other, now),
      ]
  const points = [...shown, ...agePoints(me, other, now)]
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
export const wantedGenderOf = ({
  gender,
  lookingFor,
  sexuality,
}: Pick<ScoredMember, 'gender' | 'lookingFor' | 'sexuality'>) => {
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
const isLookingFor = (one: ScoredMember, other: ScoredMember): boolean => {
  const sought = wantedGenderOf(one)
  return sought === null || sought === 'both' || sought === other.gender
}

const mutualPoints = (me: ScoredMember, other: ScoredMember): Point[] =>
  wantedGenderOf(me) === null || wantedGenderOf(other) === null
    ? []
    : [{ points: MUTUAL_POINTS, reason: { kind: 'mutual' } }]

const nearnessPoints = (me: ScoredMember, other: ScoredMember): Point[] => {
  const distance = distanceBetween(me.city, other.city)
  const points = distance === null ? 0 : NEARNESS_POINTS[distance]
  if (distance !== null && points > 0) return [{ points, reason: { kind: 'near', distance } }]
  return me.region !== '' && me.region === other.region
    ? [{ points: SAME_REGION_POINTS, reason: { kind: 'same_region' } }]
    : []
}

const interestPoints = (me: ScoredMember, other: ScoredMember): Point[] => {
  const interests = other.interests.filter((interest) => me.interests.includes(interest)).slice(0, INTERESTS_NAMED_MAX)
  return interests.length === 0
    ? []
    : [{ points: interests.length * POINTS_PER_INTEREST, reason: { kind: 'interests', interests } }]
}

const agePoints = (me: ScoredMember, other: ScoredMember, now: number): Point[] => {
  const ageOf = ({ birthDate, country }: ScoredMember): number => ageOn(birthDate, todayIn(country, now))
  const years = Math.abs(ageOf(me) - ageOf(other))
  return years > 5 ? [] : [{ points: years <= 2 ? AGE_POINTS.nearest : AGE_POINTS.near, reason: { kind: 'age' } }]
}

const activityPoints = (other: ScoredMember, now: number): Point[] =>
  other.fictional || now - other.lastActive > DAY_MS ? [] : [{ points: ACTIVITY_POINTS, reason: { kind: 'active' } }]
