import { describe, expect, test } from 'vitest'
import { partsIn, shownIn } from './window.ts'

const many = Array.from({ length: 334 }, () => 2_000)

describe('the window of a long conversation', () => {
  test('shows the chunks near the view, the same number at any place', () => {
    expect(shownIn(many, { top: 0, height: 700 })).toEqual({ first: 0, last: 0 })
    expect(shownIn(many, { top: -200_500, height: 700 })).toEqual({ first: 99, last: 101 })
    expect(shownIn(many, { top: -333 * 2_000, height: 700 })).toEqual({ first: 332, last: 333 })
  })

  test('a view scrolled past the end shows the nearest chunk', () => {
    expect(shownIn(many, { top: 9_000, height: 700 })).toEqual({ first: 0, last: 0 })
    expect(shownIn(many, { top: -900_000, height: 700 })).toEqual({ first: 333, last: 333 })
  })

  test('hidden chunks become one spacer above and one below: the page does not grow with the history', () => {
    const parts = partsIn(
      many,
      () => true,
      (index) => index >= 99 && index <= 101,
    )
    expect(parts).toEqual([
      { kind: 'room', key: 0, height: 99 * 2_000 },
      { kind: 'chunk', index: 99 },
      { kind: 'chunk', index: 100 },
      { kind: 'chunk', index: 101 },
      { kind: 'room', key: 102, height: 232 * 2_000 },
    ])
  })

  test('A photo or gift can only be retried or discarded; only text can be edited.', () => {
    const parts = partsIn(
      [null, 500, null],
      (index) => index !== 2,
      () => false,
    )
    expect(parts.map((part) => (part.kind === 'chunk' ? part.index : part.height))).toEqual([0, 2_300])
  })
})
