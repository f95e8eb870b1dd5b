import { expect, test } from 'vitest'
import { replacedScreen } from './launch.ts'

const site = 'https://visavis.test'
const launch = {
  target: `${site}/members`,
  opened: `${site}/members`,
  navigationType: 'navigate',
  previous: '/chats/1-2',
}

test('[PWA-9] a tap on the icon returns to the screen that was open', () => {
  expect(replacedScreen(launch)).toBe(true)
})

test.each([
  ['a window that the launch opened', { previous: null }],
  ['a window that already showed the start page', { previous: '/members' }],
  [
    'a shortcut, also to the same screen',
    { target: `${site}/members?from=shortcut`, opened: `${site}/members?from=shortcut` },
  ],
  ['a share', { target: `${site}/share`, opened: `${site}/share` }],
  // [PWA-7] The worker opens the tapped path itself.
  ['a tap on a notification', { opened: `${site}/chats/3-4` }],
  ['a reload', { navigationType: 'reload' }],
  ['Forward', { navigationType: 'back_forward' }],
])('[PWA-9] %s stays where it is', (_what, other) => {
  expect(replacedScreen({ ...launch, ...other })).toBe(false)
})
