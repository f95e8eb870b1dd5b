import { expect, test } from 'vitest'
import { inOrder, movedTo, nearestTile } from './photo-order.ts'

test('a photo moves to its new place, and the others close the gap', () => {
  expect(movedTo(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(movedTo(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
})

test('an invalid target or the own place changes nothing', () => {
  for (const [from, to] of [
    [1, 1],
    [0, 9],
    [5, 0],
    [0, -1],
  ] as const)
    expect(movedTo(['a', 'b'], from, to)).toEqual(['a', 'b'])
})

test('a finger is over the tile with the nearest centre', () => {
  const boxes = [0, 100, 200].map((left) => ({ left, top: 0, width: 100, height: 120 }))
  expect(nearestTile(boxes, 95, 10)).toBe(0)
  expect(nearestTile(boxes, 105, 200)).toBe(1)
  expect(nearestTile([], 1, 1)).toBe(-1)
})

test('the order of ids puts unknown items last', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  expect(inOrder(items, ['c', 'x', 'a']).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd'])
})
