import { expect, test } from 'vitest'
import { FITTED, moved, toggled, zoomedAt } from './zoom.ts'

const box = { width: 400, height: 800 }

test('the point under the fingers stays under them', () => {
  const view = zoomedAt(FITTED, 2, { x: 50, y: -100 }, box)
  expect(view).toEqual({ scale: 2, x: -50, y: 100 })
  // The point of the photo that was 50 from the middle is at 50 again: 50 * 2 - 50.
  expect(50 * view.scale + view.x).toBe(50)
})

test('never smaller than the box, never larger than five times the box', () => {
  expect(zoomedAt(FITTED, 0.2, { x: 0, y: 0 }, box)).toEqual(FITTED)
  expect(zoomedAt(FITTED, 100, { x: 0, y: 0 }, box).scale).toBe(5)
})

test('the edge of the photo never comes inside the box', () => {
  const view = moved({ scale: 2, x: 0, y: 0 }, { x: 1_000, y: -1_000 }, box)
  expect(view).toEqual({ scale: 2, x: 200, y: -400 })
  expect(moved(FITTED, { x: 30, y: 30 }, box)).toEqual(FITTED)
})

test('a double tap zooms in where it hits, and out again', () => {
  const near = toggled(FITTED, { x: 100, y: 0 }, box)
  expect(near.scale).toBe(2.5)
  expect(toggled(near, { x: 0, y: 0 }, box)).toEqual(FITTED)
})
