// @vitest-environment happy-dom
/** The app at an address: its screen and its frame, and where it redirects members and visitors. */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CACHED_AT_HEADER } from '#contract/device.ts'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import type { User } from '#contract/entities/user.ts'
import { noteMemberHere } from '../ports/member-here.ts'
import { t } from '../state/i18n.ts'
import { fullTitle } from '../state/page-title.ts'
import { invalidate, putAnswer } from '../state/resource.ts'
import { refreshSession } from '../state/session.ts'
import { placeToReturn, returnTo } from '../state/login-prompt.ts'
import { aProfile, aUser } from '../testing/factories.ts'
import { answerCalls, enterAs, place, setUpScreens, showAt } from '../testing/screen-page.tsx'
import { App } from './app.tsx'

setUpScreens()

const NO_COUNTS = { unread_messages: 0, new_likes: 0 }
const nothing = (): void => {}

const open = async (path: string, me: User | null = null): Promise<void> => {
  enterAs(me)
  await showAt(path, <App onShown={nothing} />)
}

/** @returns the place that a login leads to */
const login = async (me = aUser()): Promise<string> => {
  await open('/login', me)
  return place()
}

const bar = () => screen.queryByRole('banner')
const inBar = () => within(screen.getByRole('banner'))
const tabs = () => screen.queryAllByRole('navigation', { name: t('shell.navigation') })
const footer = () => screen.queryByRole('contentinfo')
const headings = () => screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)

test.each([
  ['a visitor', null, '/'],
  ['a member', aUser(), '/members'],
] as const)('[SHELL-4] [SHELL-7] an unknown address is 404 for %s, with a link home', async (_, me, home) => {
  await open('/nowhere', me)
  const main = within(screen.getByRole('main'))
  expect(main.getByText('404')).toBeDefined()
  expect(main.getByRole('heading', { name: t('error.not_found') })).toBeDefined()
  expect(main.getByRole('link').getAttribute('href')).toBe(home)
})

describe('[SHELL-6] the frame', () => {
  // The footer loads when it is first shown. After that, a page that has one shows it at once.
  beforeEach(async () => {
    await open('/nowhere')
    await screen.findByRole('contentinfo')
    cleanup()
  })

  test('in the default layout has bar and footer, and for a member the tabs', async () => {
    await open('/nowhere')
    expect(inBar().getByRole('link', { name: t('shell.login') })).toBeDefined()
    expect(footer()).not.toBeNull()
    expect(tabs()).toHaveLength(0)
    await act(async () => enterAs(aUser()))
    expect(tabs()).toHaveLength(2)
  })

  test.each(['not_found', 'server_error'] as const)(
    '[SHELL-4] shows its bars where a screen without bars could not be shown for %s, and hides them once it is there',
    async (error) => {
      answerCalls({ 'members.get': { error } })
      await open('/members/77', aUser())
      await screen.findByRole('heading', { name: t(`error.${error}`) })
      expect(tabs()).toHaveLength(2)
      cleanup()
      await open('/members/77', aUser())
      putAnswer('members.get', { params: { id: '77' } }, { profile: aProfile({ id: 77, name: 'Ada' }) })
      await screen.findByRole('heading', { name: /Ada/ })
      expect(tabs()).toHaveLength(1)
    },
  )

  test('in the chat layout has the tabs, and no footer below the window', async () => {
    await open('/chats')
    expect(inBar().getByRole('link', { name: t('shell.login') })).toBeDefined()
    expect(footer()).toBeNull()
    await act(async () => enterAs(aUser()))
    expect(tabs()).toHaveLength(2)
  })

  test('[SHELL-6] [SHELL-19] has the only heading of a screen, except where a state with its own stands in its place', async () => {
    await open('/chats')
    expect(headings()).toEqual([t('shell.membersOnlyTitle')])
    expect(inBar().getByText(t('title.chats'))).toBeDefined()
    await act(async () => enterAs(aUser()))
    await waitFor(() => expect(headings()).toEqual([t('title.chats')]))
  })

  test.each([
    ['a visitor', null, '/'],
    ['a member', aUser(), '/members'],
  ] as const)('in the lander layout has a bar with the logo and the languages alone, for %s', async (_, me, home) => {
    await open('/reset-password', me)
    const links = inBar().getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([home])
    expect(inBar().getAllByRole('button')).toHaveLength(1)
    expect(inBar().getByText('EN')).toBeDefined()
    expect([tabs().length, footer()]).toEqual([0, null])
  })

  test('in the empty layout has no bars', async () => {
    await open('/activate/done')
    expect(bar()).toBeNull()
    expect([tabs().length, footer()]).toEqual([0, null])
  })
})

test('[SHELL-20] until the session is known, a profile has the frame of the member who was here', async () => {
  invalidate(['session'])
  noteMemberHere(1)
  await showAt('/members/7', <App onShown={nothing} />)
  const frame = bar()?.parentElement?.className
  await act(async () => enterAs(aUser()))
  expect(bar()?.parentElement?.className).toBe(frame)
  await act(async () => enterAs(null))
  expect(bar()?.parentElement?.className).not.toBe(frame)
})

describe('[SHELL-14] after the login', () => {
  test('a member is in search', async () => {
    expect(await login()).toBe('/members')
  })

  test('a visitor who was asked to log in returns to that place, once; the front page is none for a member', async () => {
    returnTo('/members/7')
    expect(await login()).toBe('/members/7')
    expect(placeToReturn()).toBeNull()
    returnTo('/')
    expect(await login()).toBe('/members')
  })

  test.each([
    ['ended', '/login', null],
    ['renewed', '/members', aUser()],
  ])('a cached session that the server has %s leads from the login to %s', async (_, to, me) => {
    const cached = Response.json({ user: aUser(), counts: NO_COUNTS }, { headers: { [CACHED_AT_HEADER]: '1' } })
    vi.stubGlobal('fetch', async () => cached)
    await refreshSession()
    await showAt('/login', <App onShown={nothing} />)
    expect(place()).toBe('/members')
    await act(async () => enterAs(me))
    expect(place()).toBe(to)
  })

  test('a member who logs out on the first screen is not led to the login', async () => {
    expect(await login()).toBe('/members')
    await act(async () => enterAs(null))
    expect(place()).toBe('/members')
  })

  test('[ACC-1] an unfinished signup continues', async () => {
    const settings = { ...DEFAULT_MEMBER_SETTINGS, signup_step: 2 }
    expect(await login(aUser({ status: 'not_confirmed', settings }))).toBe('/complete-signup')
  })
})

test('[SHELL-17] the title of the page counts unread messages and new likes together', async () => {
  await open('/nowhere', aUser())
  const title = fullTitle.value
  putAnswer('user.get', {}, { user: aUser(), counts: { unread_messages: 2, new_likes: 3 } })
  expect(fullTitle.value).toBe(`(5) ${title}`)
})

test('[LIKE-6] `t` asks for a like after that many seconds, and leaves the address', async () => {
  const asked = answerCalls({})
  const isAsked = () => asked.some(({ name }) => name === 'auto_like.get')
  vi.useFakeTimers()
  await open('/nowhere?t=7&min_age=30', aUser())
  expect(place()).toBe('/nowhere?min_age=30')
  await vi.advanceTimersByTimeAsync(6_999)
  expect(isAsked()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isAsked()).toBe(true)
  vi.useRealTimers()
})
