/** The city of the list nearest to a position, found offline [PROF-7]. The position is not stored. */
import type { Geocode } from '#contract/entities/place.ts'
import { kilometresBetween, type Position } from '#contract/rules/distance.ts'
import { places, type City } from './places.ts'

/** A position farther than this from every city has no city. */
export const REACH_KM = 100

type Entry = { city: City; country: string; region: { id: string; name: string } }

const entries: Entry[] = places.flatMap(({ country, regions }) =>
  regions.flatMap((region) => region.cities.map((city) => ({ city, country, region }))),
)

/** Rows of one degree of latitude: cities within reach lie in the position's row or in the adjacent ones. */
const rows = Map.groupBy(entries, ({ city }) => Math.floor(city.lat))

/** A degree of latitude is never shorter than this. */
const DEGREE_KM = 110.5
const ROWS = Math.ceil(REACH_KM / DEGREE_KM)

/** @returns the nearest city within reach, or false; of two equally near, the first of the list */
export const nearestCity = (position: Position, countries: readonly string[]): Geocode | false => {
  const row = Math.floor(position.lat)
  let [nearest, distance]: [Entry | undefined, number] = [undefined, REACH_KM]
  for (let near = row - ROWS; near <= row + ROWS; near += 1) {
    for (const entry of rows.get(near) ?? []) {
      if (Math.abs(entry.city.lat - position.lat) * DEGREE_KM > distance) continue
      const away = kilometresBetween(position, entry.city)
      if (away < distance && countries.includes(entry.country)) [nearest, distance] = [entry, away]
    }
  }
  return nearest ? geocodeOf(nearest) : false
}

const geocodeOf = ({ city, country, region }: Entry): Geocode => ({
  country,
  countryregion: region.id,
  city: city.id,
  region_name: region.name,
  city_name: city.name,
})
