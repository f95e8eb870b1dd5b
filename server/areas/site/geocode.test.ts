import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import { kilometresBetween } from '#contract/rules/distance.ts'
import { RATES } from '../../rates.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { nearestCity, REACH_KM, cityOf, places } from './places.ts'

const { countries } = DEFAULT_SETTINGS
const all = places.flatMap((country) => country.regions.flatMap(({ cities }) => cities))

/** Any position, mostly within or just outside the reach of a city. */
const somewhere = fc.oneof(
  { weight: 1, arbitrary: fc.record({ lat: degrees(90), lon: degrees(180) }) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...all), degrees(1.5), degrees(2.5))
      .map(([{ lat, lon }, north, east]) => ({ lat: lat + north, lon: lon + east })),
  },
)

function degrees(bound: number) {
  return fc.double({ min: -bound, max: bound, noNaN: true })
}

describe('[PROF-7] geocode', () => {
  test('finds the same nearest city as a scan of all cities', () => {
    fc.assert(
      fc.property(somewhere, (position) => {
        const nearest = Math.min(...all.map((city) => kilometresBetween(position, city)))
        const found = nearestCity(position, countries)
        const city = found ? cityOf(found.city) : undefined
        expect(city ? kilometresBetween(position, city) : false).toBe(nearest < REACH_KM && nearest)
      }),
      { seed: 4, numRuns: 1_000 },
    )
  })

  test('finds every city at its own centre', () => {
    for (const { lat, lon, id } of all) {
      const found = nearestCity({ lat, lon }, countries)
      const city = found ? cityOf(found.city) : undefined
      expect([id, city?.lat, city?.lon]).toEqual([id, lat, lon])
    }
  })

  test('finds only cities in countries of the site', () => {
    const como = { lat: 45.81, lon: 9.08 }
    expect(nearestCity(como, ['IT'])).toMatchObject({ city: 'IT-25/como' })
    expect(nearestCity(como, ['CH'])).toMatchObject({ country: 'CH', countryregion: 'CH-TI' })
    expect(nearestCity(como, [])).toBe(false)
  })
})

describe('[PROF-7] the call', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await createTestServer({ rates: RATES })
  })
  afterEach(() => server.close())
  const ask = (lat: string, lon: string) => server.visitor('geocode.get', { query: { lat, lon } })

  test('returns the city with its region and country, and false on the open sea', async () => {
    expect((await ask('45.4650', '9.1866')).body.geocode).toEqual({
      country: 'IT',
      countryregion: 'IT-25',
      city: 'IT-25/milano',
      region_name: 'Lombardia',
      city_name: 'Milano',
    })
    expect((await ask('0', '-30')).body.geocode).toBe(false)
    expect((await ask('91', '0')).error).toMatchObject({ error: 'invalid_input', fields: { lat: 'out_of_range' } })
  })

  test('[SAFE-6] is rate limited, with room for many', async () => {
    const statuses = []
    for (let asked = 0; asked < 40; asked += 1) statuses.push((await ask('45', '9')).status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })

  test('[PROF-13] does not store the position', async () => {
    const member = await server.signUp('Anna')
    const tables = server.sql(`select name from sqlite_master where type = 'table'`).map(({ name }) => String(name))
    const rows = () => JSON.stringify(tables.map((name) => server.sql(`select * from "${name}"`)))
    const before = rows()
    await server.as(member)('geocode.get', { query: { lat: '45.123456', lon: '9.654321' } })
    expect(rows()).toBe(before)
  })
})
