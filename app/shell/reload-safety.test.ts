import { expect, test } from 'vitest'
import { hasSeveralSteps } from './start-versions.tsx'

test.each([
  '/credits/15/creditcard',
  '/credits/repeat-order',
  '/directdebit',
  '/premium',
  '/signup',
  '/complete-signup',
])('[PWA-10] a new version never interrupts %s', (path) => expect(hasSeveralSteps(path)).toBe(true))

test.each(['/chats', '/chats/1-2', '/likes', '/profile', '/notifications', '/nothing/at/all'])(
  '[PWA-10] a new version may reload %s',
  (path) => expect(hasSeveralSteps(path)).toBe(false),
)
