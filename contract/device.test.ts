import { expect, test } from 'vitest'
import { isOwnPath, isQueued } from './device.ts'

const id = '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e'

test('[PWA-3] the answer to a queued write is recognised, with the id of its row', () => {
  expect(isQueued({ queued: true, id })).toBe(true)
  expect(isQueued({ queued: true })).toBe(true)
})

test.each([
  null,
  'queued',
  {},
  { queued: false, id },
  { queued: 'true' },
  { queued: true, id: 7 },
  { queued: true, id: 'x' },
])('%j is none', (answer) => expect(isQueued(answer)).toBe(false))

test('[SHELL-14] [PWA-7] only a path of this site is a place to go to', () => {
  for (const place of ['/members/7', '/members?gender=female', '/']) expect(isOwnPath(place)).toBe(true)
  const others = ['', 'chats', 'https://elsewhere.test/', '//elsewhere.test', '/\\elsewhere.test', '/\t/elsewhere.test']
  for (const place of others) expect(isOwnPath(place)).toBe(false)
})
