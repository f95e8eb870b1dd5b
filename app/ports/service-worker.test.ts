import { expect, test } from 'vitest'
import { pathAsked } from './service-worker.ts'

test('[PWA-7] a message of the worker asks for a path of this app', () => {
  expect(pathAsked({ type: 'navigate', path: '/chats/1-2' })).toBe('/chats/1-2')
})

test.each([
  null,
  'navigate',
  {},
  { type: 'navigate' },
  { type: 'navigate', path: 7 },
  { type: 'navigate', path: 'https://elsewhere.test/' },
  { type: 'navigate', path: '//elsewhere.test/' },
  { type: 'navigate', path: '/\\elsewhere.test/' },
  { type: 'else', path: '/' },
])('%j asks for nothing', (message) => expect(pathAsked(message)).toBeNull())
