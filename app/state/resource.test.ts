import { afterEach, describe, expect, test, vi } from 'vitest'
import { noteMovement } from '../ports/idle.ts'
import { aCard, answering } from '../testing/factories.ts'
import {
  prefetch,
  clearMemberData,
  cachedTopics,
  retainResource,
  invalidate,
  putAnswer,
  resourceOf,
} from './resource.ts'

const search = (name: string) => ({ pageNumber: 1, results: [aCard({ name })], next: null, limited: false })
const answer = (answers: Record<string, unknown>) => {
  const fetching = vi.fn<typeof fetch>(answering(answers))
  vi.stubGlobal('fetch', fetching)
  return fetching
}

const failing = (error: string, status = 503) => {
  const fetching = vi.fn<typeof fetch>(async () => Response.json({ error }, { status }))
  vi.stubGlobal('fetch', fetching)
  return fetching
}

let releases: (() => void)[] = []
const hold: typeof retainResource = (name, input) => {
  const release = retainResource(name, input)
  releases.push(release)
  return release
}

afterEach(() => {
  for (const release of releases) release()
  releases = []
  clearMemberData()
  vi.unstubAllGlobals()
})

describe('a resource', () => {
  test('[PWA-17] keeps its state when it asks for the first answer, so that its screen is not rendered twice', async () => {
    answer({ 'GET members': search('Ada') })
    const { state, refresh } = resourceOf('members.search', { query: { min_age: '31' } })
    const before = state.peek()
    const asked = refresh()
    expect(state.peek()).toBe(before)
    await asked
    const known = state.peek()
    const again = refresh()
    expect(state.peek()).toEqual({ ...known, loading: true })
    await again
  })

  test('shows the last answer while a newer one is loading or has failed', async () => {
    answer({ 'GET members': search('Ada') })
    const { state, refresh } = resourceOf('members.search', { query: {} })
    await refresh()
    expect(state.value.data?.results[0]?.name).toBe('Ada')
    answer({})
    await refresh()
    expect(state.value).toMatchObject({ error: { error: 'not_found' }, loading: false })
    expect(state.value.data?.results[0]?.name).toBe('Ada')
  })

  test('[LIKE-2] a refresh that news overtakes ends with the newer answer, so that no mark of a tap goes out in between', async () => {
    const pending: ((response: Response) => void)[] = []
    vi.stubGlobal('fetch', () => new Promise<Response>((answered) => pending.push(answered)))
    const { state, refresh } = resourceOf('members.search', { query: { min_age: '30' } })
    let shownAtTheEnd = ''
    const afterTap = (async () => {
      await refresh()
      shownAtTheEnd = state.value.data?.results[0]?.name ?? 'nothing'
    })()
    const afterNews = refresh()
    pending[0]?.(Response.json(search('of the tap')))
    await new Promise((resolve) => setTimeout(resolve)) // a turn, in which the first refresh could end
    expect(shownAtTheEnd).toBe('')
    pending[1]?.(Response.json(search('of the news')))
    await Promise.all([afterTap, afterNews])
    expect(shownAtTheEnd).toBe('of the news')
  })

  test('shows the answer to the latest request, whatever order the answers arrive in', async () => {
    const pending: ((response: Response) => void)[] = []
    vi.stubGlobal('fetch', () => new Promise<Response>((answered) => pending.push(answered)))
    const { state, refresh } = resourceOf('members.search', { query: { gender: 'male' } })
    const [first, second] = [refresh(), refresh()]
    pending[1]?.(Response.json(search('new')))
    await second
    pending[0]?.(Response.json(search('old')))
    await first
    expect(state.value.data?.results[0]?.name).toBe('new')
  })

  test('shown from the last answer during a movement asks for a newer one at its end; one without an answer asks at once', async () => {
    const fetching = answer({ 'GET members': search('Ada') })
    putAnswer('members.search', { query: { gender: 'male' } }, search('Bo'))
    const movement = Promise.withResolvers<void>()
    noteMovement(movement.promise)
    hold('members.search', { query: { gender: 'male' } })
    expect(fetching).not.toHaveBeenCalled()
    hold('members.search', { query: { gender: 'female' } })
    expect(fetching).toHaveBeenCalledOnce()
    movement.resolve()
    await vi.waitFor(() => expect(fetching).toHaveBeenCalledTimes(2))
  })

  test('on the screen is refetched only after news about its topic', async () => {
    const fetching = answer({ 'GET members': search('Ada') })
    hold('members.search', { query: {} })
    invalidate(['members'])
    invalidate(['likes'])
    expect(fetching).toHaveBeenCalledTimes(2)
  })

  test('[SITE-11] with the company is refetched once the worker has a newer one', async () => {
    const fetching = answer({})
    hold('companyinfo.get', {})
    invalidate(['company'])
    expect(fetching).toHaveBeenCalledTimes(2)
  })
})

