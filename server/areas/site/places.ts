/** Countries, regions and cities a member can choose [PROF-7]. Coordinates are city centres and stay here [PROF-13]. */
import type { Places } from '#contract/entities/place.ts'
import { ENGLISH_SPEAKING } from './places-english.ts'
import { EUROPE } from './places-europe.ts'

export type City = { id: string; name: string; population: number; lat: number; lon: number }
type Region = { id: string; name: string; cities: City[] }
export type Country = { country: string; regions: Region[] }

const COUNTRIES = ['IT', 'IE', 'GB', 'US', 'CA', 'AU', 'NZ', 'DE', 'AT', 'CH', 'ES', 'FR', 'BE', 'NL', 'PL']

const slugOf = (name: string): string =>
  name
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const cityFrom = (region: string, text: string): City => {
  const [, name, thousands, lat, lon] = /^(.+) (\d+) (-?[\d.]+) (-?[\d.]+)$/.exec(text) ?? []
  if (name === undefined) throw new Error(`Not a city: ${text}`)
  return {
    id: `${region}/${slugOf(name)}`,
    name,
    population: Number(thousands) * 1_000,
    lat: Number(lat),
    lon: Number(lon),
  }
}

const regionFrom = (line: string): Region => {
  const [, id, name, cities] = /^(\S+) ([^:]+): (.+)$/.exec(line) ?? []
  if (id === undefined || name === undefined || cities === undefined) throw new Error(`Not a region: ${line}`)
  return { id, name, cities: cities.split(', ').map((city) => cityFrom(id, city)) }
}

const allRegions = `${EUROPE}${ENGLISH_SPEAKING}`
  .split('\n')
  .filter((line) => line !== '')
  .map(regionFrom)

export const places: Country[] = COUNTRIES.map((country) => ({
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

/** Whether the three belong together. */
export const isPlace = (country: string, region: string, city: string): boolean =>
  region.startsWith(`${country}-`) && city.startsWith(`${region}/`) && regions.has(region) && cities.has(city)

/** What the regions call answers. */
export const publicPlaces = (): Places => answer

const answer: Places = places.map(({ country, regions }) => ({
  country,
  regions: regions.map((region) => ({
    id: region.id,
    name: region.name,
    cities: region.cities.map(({ id, name }) => ({ id, name })),
  })),
}))
