/** The countries, regions and cities to choose from [PROF-7]. Coordinates are city centres and stay on the server [PROF-13]. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import type { Places } from '#contract/entities/place.ts'
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

export const allCities = (): City[] => [...cities.values()]

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
