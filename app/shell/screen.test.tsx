// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '#contract/entities/user.ts'
import { placeOf } from '#contract/screen-paths.ts'
import { noteMemberHere } from '../ports/member-here.ts'
import { loadAllTexts, showLocale } from '../state/i18n.ts'
import { putAnswer } from '../state/resource.ts'
import { aUser } from '../testing/factories.ts'
import { href } from './routes.ts'
import { prefetchData, fetchScreen, Screen } from './screen.tsx'
import { ROUTE_NAMES, SCREENS, type RouteName } from './screens.ts'

const EXAMPLES: Partial<Record<RouteName, Record<string, string>>> = {
  'chats-id': { id: '1-7' },
  'likes-type': { type: 'sent' },
  'credits-id-paymentmethod': { id: '15' },
  transactions: {},
  'landers-name-slug': { name: 'maplanding', slug: 'milano' },
  token: { token: 'terms' },
}

beforeAll(async () => {
  await showLocale('en')
  await loadAllTexts()
  // happy-dom does not have it.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
})

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
})

afterEach(cleanup)

const show = async (route: RouteName, me: User | null): Promise<HTMLElement> => {
  putAnswer('user.get', {}, { user: me, counts: { unread_messages: 0, new_likes: 0 } })
  const path = href(route, EXAMPLES[route] ?? { id: 7 })
  history.replaceState(null, '', path)
  const place = placeOf(path)
  if (place === null) throw new Error(`${path} is no screen`)
  await fetchScreen(route)
  const { container } = await act(async () =>
    render(
      <Suspense fallback="loading">
        <Screen place={place} me={me} />
      </Suspense>,
    ),
  )
  // One turn for the failing calls, one for the renders after them.
  await act(async () => {})
  await act(async () => {})
  return container
}

/** A screen that redirects shows nothing. */
const isShownOrLeft = (container: HTMLElement, path: string): boolean =>
  container.textContent !== '' || container.querySelector('[role="progressbar"]') !== null || location.pathname !== path

describe('[PWA-1] without a network and without cached data, no screen is empty or crashes', () => {
  test.each(ROUTE_NAMES.filter((route) => SCREENS[route].access !== 'visitor'))('%s for a member', async (route) => {
    const container = await show(route, aUser())
    expect(isShownOrLeft(container, href(route, EXAMPLES[route] ?? { id: 7 }))).toBe(true)
  })

  test.each(ROUTE_NAMES.filter((route) => SCREENS[route].access !== 'member'))('%s for a visitor', async (route) => {
    const container = await show(route, null)
    expect(isShownOrLeft(container, href(route, EXAMPLES[route] ?? { id: 7 }))).toBe(true)
  })
})

const askFor = async (route: RouteName): Promise<void> => {
  const place = placeOf(href(route, EXAMPLES[route] ?? { id: 7 }))
  if (place) await prefetchData(place)
}

describe('[PWA-1] the first screen’s data is requested while its code loads', () => {
  const asked: string[] = []
  beforeEach(() => {
    asked.length = 0
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      throw new TypeError('no network')
    })
  })

  test.each([
    ['chats', '/api/chats'],
    ['chats-id', '/api/chats/1-7/messages'],
    ['likes-type', '/api/likes'],
    ['members-id', '/api/members/7'],
    ['likes-m-id', '/api/members/7'],
  ] as const)('%s requests %s once', async (route, url) => {
    noteMemberHere(1)
    await askFor(route)
    expect(asked).toEqual([url])
    await show(route, aUser())
    expect(asked.filter((one) => one === url)).toEqual([url])
  })

  test('for a visitor, too, but not what only members get', async () => {
    await askFor('chats')
    await askFor('likes')
    expect(asked).toEqual([])
    await askFor('members-id')
    await askFor('members')
    expect(asked).toEqual(['/api/members/7', expect.stringMatching(/^\/api\/members\?/)])
  })
})
