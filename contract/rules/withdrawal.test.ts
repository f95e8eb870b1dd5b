import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../limits.ts'
import { withdrawableUntil, withdrawalOf } from './withdrawal.ts'

const purchase = fc.record({
  amount: fc.integer({ min: 0, max: 1_000_000 }),
  credits: fc.integer({ min: 1, max: 1_000 }),
})
const balance = fc.integer({ min: 0, max: 3_000 })

describe('[PAY-11] withdrawing', () => {
  test('refunds the unspent share, to half a minor unit, and at most the price', () => {
    fc.assert(
      fc.property(purchase, balance, (bought, left) => {
        const { credits_unspent, credits_spent, refund } = withdrawalOf(bought, left)
        expect(credits_unspent + credits_spent).toBe(bought.credits)
        expect(credits_unspent).toBe(Math.min(left, bought.credits))
        expect(refund).toBeGreaterThanOrEqual(0)
        expect(refund).toBeLessThanOrEqual(bought.amount)
        const exact = bought.amount * credits_unspent
        // The refund is at most half a unit off; half a unit is rounded in the member's favour.
        expect(2 * exact - 2 * refund * bought.credits).toBeLessThan(bought.credits)
        expect(2 * refund * bought.credits - 2 * exact).toBeLessThanOrEqual(bought.credits)
      }),
      { numRuns: 2_000, seed: 11 },
    )
  })

  test.each([
    [{ amount: 999, credits: 15 }, 20, [15, 0, 999]],
    [{ amount: 999, credits: 15 }, 15, [15, 0, 999]],
    [{ amount: 999, credits: 15 }, 7, [7, 8, 466]],
    [{ amount: 999, credits: 15 }, 0, [0, 15, 0]],
    [{ amount: 999, credits: 15 }, -3, [0, 15, 0]],
    [{ amount: 1, credits: 2 }, 1, [1, 1, 1]],
  ] as const)('%o with %i left', (bought, left, expected) => {
    const { credits_unspent, credits_spent, refund } = withdrawalOf(bought, left)
    expect([credits_unspent, credits_spent, refund]).toEqual(expected)
  })

  test('after a refund of some credits refunds the rest of the price for the others, and never more than their price', () => {
    const few = fc.integer({ min: 0, max: 999 })
    fc.assert(
      fc.property(purchase, few, few, ({ amount: price, credits }, first, second) => {
        const taken = first % credits
        const back = withdrawalOf({ amount: price, credits }, taken).refund
        const rest = { amount: price - back, credits, price, taken }
        expect(withdrawalOf(rest, credits - taken)).toEqual({
          credits_unspent: credits - taken,
          credits_spent: 0,
          refund: price - back,
        })
        const { refund } = withdrawalOf(rest, second % (credits - taken + 1))
        expect(refund).toBeLessThanOrEqual(price - back)
        // The desk took the credits of a refund that was never paid.
        const unpaid = withdrawalOf({ ...rest, amount: price }, 1).refund
        expect(unpaid).toBeLessThanOrEqual(Math.ceil(price / credits))
      }),
      { numRuns: 2_000, seed: 13 },
    )
  })

  test('is possible until the last day has ended in every time zone', () => {
    const evening = Date.parse('2026-06-15T23:30:00-08:00')
    expect(withdrawableUntil(evening, 14)).toBeLessThan(evening + 16 * DAY_MS)
    expect(withdrawableUntil(evening, 14)).toBeGreaterThanOrEqual(Date.parse('2026-06-30T00:00:00-08:00'))
    // A day of 25 hours is among the days: in Rome clocks go back on 25 October.
    const midnight = Date.parse('2026-10-20T00:00:00+02:00')
    expect(withdrawableUntil(midnight, 14)).toBe(Date.parse('2026-11-04T00:00:00+01:00'))
  })

  test('ends with a Monday at the earliest if the last day is at a weekend, in every time zone', () => {
    // The 13th is a Saturday two weeks later, the 14th a Sunday, and the 12th a Friday, which does not move.
    expect(withdrawableUntil(Date.parse('2026-06-13T12:00:00Z'), 14)).toBe(Date.parse('2026-06-30T13:00:00Z'))
    expect(withdrawableUntil(Date.parse('2026-06-14T12:00:00Z'), 14)).toBe(Date.parse('2026-06-30T13:00:00Z'))
    expect(withdrawableUntil(Date.parse('2026-06-11T12:00:00Z'), 14)).toBe(Date.parse('2026-06-26T13:00:00Z'))
    const zoneHours = fc.integer({ min: -12, max: 14 })
    const boughtAt = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2028-01-01') })
    fc.assert(
      fc.property(boughtAt, zoneHours, fc.integer({ min: 14, max: 20 }), (at, zone, days) => {
        const localDay = (moment: number): number => Math.floor((moment + zone * HOUR_MS) / DAY_MS)
        let last = localDay(at) + days
        while ([0, 6].includes(new Date(last * DAY_MS).getUTCDay())) last += 1
        expect(localDay(withdrawableUntil(at, days))).toBeGreaterThan(last)
        expect(withdrawableUntil(at, days)).toBeLessThan(at + (days + 4) * DAY_MS)
      }),
      { numRuns: 2_000, seed: 12 },
    )
  })
})
