/** The distance between two cities as a band, measured between their centres, and never finer [PROF-13]. */
import type { DistanceBand } from '#contract/entities/profile.ts'
import { bandOf, kilometresBetween } from '#contract/rules/distance.ts'
import { cityOf } from '../site/places.ts'

/** @returns null if a city is unknown */
export const distanceBetween = (one: string, other: string): DistanceBand | null => {
  const [from, to] = [cityOf(one), cityOf(other)]
  if (!from || !to) return null
  return from.id === to.id ? 'same' : bandOf(kilometresBetween(from, to))
}