describe('[SITE-12] a failed request', () => {
  afterEach(() => vi.useRealTimers())
  test('is retried up to five times, with doubled delays', async () => {
    vi.useFakeTimers()
    const fetching = failing('network_unavailable')
    hold('members.search', { query: { gender: 'female' } })
    for (const [times, seconds] of [1, 2, 4, 8, 16].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
      expect(fetching).toHaveBeenCalledTimes(times + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(fetching).toHaveBeenCalledTimes(times + 2)
    }
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(fetching).toHaveBeenCalledTimes(6)
  })

  test('[SHELL-20] that has failed begins anew on the next screen that shows it', async () => {
    failing('not_found', 404)
    const { state, refresh } = resourceOf('members.get', { params: { id: '71' } })
    const leave = hold('members.get', { params: { id: '71' } })
    await refresh()
    expect(state.value.error).toEqual({ error: 'not_found' })
    releases = []
    leave()
    expect(state.value).toMatchObject({ data: null, error: null, loading: true })
  })

  test('is not retried after an answer, off screen, or if the answer would be the same', async () => {
    vi.useFakeTimers()
    const fetching = failing('server_error', 500)
    const release = hold('members.search', { query: { country: 'IT' } })
    await vi.advanceTimersByTimeAsync(0)
    release()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetching).toHaveBeenCalledTimes(1)
    const refused = failing('search_closed', 403)
    hold('members.search', { query: { country: 'ES' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(refused).toHaveBeenCalledTimes(1)
  })
})

describe('[PWA-11] another member', () => {
  test('sees nothing of the previous member, not even for a moment', async () => {
    answer({ 'GET likes': { profiles: [aCard()], liked_by: [], liked: [], matches: [] } })
    const { state, refresh } = resourceOf('likes.get', { query: {} })
    await refresh()
    expect(state.value.data).not.toBeNull()
    clearMemberData()
    expect(state.value.data).toBeNull()
  })

  test('gets no late answer to a question of the previous member', async () => {
    const { promise, resolve: arrive } = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => promise)
    const { state, refresh } = resourceOf('profile.get', {})
    const asked = refresh()
    clearMemberData()
    arrive(Response.json({ profile: {} }))
    await asked
    expect(state.value.data).toBeNull()
  })

  test('keeps the session itself', () => {
    putAnswer('user.get', {}, { user: null, counts: null })
    clearMemberData()
    expect(resourceOf('user.get', {}).state.value.data).toEqual({ user: null, counts: null })
  })
})

test('settings stay the same resource after every invalidation', () => {
  const settings = resourceOf('settings.get', {})
  clearMemberData()
  invalidate(['settings'])
  expect(resourceOf('settings.get', {})).toBe(settings)
})

test('topics of open conversations are known, for news that name no conversation', () => {
  answer({})
  hold('messages.list', { params: { conversation: '1-7' }, query: {} })
  expect(cachedTopics()).toContain('messages:1-7')
})

test('[PWA-1] an answer that was fetched in advance is not fetched again when it is first shown', async () => {
  const fetching = answer({ 'GET likes': { profiles: [], liked_by: [], liked: [], matches: [] } })
  await prefetch('likes.get', { query: {} })
  hold('likes.get', { query: {} })
  expect(fetching).toHaveBeenCalledTimes(1)
  hold('likes.get', { query: {} })
  expect(fetching).toHaveBeenCalledTimes(2)
})

test('[SHELL-20] an answer that was fetched before the session was known is fetched again when it is first shown', async () => {
  const fetching = answer({ 'GET chats': { chats: [], profiles: [], next: null } })
  resourceOf('chats.get', { query: {} })
  const early = prefetch('chats.get', { query: {} })
  clearMemberData()
  await early
  hold('chats.get', { query: {} })
  expect(fetching).toHaveBeenCalledTimes(2)
})

test('a known answer is not asked for in advance: a newer one would come during the movement', async () => {
  const fetching = answer({ 'GET likes': { profiles: [], liked_by: [], liked: [], matches: [] } })
  putAnswer('likes.get', { query: {} }, { profiles: [], liked_by: [], liked: [], matches: [] })
  await prefetch('likes.get', { query: {} })
  expect(fetching).not.toHaveBeenCalled()
  hold('likes.get', { query: {} })
  expect(fetching, 'shown, it asks for the newer one').toHaveBeenCalledOnce()
})
