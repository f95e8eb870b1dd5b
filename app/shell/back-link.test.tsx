// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PreviousPage } from '../ports/history.ts'
import { ROUTE_NAMES, SCREENS } from './screens.ts'
import { BackLink, showsBack, backTargetFrom } from './back-link.tsx'
import { setUpTexts } from '../testing/texts.ts'

setUpTexts()
afterEach(cleanup)

test('[SHELL-21] after a deep link the parent replaces the screen, so that its own back link does not lead down again', () => {
  history.replaceState(null, '', '/notifications/blocked')
  const entries = history.length
  render(<BackLink route="notifications-blocked" />)
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  expect(location.pathname).toBe('/notifications')
  expect(history.length).toBe(entries)
})

test('[SHELL-21] to the page that the member came from, the back link goes back in the history', () => {
  const before = { index: 0, url: new URL('/notifications', location.href).href, sameDocument: true }
  vi.stubGlobal('navigation', { canGoBack: true, currentEntry: { index: 1 }, entries: () => [before] })
  const back = vi.spyOn(history, 'back').mockReturnValue()
  history.replaceState(null, '', '/notifications/blocked')
  render(<BackLink route="notifications-blocked" />)
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  expect(back).toHaveBeenCalledOnce()
  expect(location.pathname).toBe('/notifications/blocked')
  vi.unstubAllGlobals()
})

const there = { installed: true, historyLength: 2, canGoBack: true }

const shown = (where: Partial<typeof there>) =>
  ROUTE_NAMES.filter((route) => showsBack({ route, ...there, ...where })).toSorted()

const inApp = (path: string): PreviousPage => ({ path, sameDocument: true })
const loaded = (path: string): PreviousPage => ({ path, sameDocument: false })

describe('[SHELL-11] the Back button', () => {
  test('shows on these screens and no other', () => {
    expect(shown({})).toEqual(['credits', 'credits-id-paymentmethod', 'likes-m-id', 'likes-type', 'members-id'])
  })

  test('only in the installed app', () => {
    expect(shown({ installed: false })).toEqual([])
  })

  test('only when history is longer than 1', () => {
    expect(shown({ historyLength: 1 })).toEqual([])
  })

  test('not on the first page of a window whose history has later pages alone, or pages of other sites', () => {
    expect(shown({ historyLength: 3, canGoBack: false })).toEqual([])
  })
})

describe('[SHELL-21] the back link of a screen', () => {
  test('leads to the screen that the member came from', () => {
    expect(backTargetFrom('/members/7', '/members', inApp('/chats/3-7'))).toEqual({
      path: '/chats/3-7',
      inHistory: true,
    })
    expect(backTargetFrom('/credits', '/profile', inApp('/members/7/chat'))).toEqual({
      path: '/members/7/chat',
      inHistory: true,
    })
  })

  test('leads to the parent after a deep link or a tapped push, which have no earlier page', () => {
    expect(backTargetFrom('/chats/3-7', '/chats', null)).toEqual({ path: '/chats', inHistory: false })
  })

  test('leads to the parent if the earlier page would have to load, such as the page before a reload', () => {
    expect(backTargetFrom('/credits/15', '/credits', loaded('/swipe-game'))).toEqual({
      path: '/credits',
      inHistory: false,
    })
  })

  test('goes back to the parent with its filter and its scroll position, also if it has to load', () => {
    const way = { path: '/members?min_age=30', inHistory: true }
    expect(backTargetFrom('/members/7', '/members', inApp('/members?min_age=30'))).toEqual(way)
    expect(backTargetFrom('/members/7', '/members', loaded('/members?min_age=30'))).toEqual(way)
  })

  test('does not lead to another part of the same page, nor to a screen of visitors', () => {
    const parent = { path: '/profile', inHistory: false }
    expect(backTargetFrom('/pages/terms', '/profile', inApp('/pages/terms'))).toEqual(parent)
    expect(backTargetFrom('/notifications', '/profile', inApp('/login'))).toEqual(parent)
  })

  test('exists on every screen of a member except the tabs and their own parts', () => {
    const without = ROUTE_NAMES.filter((route) => SCREENS[route].tab && SCREENS[route].parent === undefined)
    expect(without).toEqual(['members', 'chats', 'likes', 'likes-type', 'profile', 'match-finder'])
    const lost = ROUTE_NAMES.filter((route) => SCREENS[route].access === 'member' && !SCREENS[route].tab)
    // The unfinished signup leads forwards.
    expect(lost).toEqual(['complete-signup'])
  })
})
