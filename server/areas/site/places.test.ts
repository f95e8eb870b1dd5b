import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Places } from '#contract/entities/place.ts'
import { DEFAULT_SETTINGS } from '#contract/entities/settings.ts'
import { cityName, cityOf, isPlace, places, publicPlaces, regionName } from './places.ts'

const regions = places.flatMap((country) => country.regions)
const cities = regions.flatMap((region) => region.cities)

describe('[PROF-7] places', () => {
  test('cover every country of the site, each with several regions and every region with a city', () => {
    expect(places.map(({ country }) => country)).toEqual(DEFAULT_SETTINGS.countries)
    expect(places.filter((country) => country.regions.length < 4)).toEqual([])
    expect(regions.filter((region) => region.cities.length === 0)).toEqual([])
  })

  test('have ids of the contract, each once', () => {
    expect(v.parse(Places, publicPlaces())).toEqual(publicPlaces())
    expect(new Set(regions.map(({ id }) => id)).size).toBe(regions.length)
    expect(new Set(cities.map(({ id }) => id)).size).toBe(cities.length)
  })

  test('are found by id, in their own language', () => {
    expect(cityName('IT-25/milano')).toBe('Milano')
    expect(cityName('PL-10/lodz')).toBe('Łódź')
    expect(regionName('FR-PAC')).toBe('Provence-Alpes-Côte d’Azur')
    expect(cityOf('IE-D/dublin')).toMatchObject({ name: 'Dublin', lat: 53.35, lon: -6.26 })
    expect(cityName('XX-1/nowhere')).toBe('')
    expect(regionName('XX-1')).toBe('')
  })

  test('belong together or are refused', () => {
    expect(isPlace('IT', 'IT-25', 'IT-25/milano')).toBe(true)
    expect(isPlace('IT', 'IT-62', 'IT-25/milano')).toBe(false)
    expect(isPlace('IE', 'IT-25', 'IT-25/milano')).toBe(false)
    expect(isPlace('IT', 'IT-25', 'IT-25/atlantis')).toBe(false)
  })
})

test('[PROF-13] no coordinates leave the server', () => {
  for (const { regions } of publicPlaces())
    for (const { cities } of regions)
      for (const city of cities) expect(Object.keys(city).toSorted()).toEqual(['id', 'name'])
})

test('cities lie on the globe, in the part of it where their country is', () => {
  for (const { lat, lon, population, id } of cities) {
    const isThere = /^(US|CA|AU|NZ)/.test(id)
      ? Math.abs(lat) < 56 && (lon < -50 || lon > 110)
      : lat > 36 && lat < 58 && lon > -11 && lon < 24
    expect({ id, isThere, isTown: population > 5_000 }).toEqual({ id, isThere: true, isTown: true })
  }
})
