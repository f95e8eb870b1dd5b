import { expect, test } from 'vitest'
import { actionOf } from './use-keys.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('[LIKE-5] the arrow keys choose and open the details, Ctrl+Z and U undo the last pass', () => {
  expect(actionOf({ ...none, key: 'ArrowRight' })).toBe('like')
  expect(actionOf({ ...none, key: 'ArrowLeft' })).toBe('pass')
  expect(actionOf({ ...none, key: 'z', ctrlKey: true })).toBe('undo')
  expect(actionOf({ ...none, key: 'z', metaKey: true })).toBe('undo')
  expect(actionOf({ ...none, key: 'U' })).toBe('undo')
  expect(actionOf({ ...none, key: 'ArrowUp' })).toBe('open')
  expect(actionOf({ ...none, key: 'Escape' })).toBe('close')
})

test('[LIKE-5] key combinations of the browser are left alone', () => {
  expect(actionOf({ ...none, key: 'ArrowLeft', altKey: true })).toBeNull()
  expect(actionOf({ ...none, key: 'ArrowLeft', metaKey: true })).toBeNull()
  expect(actionOf({ ...none, key: 'z' })).toBeNull()
  expect(actionOf({ ...none, key: 'ArrowDown' })).toBeNull()
})
