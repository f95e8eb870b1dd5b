import { expect, test } from 'vitest'
import { atLeast, atMost, isMet, type Figure, tableOf } from './report.ts'

const figure = (change: Partial<Figure>): Figure => ({
  what: 'message, N=32',
  ours: 5_702.4,
  unit: '/s',
  limit: { what: 'grouped reference', value: 7_128 },
  target: atLeast(0.6),
  ...change,
})

test('[OPS-6] a figure is shown beside its limit of the same run, with their ratio and the target', () => {
  const slow = figure({
    what: 'index, ready',
    ours: 3.5,
    unit: 'ms',
    limit: { what: 'bare', value: 2 },
    target: atMost(1.5),
  })
  const lines = tableOf([
    figure({}),
    slow,
    figure({ what: 'only said', ours: 12.34, limit: null, target: null }),
  ]).split('\n')
  const cells = lines.map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  )
  expect(cells).toEqual([
    ['figure', 'ours', 'beside', 'limit', 'ratio', 'target', 'met'],
    expect.anything(),
    ['message, N=32', '5,702 /s', 'grouped reference', '7,128 /s', '0.80', '≥ 0.6', 'yes'],
    ['index, ready', '3.50 ms', 'bare', '2.00 ms', '1.75', '≤ 1.5', '**no**'],
    ['only said', '12.3 /s', '', '', '', '', ''],
  ])
})

test('[OPS-6] a value that could not be measured has not met its target', () => {
  expect(isMet(figure({ ours: Number.NaN }))).toBe(false)
  expect(isMet(figure({ ours: 0.6 * 7_128 }))).toBe(true)
  expect(isMet(figure({ ours: 0.6 * 7_128 - 1 }))).toBe(false)
})
