/**
 * `node scripts/places.ts`: makes `server/areas/site/places-data.txt` again from GeoNames and CLDR (docs/places.md).
 * Places that are in the file keep their names and so their ids, because members have chosen them. To rename a city,
 * change its name in the file before any member has chosen it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { regionFrom, regionLine, type RegionLine } from '../server/areas/site/places-lines.ts'
import { choosePlaces } from './places/choose.ts'
import { readTowns } from './places/geonames.ts'
import { readNames } from './places/names.ts'
import { COUNTRY_CODES } from './places/regions.ts'
import { fetchSources } from './places/sources.ts'

const FILE = join(import.meta.dirname, '../server/areas/site/places-data.txt')

const kept = readFileSync(FILE, 'utf8').trim().split('\n').map(regionFrom)
const folder = mkdtempSync(join(tmpdir(), 'visavis-places-'))
try {
  const sources = fetchSources(folder)
  const towns = readTowns(sources.cities, sources.populations, COUNTRY_CODES)
  const places = choosePlaces(towns, readNames(sources.names), kept)
  const text = `${places.map(regionLine).join('\n')}\n`
  writeFileSync(FILE, text)
  report(places, text)
} finally {
  rmSync(folder, { recursive: true })
}

function report(places: readonly RegionLine[], text: string): void {
  const cities = places.flatMap((region) => region.cities)
  const named = cities.filter(({ names }) => Object.keys(names).length > 0)
  console.log(
    `${places.length} regions, ${cities.length} cities, ${named.length} of them with names in other languages`,
  )
  console.log(`${text.length} characters, ${gzipSync(text).length} bytes zipped`)
}
