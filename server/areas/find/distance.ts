/** The distance between two cities as a band, measured between their centres, and never finer [PROF-13]. */
import { bandOf, kilometresBetween, type DistanceBand } from '#contract/rules/distance.ts'
import type { SearchDistance } from '#contract/rules/search-filter.ts'
import { allCities, cityOf } from '../site/places.ts'

/** @returns null if a city is unknown */
export const distanceBetween = (one: string, other: string): DistanceBand | null => {
  const [from, to] = [cityOf(one), cityOf(other)]
  if (!from || !to) return null
  return from.id === to.id ? 'same' : bandOf(kilometresBetween(from, to))
}

/** The ids of the cities within a distance of a city, itself among them; null if that city is unknown. */
export const citiesWithin = (city: string, distance: SearchDistance): string[] | null => {
  const home = cityOf(city)
  if (!home) return null
  if (distance === 'same') return [city]
  return allCities().flatMap((other) => (kilometresBetween(home, other) <= Number(distance) ? [other.id] : []))
}
