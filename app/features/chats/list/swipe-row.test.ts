import { expect, test } from 'vitest'
import { drawnDistance, staysOpen } from './swipe-row.tsx'

test('a row follows the finger in one direction, with resistance beyond its button', () => {
  expect([-30, 0, 40, 104, 144].map(drawnDistance)).toEqual([0, 0, 40, 104, 114])
})

test('a released row rests at the nearer end; a flick decides by its direction', () => {
  expect(staysOpen(60, 0)).toBe(true)
  expect(staysOpen(40, 0)).toBe(false)
  expect(staysOpen(20, 0.9)).toBe(true)
  expect(staysOpen(90, -0.9)).toBe(false)
})
