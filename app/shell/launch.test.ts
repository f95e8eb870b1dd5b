import { expect, test } from 'vitest'
import { tookPlace } from './launch.ts'

const site = 'https://visavis.test'
const launch = {
  target: `${site}/members`,
  opened: `${site}/members`,
  how: 'navigate',
  before: `${site}/chats/1-2`,
}

test('[PWA-9] a tap on the icon gives back what was open', () => {
  expect(tookPlace(launch)).toBe(true)
})

test.each([
  ['a window that was opened for it', { before: null }],
  ['one that showed the same', { before: `${site}/members` }],
  [
    'a shortcut, also to the same screen',
    { target: `${site}/members?from=shortcut`, opened: `${site}/members?from=shortcut` },
  ],
  ['something shared', { target: `${site}/share`, opened: `${site}/share` }],
  // [PWA-7] The worker leads there.
  ['a notification that was tapped', { opened: `${site}/chats/3-4` }],
  ['the page loaded anew', { how: 'reload' }],
  ['Forward', { how: 'back_forward' }],
])('[PWA-9] %s stays where it is', (_what, other) => {
  expect(tookPlace({ ...launch, ...other })).toBe(false)
})
