import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bandOf, DISTANCE_BANDS, kilometresBetween } from './distance.ts'

const ROME = { lat: 41.89, lon: 12.51 }
const MILAN = { lat: 45.46, lon: 9.19 }
const AUCKLAND = { lat: -36.85, lon: 174.76 }

describe('[PROF-13] distances', () => {
  test('match known distances between cities', () => {
    expect(kilometresBetween(ROME, MILAN)).toBeCloseTo(477, -1)
    expect(kilometresBetween(ROME, AUCKLAND)).toBeCloseTo(18_390, -2)
    expect(kilometresBetween(ROME, ROME)).toBe(0)
    // Across the date line, and halfway around the globe.
    expect(kilometresBetween({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111.2, 1)
    expect(kilometresBetween({ lat: 90, lon: 0 }, { lat: -90, lon: 0 })).toBeCloseTo(20_015, 0)
  })

  test('are the same in both directions and at most half the circumference of the earth', () => {
    const centre = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    fc.assert(
      fc.property(centre, centre, (one, other) => {
        const km = kilometresBetween(one, other)
        expect(bandOf(km)).toBe(bandOf(kilometresBetween(other, one)))
        expect(km).toBeGreaterThanOrEqual(0)
        expect(km).toBeLessThan(20_016)
      }),
      { seed: 13, numRuns: 1_000 },
    )
  })

  test('are revealed only as bands, each up to its bound', () => {
    expect([0, 10, 10.01, 25, 25.5, 50, 50.5, 100, 100.5, 250, 251, 20_000, Number.NaN].map(bandOf)).toEqual([
      '10',
      '10',
      '25',
      '25',
      '50',
      '50',
      '100',
      '100',
      '250',
      '250',
      'far',
      'far',
      'far',
    ])
    fc.assert(
      fc.property(fc.double({ min: 0, max: 30_000, noNaN: true }), (km) => DISTANCE_BANDS.includes(bandOf(km))),
      { seed: 13, numRuns: 500 },
    )
  })
})
