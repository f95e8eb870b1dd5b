// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { expect, test, vi } from 'vitest'
import { t } from '../state/i18n.ts'
import { putAnswer } from '../state/resource.ts'
import { aUser } from '../testing/factories.ts'
import { setUpScreens } from '../testing/screen-page.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { Navigation, newCountOf, Tabs, News } from './navigation.tsx'
import type { RouteName } from './screens.ts'
import { LoadingBar } from './shell.tsx'
import { setUpTexts } from '../testing/texts.ts'

setUpTexts()

/** The links that are marked as current: the path, and whether it is the page itself or contains it. */
const currentIn = (Links: typeof Tabs, route: RouteName | null) => {
  const html = renderToStaticMarkup(
    <Router ssrPath="/members">
      <Links route={route} />
    </Router>,
  )
  return [...html.matchAll(/<a [^>]*>/g)].flatMap(([link]) => {
    const current = /aria-current="(\w+)"/.exec(link)?.[1]
    return current === undefined ? [] : [[/href="([^"]*)"/.exec(link)?.[1], current]]
  })
}

test.each([
  ['chats', [['/chats', 'page']]],
  ['chats-id', [['/chats', 'true']]],
  ['likes-m-id', [['/likes', 'true']]],
  ['login', []],
  [null, []],
] as const)('[SHELL-8] on %s, exactly its own tab is marked as the current one', (route, current) => {
  expect(currentIn(Tabs, route)).toEqual(current)
  expect(currentIn(Navigation, route)).toEqual(current)
})

test('[SHELL-8] the place Me has a tab on a phone alone', () => {
  expect(currentIn(Tabs, 'credits')).toEqual([['/profile', 'true']])
  expect(currentIn(Navigation, 'credits')).toEqual([])
})

test('[SHELL-8] chats count unread messages, likes new likes, the others nothing', () => {
  const counts = { unread_messages: 3, new_likes: 12 }
  expect(newCountOf('chats', counts)).toBe(3)
  expect(newCountOf('likes', counts)).toBe(12)
  expect(newCountOf('search', counts)).toBeNull()
  expect(newCountOf('me', counts)).toBeNull()
})

const namesIn = (Links: typeof Tabs): string[] =>
  renderToStaticMarkup(
    <Router ssrPath="/members">
      <Links route="members" />
    </Router>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .trim()
    .split(/\s+/)

test('[SHELL-8] a desktop names the places as a phone does, in the same order', () => {
  expect(namesIn(Tabs).slice(0, 3)).toEqual(namesIn(Navigation))
})

setUpScreens()

const count = (unread_messages: number, new_likes = 0): void =>
  act(() => putAnswer('user.get', {}, { user: aUser(), counts: { unread_messages, new_likes } }))

const pass = (): void => act(() => void vi.advanceTimersByTime(1_000))

const said = () => screen.getByRole('status').textContent

test('[SHELL-19] a screen reader hears of new messages and likes, and not of those that are there at the start or read at once', async () => {
  vi.useFakeTimers()
  count(2)
  render(<News />)
  pass()
  expect(said()).toBe('')
  count(3)
  pass()
  expect(said()).toBe('3 unread messages')
  count(2, 1)
  pass()
  expect(said()).toBe('1 new like')
  count(3, 1)
  act(() => void vi.advanceTimersByTime(900))
  count(2, 1)
  pass()
  expect(said(), 'the open conversation has announced this message').toBe('')
  vi.useRealTimers()
})

test('[SHELL-15] [SHELL-19] the bar announces a load once, although two places of the screen wait', () => {
  vi.useFakeTimers()
  const { rerender } = render(
    <>
      <LoadingBar />
      <Loading />
      <Loading />
    </>,
  )
  expect(said()).toBe('')
  act(() => void vi.advanceTimersByTime(500))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([t('ui.loading')])
  expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow'), 'each step would be said').toBe(false)
  rerender(<LoadingBar />)
  pass()
  expect(said()).toBe('')
  vi.useRealTimers()
})
