import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteRangeOf } from './photo-file.ts'

const rangeFor = (range: string | undefined, ifRange?: string) => byteRangeOf(range, ifRange, '"tag"', 1_000)

test.each([
  [undefined, 'whole'],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=10-19', { from: 10, to: 19 }],
  ['bytes=990-', { from: 990, to: 999 }],
  ['bytes=990-5000', { from: 990, to: 999 }],
  ['bytes=-10', { from: 990, to: 999 }],
  ['bytes=-5000', { from: 0, to: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  // An invalid range, or several, get the whole file.
  ['bytes=-', 'whole'],
  ['bytes=19-10', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['items=0-1', 'whole'],
] as const)('%s', (range, expected) => {
  expect(rangeFor(range)).toEqual(expected)
})

test('a range of other content is ignored', () => {
  expect(rangeFor('bytes=0-1', '"tag"')).toEqual({ from: 0, to: 1 })
  expect(rangeFor('bytes=0-1', '"other"')).toBe('whole')
  expect(rangeFor('bytes=0-1', 'Tue, 01 Jan 2030 00:00:00 GMT')).toBe('whole')
})

test('a range never leaves the file', () => {
  const number = fc.oneof(fc.constant(''), fc.nat(2_000).map(String))
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 1_500 }), (first, last, length) => {
      const range = byteRangeOf(`bytes=${first}-${last}`, undefined, '', length)
      const { from, to } = typeof range === 'string' ? { from: 0, to: 0 } : range
      expect(from >= 0 && from <= to && to < length).toBe(true)
    }),
    { seed: 4, numRuns: 500 },
  )
})
