import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale } from '../state/i18n.ts'
import { Navigation, newCountOf, Tabs } from './navigation.tsx'
import type { RouteName } from './screens.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
  await showLocale('en')
  await loadAllTexts()
})

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

test('[SHELL-8] a desktop names a place as a phone does', () => {
  expect(namesIn(Tabs)).toEqual(expect.arrayContaining(namesIn(Navigation)))
})
