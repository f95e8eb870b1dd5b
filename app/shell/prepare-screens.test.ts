import { afterEach, expect, test, vi } from 'vitest'
import { putAnswer } from '../state/resource.ts'
import { aUser } from '../testing/factories.ts'
import { prepareScreens, startTextPreload, VISITOR_TEXTS_MS } from './prepare-screens.ts'
import type { RouteName } from './screens.ts'

const ME = { user: aUser({ id: 3 }), counts: { unread_messages: 0, new_likes: 0 } }
const NOBODY = { user: null, counts: null }

afterEach(() => putAnswer('user.get', {}, NOBODY))

const begin = (hasWorker: boolean) => {
  const fetched: RouteName[] = []
  const idle: (() => void)[] = []
  const asked: string[] = []
  const listeners: ((path: string) => void)[] = []
  prepareScreens({
    hasWorker,
    whenIdle: (task) => void idle.push(task),
    fetchScreen: (route) => Promise.resolve(fetched.push(route)),
    prefetchData: ({ route, params }) => Promise.resolve(asked.push([route, ...Object.values(params)].join(' '))),
    onLinkPressed: (listener) => void listeners.push(listener),
  })
  return { fetched, idle, asked, press: (path: string) => listeners.forEach((listener) => listener(path)) }
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

test('the lists behind the tabs are asked for once all code is there', async () => {
  const { idle, asked } = begin(true)
  putAnswer('user.get', {}, ME)
  for (let moment = 0; moment < 10; moment += 1) {
    idle.splice(0).forEach((task) => task())
    await Promise.resolve()
    await Promise.resolve()
  }
  expect(asked).toEqual(['chats', 'likes'])
})

test('a pressed link of a list or a conversation asks for its data; a profile is asked for by the tap alone', () => {
  const { asked, press } = begin(true)
  press('/chats/1-3')
  expect(asked).toEqual([])
  putAnswer('user.get', {}, ME)
  for (const path of ['/chats/1-3', '/likes/sent', '/members/7', '/members', '/nowhere']) press(path)
  expect(asked).toEqual(['chats-id 1-3', 'likes-type sent'])
})

test('[PWA-15] a first visit prepares nothing', () => {
  putAnswer('user.get', {}, ME)
  const { idle, asked, press } = begin(false)
  press('/chats')
  expect([idle, asked]).toEqual([[], []])
})

const beginTexts = () => {
  const preload = vi.fn<() => void>()
  let ring: (() => void) | undefined
  const after = vi.fn((_: number, run: () => void) => {
    ring = run
  })
  startTextPreload({ after, preload })
  return { preload, after, ring: () => ring?.() }
}

test('[PWA-1] a visitor’s other texts are loaded only after a while', () => {
  const { preload, after, ring } = beginTexts()
  expect(preload).not.toHaveBeenCalled()
  // The worker begins to fetch them after ten seconds: a request at the same time could fetch them twice.
  expect(after.mock.calls.map(([ms]) => ms)).toEqual([VISITOR_TEXTS_MS])
  expect(VISITOR_TEXTS_MS).toBeGreaterThan(10_000)
  ring()
  expect(preload).toHaveBeenCalledTimes(1)
})

test('[PWA-1] a member’s texts are loaded at once, also after a login', () => {
  putAnswer('user.get', {}, ME)
  const { preload } = beginTexts()
  expect(preload).toHaveBeenCalledTimes(1)
  putAnswer('user.get', {}, NOBODY)
  const later = beginTexts()
  expect(later.preload).not.toHaveBeenCalled()
  putAnswer('user.get', {}, ME)
  expect(later.preload).toHaveBeenCalledTimes(1)
})
