import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aCard, answering, aUser } from '../testing/factories.ts'
import { newLike, popUpLike, startLikes } from './likes.ts'
import { putAnswer } from './resource.ts'
import { startSession } from './session.ts'

class Field {
  readonly isField = true
}
const asked = vi.fn<(url: string) => void>()
const counts = { unread_messages: 0, new_likes: 0 }
const likes = { profiles: [], liked_by: [], liked: [], matches: [] }
const fictional = aCard({ id: 12, fictional: true })
const answers = { 'GET auto-like': { ...fictional, profile: fictional }, 'GET likes': likes }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { activeElement: null })
  vi.stubGlobal('HTMLTextAreaElement', Field)
  vi.stubGlobal('HTMLInputElement', Field)
  const fetch = answering(answers)
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked(url)
    return fetch(url, init)
  })
})
afterEach(() => {
  newLike.value = null
  asked.mockReset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const enter = (): void => putAnswer('user.get', {}, { user: aUser(), counts })
const leave = (): void => putAnswer('user.get', {}, { user: null, counts: null })
const askedFor = (path: string): number => asked.mock.calls.filter(([url]) => url === `/api/${path}`).length

describe('[LIKE-6] a like that pops up', () => {
  test('is fetched and shown, and the likes reload after 0.5 s', async () => {
    // The app keeps the session resource alive, as it does from its start.
    startSession()
    enter()
    startLikes()
    await vi.advanceTimersByTimeAsync(0)
    const before = askedFor('likes')
    await popUpLike()
    expect(newLike.value?.id).toBe(12)
    await vi.advanceTimersByTimeAsync(499)
    expect(askedFor('likes')).toBe(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(askedFor('likes')).toBe(before + 1)
  })

  test('does not show for visitors', async () => {
    leave()
    await popUpLike()
    expect(askedFor('auto-like')).toBe(0)
    expect(newLike.value).toBeNull()
  })

  test('waits while the member types', async () => {
    enter()
    vi.stubGlobal('document', { activeElement: new Field() })
    await popUpLike()
    expect(newLike.value).toBeNull()
    vi.stubGlobal('document', { activeElement: null })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(newLike.value?.id).toBe(12)
  })

  test('does not show if there is no like or the call fails', async () => {
    enter()
    vi.stubGlobal('fetch', answering({ 'GET auto-like': null }))
    await popUpLike()
    vi.stubGlobal('fetch', answering({}))
    await popUpLike()
    expect(newLike.value).toBeNull()
  })
})
