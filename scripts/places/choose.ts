/** Chooses the towns that members can select: those in the list so far, larger towns, and the largest of each sparse region. */
import type { Locale } from '../../contract/locales.ts'
import { kilometresBetween } from '../../contract/rules/distance.ts'
import { slugOf, type CityLine, type OtherNames, type RegionLine } from '../../server/areas/site/places-lines.ts'
import type { Town } from './geonames.ts'
import type { NameBook } from './names.ts'
import { REGIONS, regionOf, type Region } from './regions.ts'

/** The smallest population of a town in the list. */
const LARGE = 25_000
/** A town this near a city this large, and this much smaller, counts as part of the city [PROF-13]. */
const SUBURB = { km: 10, city: 400_000, times: 5 }
/** The minimum number of towns of a region, whatever their size, and the maximum. */
const OF_A_REGION = { min: 4, max: 20 }
/** England, Scotland, Wales and Northern Ireland are countries, so they get more towns than a region. */
const OF_GREAT_BRITAIN = { min: 4, max: 100 }
/** A town of the old list is matched with the nearby town of its name, else with the largest town that is even nearer. */
const SAME_NAME_KM = 12
const SAME_PLACE_KM = 4

/** Local names of towns whose main name in GeoNames is English, or a name that few inhabitants use. */
const OWN_NAMES: Record<string, string> = {
  'CH Sitten': 'Sion',
  'DE Meissen': 'Meißen',
  'ES Cadiz': 'Cádiz',
  'ES Ibiza': 'Eivissa',
  'IE An Muileann gCearr': 'Mullingar',
  'IE Cluain Meala': 'Clonmel',
  'IE Nenagh Bridge': 'Nenagh',
  'IE Trá Mhór': 'Tramore',
  'IT Cava Dè Tirreni': 'Cava de’ Tirreni',
  'IT Chatillon': 'Châtillon',
  'IT Mantua': 'Mantova',
  'PL Bielsko-Biala': 'Bielsko-Biała',
}

type Place = { line: CityLine; english: string }

export const choosePlaces = (towns: readonly Town[], book: NameBook, before: readonly RegionLine[]): RegionLine[] => {
  const cities = towns.filter(({ population }) => population >= SUBURB.city)
  const byRegion = Map.groupBy(towns, ({ country, admin1, admin2 }) => regionOf(country, admin1, admin2)?.id)
  const lines = new Map(before.map((line) => [line.id, line]))
  const named = new Set<string>()
  const regions = REGIONS.map((region) => {
    const kept = lines.get(region.id)
    const there = (byRegion.get(region.id) ?? []).toSorted((one, other) => other.population - one.population)
    return { region, kept, places: placesOf(region, there, cities, kept?.cities ?? []) }
  })
  // If several places in a country share a name, the largest is the one that people mean.
  const bySize = regions
    .flatMap(({ region, places }) => places.map((place) => ({ region, place })))
    .toSorted((one, other) => other.place.line.thousands - one.place.line.thousands)
  for (const { region, place } of bySize) {
    const key = `${region.country} ${place.line.name}`
    if (named.has(key)) continue
    named.add(key)
    place.line.names = cityNames(book, region, place)
  }
  return regions.map(({ region, kept, places }) => {
    const names = book.region(region.id)
    const name = kept?.name ?? names?.[region.language]
    if (name === undefined || !names) throw new Error(`${region.id} has no name`)
    return { id: region.id, name, names: without(names, name, region.language), cities: places.map(({ line }) => line) }
  })
}

const isSuburb = (town: Town, cities: readonly Town[]): boolean =>
  cities.some((city) => city.population >= town.population * SUBURB.times && kilometresBetween(city, town) < SUBURB.km)

const placesOf = (
  region: Region,
  towns: readonly Town[],
  cities: readonly Town[],
  kept: readonly CityLine[],
): Place[] => {
  const { min, max } = region.country === 'GB' ? OF_GREAT_BRITAIN : OF_A_REGION
  const places = new Map<string, Place>()
  const taken = new Set<Town>()
  for (const line of kept) {
    const town = townOf(line, towns)
    if (town) taken.add(town)
    else console.log(`${region.id}: ${line.name} is not in the data set, and stays as it was`)
    places.set(
      slugOf(line.name),
      town ? { line: lineOf(town, line), english: town.name } : { line, english: line.name },
    )
  }
  for (const town of towns) {
    if (places.size >= max || (town.population < LARGE && places.size >= min)) break
    const slug = slugOf(ownName(town))
    if (!taken.has(town) && !places.has(slug) && !isSuburb(town, cities))
      places.set(slug, { line: lineOf(town), english: town.name })
  }
  return [...places.values()].toSorted((one, other) => other.line.thousands - one.line.thousands)
}

const townOf = (line: CityLine, towns: readonly Town[]): Town | undefined => {
  const near = towns.filter((town) => kilometresBetween(town, line) < SAME_NAME_KM)
  const same = near.find(({ name }) => slugOf(name) === slugOf(line.name))
  return same ?? near.find((town) => kilometresBetween(town, line) < SAME_PLACE_KM)
}

const lineOf = (town: Town, kept?: CityLine): CityLine => ({
  name: kept?.name ?? ownName(town),
  names: {},
  thousands: Math.max(1, Math.round(town.population / 1_000)),
  lat: round(town.lat),
  lon: round(town.lon),
})

/** Removes commas, because a comma ends an entry of the line. */
const ownName = ({ country, name }: Town): string => OWN_NAMES[`${country} ${name}`] ?? name.replaceAll(',', '')

/** Rounds to about a kilometre, which is precise enough for a city's centre [PROF-13]. */
const round = (degrees: number): number => Math.round(degrees * 100) / 100

const cityNames = (book: NameBook, region: Region, { line, english }: Place): OtherNames => {
  const found = book.city(region.country, [english, line.name], region.language)
  const isNamed = found.en !== undefined || !isEnglishName(english, line.name, region.language)
  return without(isNamed ? found : { ...found, en: english }, line.name, region.language)
}

/** GeoNames' main name is the English one, if there is one. A name with the same beginning is only another spelling. */
const isEnglishName = (english: string, own: string, language: Locale): boolean =>
  language !== 'en' &&
  !english.includes('/') &&
  !english.startsWith(own) &&
  slugOf(english).slice(0, 6) !== slugOf(own).slice(0, 6)

/** Keeps only the names that differ from the local name, and none in the local language. */
const without = (names: OtherNames, own: string, language: Locale): OtherNames =>
  Object.fromEntries(Object.entries(names).filter(([locale, name]) => locale !== language && name !== own))
