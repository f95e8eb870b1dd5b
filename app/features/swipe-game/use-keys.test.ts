import { expect, test } from 'vitest'
import { deedOf } from './use-keys.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('[LIKE-5] the arrow keys choose and open the details, Ctrl+Z and U undo the last pass', () => {
  expect(deedOf({ ...none, key: 'ArrowRight' })).toBe('like')
  expect(deedOf({ ...none, key: 'ArrowLeft' })).toBe('pass')
  expect(deedOf({ ...none, key: 'z', ctrlKey: true })).toBe('undo')
  expect(deedOf({ ...none, key: 'z', metaKey: true })).toBe('undo')
  expect(deedOf({ ...none, key: 'U' })).toBe('undo')
  expect(deedOf({ ...none, key: 'ArrowUp' })).toBe('open')
  expect(deedOf({ ...none, key: 'Escape' })).toBe('close')
})

test('key combinations of the browser are left alone', () => {
  expect(deedOf({ ...none, key: 'ArrowLeft', altKey: true })).toBeNull()
  expect(deedOf({ ...none, key: 'ArrowLeft', metaKey: true })).toBeNull()
  expect(deedOf({ ...none, key: 'z' })).toBeNull()
  expect(deedOf({ ...none, key: 'ArrowDown' })).toBeNull()
})
