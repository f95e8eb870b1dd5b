/** The countries, regions and cities to choose from [PROF-7]. Coordinates are city centres and stay on the server [PROF-13]. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import type { Places, Geocode } from '#contract/entities/place.ts'
import { bandOf, kilometresBetween, type DistanceBand, type Position } from '#contract/rules/distance.ts'
import type { SearchDistance } from '#contract/rules/search-filter.ts'
import { regionFrom, slugOf, type CityLine, type OtherNames } from './places-lines.ts'

export type City = { id: string; name: string; names: OtherNames; population: number; lat: number; lon: number }
type Region = { id: string; name: string; names: OtherNames; cities: City[] }
export type Country = { country: string; regions: Region[] }

const FILE = join(import.meta.dirname, 'places-data.txt')

const cityFrom = (region: string, { name, names, thousands, lat, lon }: CityLine): City => ({
  id: `${region}/${slugOf(name)}`,
  name,
  names,
  population: thousands * 1_000,
  lat,
  lon,
})

const allRegions: Region[] = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map(regionFrom)
  .map(({ id, name, names, cities }) => ({ id, name, names, cities: cities.map((line) => cityFrom(id, line)) }))

export const places: Country[] = DEFAULT_SETTINGS.countries.map((country) => ({
  country,
  regions: allRegions.filter(({ id }) => id.startsWith(`${country}-`)),
}))

const regions = new Map(allRegions.map((region) => [region.id, region]))
const cities = new Map(allRegions.flatMap((region) => region.cities.map((city) => [city.id, city])))

/** A city with its coordinates: for bands of distance only, never for an answer [PROF-13]. */
export const cityOf = (id: string): City | undefined => cities.get(id)

/** The city's own name, or an empty text for an id that is not in the list. */
export const cityName = (id: string): string => cities.get(id)?.name ?? ''

/** The region's own name, or an empty text for an id that is not in the list. */
export const regionName = (id: string): string => regions.get(id)?.name ?? ''

/** Whether country, region and city belong together. */
export const isPlace = (country: string, region: string, city: string): boolean =>
  region.startsWith(`${country}-`) && city.startsWith(`${region}/`) && regions.has(region) && cities.has(city)

/** The answer of the regions call: the places in the countries of the site. */
export const publicPlaces = (countries: readonly string[]): Places =>
  answer.filter(({ country }) => countries.includes(country))

const LARGEST = 5

const answer: Places = places.map(({ country, regions }) => ({
  country,
  regions: regions.map((region) => ({
    ...named(region),
    cities: region.cities.map(named),
  })),
  largest: regions
    .flatMap(({ cities: all }) => all)
    .toSorted((one, other) => other.population - one.population)
    .slice(0, LARGEST)
    .map(({ id }) => id),
}))

/** Only id and names, without coordinates. */
function named({ id, name, names }: Pick<City, 'id' | 'name' | 'names'>) {
  return Object.keys(names).length === 0 ? { id, name } : { id, name, names }
}

/** The distance as a band, measured between the centres, and never finer [PROF-13]. @returns null if a city is unknown */
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
  return [...cities.values()].flatMap((other) => (kilometresBetween(home, other) <= Number(distance) ? [other.id] : []))
}

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

/** The position is not stored [PROF-7]. @returns the nearest city within reach, or false; of two equally near, the first of the list */
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
