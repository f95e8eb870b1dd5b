import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MEMBER_HEADER } from '#contract/device.ts'
import { call } from '../ports/api.ts'
import { aUser, answering } from '../testing/factories.ts'
import { wasMemberHere } from '../ports/member-here.ts'
import { controlled } from '../ports/service-worker.ts'
import { putAnswer, resourceOf } from './resource.ts'
import {
  counts,
  isLoggedIn,
  login,
  logout,
  recheckSession,
  onMemberLeft,
  sessionKnown,
  startSession,
  user,
} from './session.ts'

const FORM = {
  email: 'anna@example.test',
  name: 'Anna',
  password: 'a long enough one',
  date_of_birth: '1990-01-01',
  gender: 'female',
  language: 'it',
  accepts_terms: true,
} as const
const counted = { unread_messages: 2, new_likes: 1 }
const enter = (id: number): void => putAnswer('user.get', {}, { user: aUser({ id }), counts: counted })

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('document', { cookie: 'locale=it' })
  vi.stubGlobal('navigator', { cookieEnabled: true })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('fetch', answering({}))
})
afterEach(() => {
  putAnswer('user.get', {}, { user: null, counts: null })
  vi.unstubAllGlobals()
})

type FreshPage = Awaited<ReturnType<typeof freshPage>>

/** A page of its own: each start of the session watches it for as long as its modules live. */
const freshPage = async () => {
  vi.resetModules()
  vi.stubGlobal('document', undefined)
  const page = await import('./session.ts')
  const { putAnswer: put } = await import('./resource.ts')
  const { controlled: hasWorker } = await import('../ports/service-worker.ts')
  hasWorker.value = true
  const [left, forgotten, ofTab]: [number[], number[], number[]] = [[], [], []]
  page.onMemberLeft((member) => left.push(member))
  page.onMemberForgotten((member) => forgotten.push(member))
  page.onTabForgotten((member) => ofTab.push(member))
  page.startSession()
  return {
    left,
    forgotten,
    ofTab,
    logout: page.logout,
    loseWorker: () => {
      hasWorker.value = false
    },
    enter: (id: number) => put('user.get', {}, { user: aUser({ id }), counts: counted }),
    end: (parked?: number) => put('user.get', {}, { user: null, counts: null, ...(parked ? { parked } : {}) }),
    revoke: () => put('user.get', {}, { user: null, counts: null, revoked: true }),
  }
}

