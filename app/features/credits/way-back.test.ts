import { expect, test } from 'vitest'
import { wayBackOf } from './way-back.ts'

test('[PAY-12] after buying, a link leads back to where Premium or credits were needed', () => {
  expect(wayBackOf('/members/12/chat')).toEqual({ path: '/members/12/chat', isChat: true })
  expect(wayBackOf('/chats/1-12')).toEqual({ path: '/chats/1-12', isChat: true })
  expect(wayBackOf('/members/12?page=2')).toEqual({ path: '/members/12?page=2', isChat: false })
})

test('a path that is no screen of ours is refused', () => {
  for (const path of [null, '', '//elsewhere.test/members', 'https://elsewhere.test', '/nowhere', '/members/abc'])
    expect(wayBackOf(path)).toBeNull()
})
