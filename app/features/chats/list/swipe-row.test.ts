import { expect, test } from 'vitest'
import { drawn, restsOpen } from './swipe-row.tsx'

test('a row follows the finger in one direction, with resistance beyond its button', () => {
  expect([-30, 0, 40, 104, 144].map(drawn)).toEqual([0, 0, 40, 104, 114])
})

test('a released row rests at the nearer end; a flick decides by its direction', () => {
  expect(restsOpen(60, 0)).toBe(true)
  expect(restsOpen(40, 0)).toBe(false)
  expect(restsOpen(20, 0.9)).toBe(true)
  expect(restsOpen(90, -0.9)).toBe(false)
})
