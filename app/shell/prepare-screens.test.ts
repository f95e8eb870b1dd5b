import { afterEach, expect, test } from 'vitest'
import { putAnswer } from '../state/resource.ts'
import { aUser } from '../testing/factories.ts'
import { prepareScreens } from './prepare-screens.ts'
import type { RouteName } from './screens.ts'

const ME = { user: aUser({ id: 3 }), counts: { unread_messages: 0, new_likes: 0 } }
const NOBODY = { user: null, counts: null }

afterEach(() => putAnswer('user.get', {}, NOBODY))

const begin = (hasWorker: boolean) => {
  const fetched: RouteName[] = []
  const idle: (() => void)[] = []
  prepareScreens({
    hasWorker,
    whenIdle: (task) => void idle.push(task),
    fetchScreen: (route) => Promise.resolve(fetched.push(route)),
  })
  return { fetched, idle }
}

test('a member’s next screens are loaded one at a time, each in an idle moment', async () => {
  const { fetched, idle } = begin(true)
  expect(idle).toHaveLength(0)
  putAnswer('user.get', {}, ME)
  for (let moment = 0; moment < 10; moment += 1) {
    idle.splice(0).forEach((task) => task())
    expect(fetched.length).toBeLessThanOrEqual(moment + 1)
    await Promise.resolve()
    await Promise.resolve()
  }
  expect(fetched).toContain('chats-id')
  expect(new Set(fetched).size).toBe(fetched.length)
  // Another answer about the same member begins nothing again.
  putAnswer('user.get', {}, NOBODY)
  putAnswer('user.get', {}, ME)
  expect(idle).toHaveLength(0)
})

test('[PWA-15] a first visit preloads nothing', () => {
  putAnswer('user.get', {}, ME)
  expect(begin(false).idle).toHaveLength(0)
})
