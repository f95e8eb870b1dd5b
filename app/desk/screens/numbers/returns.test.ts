import { expect, test } from 'vitest'
import type { ReturnWeek } from '#contract/desk/numbers.ts'
import { PLOT, drawReturns } from './returns.tsx'

const week = (from: string, own: Partial<ReturnWeek>): ReturnWeek => ({
  from,
  signups: 100,
  d1: null,
  d7: null,
  d30: null,
  over: { d1: true, d7: true, d30: true },
  ...own,
})

test('[DESK-13] a line ends where its days are not over yet', () => {
  const { lines, xs } = drawReturns([week('2026-11-02', { d1: 0.4, d7: 0.2 }), week('2026-11-09', { d1: 0.5 })])
  expect(xs).toEqual([PLOT.left, PLOT.right])
  expect(lines.map(({ day, points, last }) => [day, points.length, last])).toEqual([
    ['d1', 2, 0.5],
    ['d7', 1, 0.2],
  ])
  expect(lines[0]?.points[1]?.y).toBe(PLOT.top)
})

test('[DESK-13] equal shares have labels that do not cover each other', () => {
  const { lines } = drawReturns([week('2026-11-02', { d1: 0, d7: 0, d30: 0 })])
  const ys = lines.map(({ labelY }) => labelY)
  expect(Math.max(...ys)).toBe(PLOT.bottom)
  expect((ys[1] ?? 0) - (ys[0] ?? 0)).toBeGreaterThanOrEqual(15)
  expect((ys[2] ?? 0) - (ys[1] ?? 0)).toBeGreaterThanOrEqual(15)
})
