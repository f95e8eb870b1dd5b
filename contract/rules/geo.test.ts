import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kilometres } from './geo.ts'

const milano = { lat: 45.46, lon: 9.19 }
const place = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('[PROF-13] distances between cities match the map', () => {
  expect(kilometres(milano, { lat: 41.89, lon: 12.51 })).toBeCloseTo(478, -1)
  expect(kilometres({ lat: 51.51, lon: -0.13 }, { lat: 40.71, lon: -74.01 })).toBeCloseTo(5_570, -1)
  expect(kilometres(milano, milano)).toBe(0)
  // Across the date line, and halfway around the globe.
  expect(kilometres({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111.2, 1)
  expect(kilometres({ lat: 90, lon: 0 }, { lat: -90, lon: 0 })).toBeCloseTo(20_015, 0)
})

test('[PROF-13] a distance is the same in both directions, and at most half the globe', () => {
  fc.assert(
    fc.property(place, place, (one, other) => {
      expect(kilometres(one, other)).toBeCloseTo(kilometres(other, one), 6)
      expect(kilometres(one, other)).toBeLessThan(20_016)
    }),
    { seed: 7, numRuns: 500 },
  )
})
