import { afterEach, describe, expect, test, vi } from 'vitest'
import { aCard, answering } from '../testing/factories.ts'
import { hasNewLike, likeOf, likeView, matchesSince, newMatch, receivedInOrder, setLike, type Likes } from './likes.ts'
import { toasts } from './toasts.ts'

const none: Likes = { profiles: [], liked_by: [], liked: [], matches: [] }

afterEach(() => {
  newMatch.value = null
  toasts.value = []
  vi.unstubAllGlobals()
})

test('[LIKE-1] received likes list the new ones first, then the latest', () => {
  const received = [
    { id: 1, like_new: false, at: 40 },
    { id: 2, like_new: true, at: 10 },
    { id: 3, like_new: false, at: 50 },
    { id: 4, like_new: true, at: 20 },
  ]
  expect(receivedInOrder(received).map(({ id }) => id)).toEqual([4, 2, 3, 1])
})

describe('a heart', () => {
  test('[PWA-2] shows likes and matches of the lists, and whether a like is queued', () => {
    const likes = { ...none, liked: [{ id: 7, at: 1, waiting: true }], matches: [{ id: 8, at: 1 }] }
    expect(likeView(likes, 7)).toEqual({ liked: true, waiting: true })
    expect(likeView(likes, 8)).toEqual({ liked: true, waiting: false })
    expect(likeView(likes, 9)).toEqual({ liked: false, waiting: false })
    expect(likeView(null, 7)).toEqual({ liked: false, waiting: false })
  })

  test('[LIKE-1] shows likes of later pages', () => {
    const later = { liked_by: 0, liked: 1, matches: 0, mine: [7], unseen: [], complete: true }
    expect(likeView({ ...none, later }, 7)).toEqual({ liked: true, waiting: false })
    expect(likeView({ ...none, later }, 8)).toEqual({ liked: false, waiting: false })
  })
})

describe('[LIKE-2] a like', () => {
  const state = { profile: 7, received: { at: 1, like_new: false }, sent: { at: 2 } }

  test('is in the lists once it is answered', async () => {
    vi.stubGlobal(
      'fetch',
      answering({
        'PUT likes/7': { like: state, match: false },
        'GET likes': { ...none, profiles: [aCard()], liked: [{ id: 7, at: 2 }] },
      }),
    )
    await setLike(aCard(), true)
    expect(likeOf(7).liked).toBe(true)
    expect(newMatch.value).toBeNull()
  })

  test('that is refused is not in the lists, and a toast gives the reason', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ error: 'blocked', name: 'Ada' }, { status: 403 }))
    await setLike(aCard({ id: 9 }), true)
    expect(likeOf(9).liked).toBe(false)
    expect(toasts.value).toHaveLength(1)
  })

  test('that makes a match shows it', async () => {
    vi.stubGlobal('fetch', answering({ 'PUT likes/7': { like: state, match: true }, 'GET likes': none }))
    await setLike(aCard(), true)
    expect(newMatch.value?.id).toBe(7)
  })
})

test('[LIKE-4] a like on a later page is new until its profile is opened', async () => {
  const later = { liked_by: 2, liked: 0, matches: 0, mine: [], unseen: [8], complete: true }
  vi.stubGlobal(
    'fetch',
    answering({
      'DELETE likes/7': { like: { profile: 7, received: null, sent: null }, match: false },
      'GET likes': { ...none, later },
    }),
  )
  await setLike(aCard(), false)
  expect([8, 9].map(hasNewLike)).toEqual([true, false])
})

test('[LIKE-2] only matches that an earlier list lacked are new; the first list has no new ones', () => {
  const before = { ...none, matches: [{ id: 1, at: 1 }] }
  const after = { ...none, matches: [...before.matches, { id: 2, at: 2 }] }
  expect(matchesSince(before, after)).toEqual([2])
  expect(matchesSince(null, after)).toEqual([])
  expect(matchesSince(null, after, new Set([2]))).toEqual([2])
  expect(matchesSince(after, before)).toEqual([])
  expect(matchesSince(before, after, new Set(), 2), 'a block of theirs from before has ended').toEqual([])
  expect(matchesSince(before, after, new Set([2]), 2), 'this member has just liked them').toEqual([2])
})

test('[LIKE-2] a match that comes back when a block ends in another tab or on another device is not new', async () => {
  vi.resetModules()
  const page = await import('./likes.ts')
  const { putAnswer } = await import('./resource.ts')
  vi.stubGlobal('document', { activeElement: null })
  for (const field of ['HTMLTextAreaElement', 'HTMLInputElement']) vi.stubGlobal(field, Map)
  page.startLikes()
  const list = (...matches: Likes['matches']): void =>
    putAnswer('likes.get', { query: {} }, { ...none, profiles: [aCard()], matches })
  list({ id: 7, at: 5 })
  list()
  list({ id: 7, at: 5 })
  expect(page.newMatch.value).toBeNull()
  list({ id: 8, at: 50, waiting: true }, { id: 9, at: 6 })
  list({ id: 7, at: 5 }, { id: 9, at: 6 })
  expect(page.newMatch.value).toBeNull()
  list()
  list({ id: 7, at: 9 })
  expect(page.newMatch.value?.id, 'they liked each other again').toBe(7)
})

test('[LIKE-2] the match of a like that waited for a connection is new in the first list too', async () => {
  vi.resetModules()
  const page = await import('./likes.ts')
  vi.stubGlobal('document', { activeElement: null })
  for (const field of ['HTMLTextAreaElement', 'HTMLInputElement']) vi.stubGlobal(field, Map)
  const lists = answering({ 'GET likes': { ...none, profiles: [aCard()], matches: [{ id: 7, at: 1 }] } })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    init?.method === 'PUT' ? Response.json({ queued: true }, { status: 202 }) : lists(url, init),
  )
  page.startLikes()
  await page.setLike(aCard(), true)
  expect(page.newMatch.value?.id).toBe(7)
})
