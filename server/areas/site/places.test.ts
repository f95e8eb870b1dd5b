import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Places } from '#contract/entities/place.ts'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import { LOCALES } from '#contract/locales.ts'
import { cityName, cityOf, isPlace, places, publicPlaces, regionName } from './places.ts'

const { countries } = DEFAULT_SETTINGS
const regions = places.flatMap((country) => country.regions)
const cities = regions.flatMap((region) => region.cities)
const answer = publicPlaces(countries)

describe('[PROF-7] places', () => {
  test('cover every country of the site, each with its regions and every region with its cities', () => {
    expect(places.map(({ country }) => country)).toEqual(countries)
    expect(places.filter((country) => country.regions.length < 4)).toEqual([])
    expect(regions.filter((region) => region.cities.length === 0)).toEqual([])
    expect(cities.length).toBeGreaterThan(2_500)
  })

  test('have ids that fit the contract, each once', () => {
    expect(v.parse(Places, answer)).toEqual(answer)
    expect(new Set(regions.map(({ id }) => id)).size).toBe(regions.length)
    expect(new Set(cities.map(({ id }) => id)).size).toBe(cities.length)
  })

  test('are found by id, in their own language', () => {
    expect(cityName('IT-25/milano')).toBe('Milano')
    expect(cityName('PL-10/lodz')).toBe('Łódź')
    expect(regionName('FR-PAC')).toBe('Provence-Alpes-Côte d’Azur')
    const dublin = cityOf('IE-D/dublin')
    expect([dublin?.name, dublin?.lat, dublin?.lon]).toEqual([
      'Dublin',
      expect.closeTo(53.35, 1),
      expect.closeTo(-6.26, 1),
    ])
    expect(cityName('XX-1/nowhere')).toBe('')
    expect(regionName('XX-1')).toBe('')
  })

  test('have names in other languages, by which they are found', () => {
    const lombardia = answer.flatMap((country) => country.regions).find(({ id }) => id === 'IT-25')
    const milano = lombardia?.cities.find(({ id }) => id === 'IT-25/milano')
    if (!lombardia || !milano) throw new Error('Milano is missing')
    expect([lombardia.name, lombardia.names?.de]).toEqual(['Lombardia', 'Lombardei'])
    expect([milano.name, milano.names?.en, milano.names?.de, milano.names?.pl]).toEqual([
      'Milano',
      'Milan',
      'Mailand',
      'Mediolan',
    ])
  })

  test('that do not belong together are refused', () => {
    expect(isPlace('IT', 'IT-25', 'IT-25/milano')).toBe(true)
    expect(isPlace('IT', 'IT-62', 'IT-25/milano')).toBe(false)
    expect(isPlace('IE', 'IT-25', 'IT-25/milano')).toBe(false)
    expect(isPlace('IT', 'IT-25', 'IT-25/atlantis')).toBe(false)
  })

  // Members live here, so an id must never disappear.
  test.each(
    'IT-25/monza IT-42/la-spezia IE-KY/killarney IE-WD/dungarvan GB-NIR/derry US-MA/springfield CA-QC/quebec AU-ACT/canberra NZ-WKO/taupo DE-BY/nurnberg AT-3/krems CH-BE/biel ES-VC/castellon-de-la-plana FR-IDF/boulogne-billancourt BE-BRU/bruxelles NL-ZH/den-haag PL-24/czestochowa'.split(
      ' ',
    ),
  )('keep %s', (id) => {
    const [region = ''] = id.split('/')
    expect(isPlace(id.slice(0, 2), region, id)).toBe(true)
  })

  test('are those of the countries of the site', () => {
    expect(publicPlaces(['IE', 'PL']).map(({ country }) => country)).toEqual(['IE', 'PL'])
  })
})

test('[SITE-11] all places are one answer, small enough to be fetched once and cached', () => {
  expect(gzipSync(JSON.stringify({ countries: answer }), { level: 4 }).length).toBeLessThan(40_000)
})

test('[PROF-7] each country names its five most populous cities, the largest first', () => {
  const largest = new Map(answer.map((country) => [country.country, country.largest]))
  expect(largest.get('IT')).toEqual(['IT-62/roma', 'IT-25/milano', 'IT-72/napoli', 'IT-21/torino', 'IT-82/palermo'])
  for (const ids of largest.values()) expect(ids).toHaveLength(5)
})

test('[PROF-13] no coordinates leave the server', () => {
  const keys = JSON.stringify(answer).matchAll(/"(\w+)":/g)
  expect(new Set([...keys].map(([, key]) => key))).toEqual(
    new Set(['country', 'regions', 'id', 'name', 'names', 'cities', 'largest', ...LOCALES]),
  )
})

test('cities lie on the globe, in the area of their country', () => {
  for (const { lat, lon, population, id } of cities) {
    const isThere = /^(US|CA|AU|NZ)/.test(id)
      ? Math.abs(lat) < 72 && (lon < -50 || lon > 110)
      : lat > 27 && lat < 61 && lon > -19 && lon < 25
    expect({ id, isThere, hasPeople: population >= 1_000 }).toEqual({ id, isThere: true, hasPeople: true })
  }
})