describe('the session', () => {
  test('login shows the member and the totals at once', async () => {
    vi.stubGlobal('fetch', answering({ 'POST user': { user: aUser({ id: 3 }), counts: counted } }))
    expect(await login('daniel@visavis.test', 'a long password')).toBeNull()
    expect(user.value?.id).toBe(3)
    expect(counts.value).toEqual(counted)
    expect(sessionKnown.value).toBe(true)
  })

  test('[PWA-12] only a worker that took control during the login is asked for the session again', async () => {
    const asked: string[] = []
    const answer = answering({
      'POST user': { user: aUser({ id: 3 }), counts: counted },
      'GET user': { user: aUser({ id: 3 }), counts: counted },
    })
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
      asked.push(`${init?.method ?? 'GET'} ${path.slice('/api/'.length)}`)
      if (init?.method === 'POST') controlled.value = true
      return answer(path, init)
    })
    await login('daniel@visavis.test', 'a long password')
    await expect.poll(() => asked).toEqual(['POST user', 'GET user'])
    asked.length = 0
    await login('daniel@visavis.test', 'a long password')
    await new Promise((resolve) => setTimeout(resolve))
    expect(asked).toEqual(['POST user'])
    controlled.value = false
  })

  test.each([
    ['is refused', null, { error: 'cookies_blocked' }],
    ['is one where the server finds the session all the same', aUser({ id: 3 }), null],
  ] as const)('a login in a browser that says it blocks cookies %s', async (_, found, refusal) => {
    vi.stubGlobal('navigator', { cookieEnabled: false })
    vi.stubGlobal(
      'fetch',
      answering({
        'POST user': { user: aUser({ id: 3 }), counts: counted },
        'GET user': { user: found, counts: null },
      }),
    )
    expect(await login('daniel@visavis.test', 'a long password')).toEqual(refusal)
    expect(isLoggedIn.value).toBe(refusal === null)
  })

  test('a refused login gives its reason and changes nothing', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ error: 'login_failed' }, { status: 401 }))
    expect(await login('daniel@visavis.test', 'wrong')).toEqual({ error: 'login_failed' })
    expect(isLoggedIn.value).toBe(false)
  })

  test('[PWA-11] logout leaves nobody logged in; a failed one leaves the member logged in', async () => {
    enter(1)
    expect(await logout()).toEqual({ error: 'not_found' })
    expect(isLoggedIn.value).toBe(true)
    vi.stubGlobal('fetch', answering({ 'GET logout': {} }))
    expect(await logout()).toBeNull()
    expect(isLoggedIn.value).toBe(false)
    expect(counts.value).toEqual({ unread_messages: 0, new_likes: 0 })
  })

  test('[PWA-11] listeners run when a member leaves, by logout or because another logs in', () => {
    const left: number[] = []
    onMemberLeft((member) => left.push(member))
    startSession()
    enter(1)
    expect(left).toEqual([])
    enter(2)
    putAnswer('user.get', {}, { user: null, counts: null })
    expect(left).toEqual([1, 2])
  })

  test('[PWA-11] listeners run for a member whose session ended while no page was open', () => {
    stored.set('member-here', '#7')
    const left: number[] = []
    onMemberLeft((member) => left.push(member))
    left.length = 0
    startSession()
    putAnswer('user.get', {}, { user: null, counts: null })
    expect(left).toEqual([7])
    expect([...stored]).toEqual([])
  })

  test('[PWA-11] listeners run for a member who was replaced by another while no page was open', () => {
    stored.set('member-here', '#7')
    const left: number[] = []
    onMemberLeft((member) => left.push(member))
    left.length = 0
    startSession()
    enter(8)
    expect(left).toEqual([7])
  })

  test.each([
    ['comes back', 7, []],
    ['is followed by another', 8, [7]],
    ['is followed by another, whose session ran out too', 'parked', [7]],
    ['is logged out elsewhere', null, [7]],
  ])('[PWA-11] texts of a member whose session ran out stay until the member %s', async (_, next, gone) => {
    const { left, forgotten, ...page } = await freshPage()
    page.enter(7)
    page.end(7)
    page.end(7)
    expect({ left, forgotten, stored: [...stored] }).toEqual({
      left: [7],
      forgotten: [],
      stored: [['member-parked', '#7']],
    })
    if (next === null) page.end()
    else if (typeof next === 'string') page.end(8)
    else page.enter(next)
    expect(forgotten).toEqual(gone)
    expect(stored.has('member-parked')).toBe(false)
  })

  test('[PWA-11] without a worker, texts of a member whose session ran out stay until another member logs in', async () => {
    const { left, forgotten, ...page } = await freshPage()
    page.loseWorker()
    page.enter(7)
    page.end()
    page.end()
    expect({ left, forgotten, parked: stored.get('member-parked') }).toEqual({ left: [7], forgotten: [], parked: '#7' })
    page.enter(7)
    page.end()
    expect(forgotten).toEqual([])
    page.enter(8)
    expect(forgotten).toEqual([7])
  })

  test.each([
    ['in this tab', (page: FreshPage) => page.logout()],
    [
      'in another tab',
      (page: FreshPage) => {
        stored.clear()
        page.end()
      },
    ],
    ['on another device', (page: FreshPage) => page.revoke()],
  ])('[PWA-11] without a worker, a logout %s deletes the texts', async (_, logOut) => {
    vi.stubGlobal('fetch', answering({ 'GET logout': {} }))
    const page = await freshPage()
    page.loseWorker()
    page.enter(7)
    await Promise.resolve(logOut(page))
    expect(page.forgotten).toEqual([7])
  })

  test('[PWA-11] a page that starts later keeps the texts of a parked member, and deletes them once nothing is parked', async () => {
    stored.set('member-parked', '#7')
    const { left, forgotten, end } = await freshPage()
    end(7)
    expect([left, forgotten]).toEqual([[], []])
    end()
    expect([left, forgotten]).toEqual([[], [7]])
  })

  test.each([
    ['nobody is logged in', null, [7]],
    ['another is logged in', 8, [7]],
    ['the same member is logged in', 7, []],
    ['the member’s data is parked', 'parked', []],
  ])(
    '[PWA-11] a tab whose page was closed at the logout forgets its member’s texts, if %s then',
    async (_, next, gone) => {
      const inTab = new Map([['member-of-tab', '#7']])
      vi.stubGlobal('sessionStorage', {
        getItem: (key: string) => inTab.get(key) ?? null,
        setItem: (key: string, value: string) => inTab.set(key, value),
        removeItem: (key: string) => inTab.delete(key),
      })
      if (next === 'parked') stored.set('member-parked', '#7')
      const { ofTab, ...page } = await freshPage()
      if (typeof next === 'number') page.enter(next)
      else page.end(next === 'parked' ? 7 : undefined)
      expect(ofTab).toEqual(gone)
      expect(inTab.get('member-of-tab')).toBe(next === null ? undefined : `#${next === 8 ? 8 : 7}`)
    },
  )

  test('[PWA-11] a listener that registers after a member left runs at once, unless the member is back', () => {
    startSession()
    enter(5)
    putAnswer('user.get', {}, { user: null, counts: null })
    const left: number[] = []
    onMemberLeft((member) => left.push(member))
    expect(left).toEqual([5])
    enter(5)
    onMemberLeft((member) => left.push(member))
    expect(left).toEqual([5])
  })

  test('[PWA-11] the device stores only the number of the member, and a logout clears it', () => {
    startSession()
    expect(wasMemberHere()).toBe(false)
    enter(7)
    expect(wasMemberHere()).toBe(true)
    expect([...stored]).toEqual([['member-here', '#7']])
    enter(8)
    expect(wasMemberHere()).toBe(true)
    putAnswer('user.get', {}, { user: null, counts: null, revoked: true })
    expect([...stored]).toEqual([])
  })

  test('[PWA-11] a call that acts names the member whom the page shows; a read names none', async () => {
    startSession()
    const fetched = vi.fn(answering({}))
    vi.stubGlobal('fetch', fetched)
    const named = async (name: 'likes.put' | 'logout' | 'chats.get'): Promise<unknown> => {
      await (name === 'likes.put' ? call(name, { params: { profile: '3' } }) : call(name, {}))
      return new Headers(fetched.mock.lastCall?.[1]?.headers).get(MEMBER_HEADER)
    }
    enter(7)
    expect([await named('likes.put'), await named('logout'), await named('chats.get')]).toEqual(['7', '7', null])
    putAnswer('user.get', {}, { user: null, counts: null })
    expect(await named('likes.put')).toBeNull()
  })

  test('login and logout work without storage', () => {
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    startSession()
    enter(7)
    expect(wasMemberHere()).toBe(false)
    expect(isLoggedIn.value).toBe(true)
  })

  test('[ACC-14][ACC-16] an ended session, also one ended elsewhere, logs the member out and clears their data', async () => {
    const left: number[] = []
    onMemberLeft((member) => left.push(member))
    startSession()
    enter(8)
    vi.stubGlobal('fetch', answering({ 'GET user': { user: null, counts: null, revoked: true } }))
    recheckSession()
    await expect.poll(() => isLoggedIn.value).toBe(false)
    expect(counts.value).toEqual({ unread_messages: 0, new_likes: 0 })
    expect(left).toContain(8)
  })

  test('[ACC-14] an unreachable server logs nobody out; a visitor’s session is not checked', async () => {
    enter(9)
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network')
    })
    recheckSession()
    await expect.poll(() => sessionError()).toBe('network_unavailable')
    expect(user.value?.id).toBe(9)

    putAnswer('user.get', {}, { user: null, counts: null })
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    recheckSession()
    expect(fetched).not.toHaveBeenCalled()
  })
})

const refuse = (): never => {
  throw new DOMException('not here', 'SecurityError')
}

const sessionError = () => resourceOf('user.get', {}).state.value.error?.error

/** The source that a signup on a page of a partner's link sends, with these cookies. */
const sourceSent = async (cookie: string): Promise<unknown> => {
  vi.resetModules()
  vi.stubGlobal('document', { cookie, querySelector: () => null })
  vi.stubGlobal('location', { search: '?network=n1&sub1=a', pathname: '/' })
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body))
    return Response.json({ error: 'signups_closed' }, { status: 403 })
  })
  const { signup } = await import('./session.ts')
  expect(await signup(FORM)).toMatchObject({ error: 'signups_closed' })
  expect(bodies).toMatchObject([{ name: FORM.name }])
  return (bodies[0] as { traffic_source?: string }).traffic_source
}

test('[SITE-9] [ACC-15] a signup sends the source of the visit as long as it is not stored', async () => {
  expect(await sourceSent('')).toBe('network=n1&sub1=a')
  // The server reads the cookie itself.
  expect(await sourceSent('trafficsource=network=n1&sub1=a')).toBeUndefined()
})
