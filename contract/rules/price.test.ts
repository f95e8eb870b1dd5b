import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalOf, discountedPrice, messagePrice } from './price.ts'

const price = fc.integer({ min: 0, max: 10_000_000 })
/** Percentages with two decimals, as codes have them. */
const percentage = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)

describe('[PAY-7] the one price function', () => {
  test('is never negative, never above the full price, and never off by more than half a minor unit', () => {
    fc.assert(
      fc.property(price, percentage, (full, off) => {
        const paid = discountedPrice(full, off)
        // Compute in hundredths of a percent of a minor unit, so that every number is whole.
        const exact = full * (10_000 - Math.round(off * 100))
        expect(Number.isSafeInteger(paid)).toBe(true)
        expect(Object.is(paid, -0)).toBe(false)
        expect(paid).toBeGreaterThanOrEqual(0)
        expect(paid).toBeLessThanOrEqual(full)
        // Less than half a unit, since half a unit is rounded in the member's favour.
        expect(paid * 10_000 - exact).toBeLessThan(5_000)
        expect(exact - paid * 10_000).toBeLessThanOrEqual(5_000)
      }),
      { numRuns: 2_000, seed: 6 },
    )
  })

  test('decreases as the percentage grows', () => {
    fc.assert(
      fc.property(price, percentage, percentage, (full, one, other) => {
        const [less = 0, more = 0] = [one, other].toSorted((a, b) => a - b)
        expect(discountedPrice(full, more)).toBeLessThanOrEqual(discountedPrice(full, less))
      }),
      { numRuns: 500, seed: 6 },
    )
  })

  test.each([
    [999, 25, 749],
    [1_999, 25, 1_499],
    [3_999, 25, 2_999],
    [7_999, 25, 5_999],
    [1, 50, 0],
    [3, 50, 1],
    [999, 0, 999],
    [999, 100, 0],
    [999, 120, 0],
    [999, -5, 999],
    [1_000, 33.33, 667],
  ])('%i less %d %% is %i', (full, off, paid) => expect(discountedPrice(full, off)).toBe(paid))
})

test('[PAY-2] a message costs its share of the package', () => {
  expect(messagePrice(999, 15, 1)).toBeCloseTo(66.6)
  expect(messagePrice(999, 15, 2)).toBeCloseTo(133.2)
  expect(messagePrice(999, 15, 0)).toBe(0)
})

test.each([
  [999, 'EUR', '9.99'],
  [5, 'EUR', '0.05'],
  [-5, 'EUR', '-0.05'],
  [120_000, 'EUR', '1200.00'],
  [9_007_199_254_740_991, 'EUR', '90071992547409.91'],
  [500, 'JPY', '500'],
  [0, 'JPY', '0'],
])('[DESK-12] %i minor units of %s are %s in a file or at the provider', (minor, currency, text) =>
  expect(decimalOf(minor, currency)).toBe(text),
)
