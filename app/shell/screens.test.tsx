import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { PAGES } from '#contract/pages.ts'
import { loadAllTexts, showLocale } from '../state/i18n.ts'
import { putAnswer } from '../state/resource.ts'
import { aUser } from '../testing/factories.ts'
import { fetchScreen } from './screen.tsx'
import { layoutOf, ROUTE_NAMES, SCREENS, type RouteName } from './screens.ts'
import { TopBar } from './top-bar.tsx'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
const textsOf = (name: string) => JSON.parse(read(`../../locales/${name}.json`)) as Record<string, string>
const modules = globSync('../features/**/*.tsx', { cwd: import.meta.dirname })

/** The modules of a screen: its own module and the modules beside it that it imports. */
const sourceOf = (route: RouteName): string => {
  const module = modules.find((path) => read(path).includes(`export const ${SCREENS[route].load} = `))
  if (module === undefined) throw new Error(`no module exports ${SCREENS[route].load}`)
  const screen = read(module)
  const parts = [...screen.matchAll(/'(\.\/[\w-]+\.tsx)'/g)].map(([, part = '']) => part)
  return [screen, ...parts.map((part) => read(join(dirname(module), part)))].join('\n')
}

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
  await showLocale('en')
  await loadAllTexts()
  putAnswer('user.get', {}, { user: aUser(), counts: { unread_messages: 0, new_likes: 0 } })
})

const topBar = (route: RouteName): string =>
  renderToStaticMarkup(
    <Router ssrPath="/credits">
      <TopBar route={route} title={null} logoOnly={layoutOf(route) === 'lander'} />
    </Router>,
  )

describe('every screen', () => {
  test.each(ROUTE_NAMES)('[SHELL-1] %s loads its component', async (route) => {
    expect(await fetchScreen(route)).toBeTypeOf('function')
  })

  test.each(ROUTE_NAMES)('[SHELL-1] %s has a title', (route) => {
    const { bar, tab, own } = SCREENS[route].title
    expect(bar ?? tab ?? own).toBeDefined()
  })

  test.each(ROUTE_NAMES.filter((route) => SCREENS[route].access === 'member'))(
    '[SHELL-1] %s has a title also while a visitor is asked to log in',
    (route) => {
      const { bar, tab } = SCREENS[route].title
      expect(bar ?? tab).toBeDefined()
    },
  )

  test.each(ROUTE_NAMES.filter((route) => SCREENS[route].title.own))('[SHELL-1] %s sets its own title', (route) => {
    expect(sourceOf(route)).toContain('usePageTitle(')
  })
})

describe('[SHELL-20] every screen has a tab or leads to another screen', () => {
  const without = ROUTE_NAMES.filter((route) => SCREENS[route].tab === undefined)

  const inBar = ROUTE_NAMES.filter((route) => SCREENS[route].parent && !SCREENS[route].bare && !SCREENS[route].ownBar)
  test.each(inBar)('[SHELL-21] %s has a back link in the bar', (route) => {
    expect(topBar(route)).toMatch(/aria-label="Back( to [a-z ]+)?"/)
  })

  test.each(without.filter((route) => layoutOf(route) !== 'empty'))('%s has the logo, which leads home', (route) => {
    expect(topBar(route)).toMatch(/href="\/(members)?"/)
  })

  test.each(without.filter((route) => layoutOf(route) === 'empty'))(
    '%s has no bars, but a link of its own',
    (route) => {
      expect(sourceOf(route)).toMatch(/<LinkButton|<Redirect|<Link /)
    },
  )
})

test.each(LOCALES)('[SHELL-1] in %s, no two screens have the same title', (locale) => {
  // English stands in until a text is translated (`scripts/locale-parts.ts`).
  const texts = { ...textsOf('en'), ...textsOf(locale) }
  const titles = ROUTE_NAMES.flatMap((route) => {
    const { bar, tab = bar, own } = SCREENS[route].title
    return tab === undefined || own ? [] : [texts[tab]]
  })
  expect(titles.filter((title) => title === undefined)).toEqual([])
  // Signup has two routes, one for those who have an account already.
  expect(titles.length - new Set(titles).size).toBe(1)
})

describe('[SHELL-20] every screen on a phone can be left', () => {
  test('a screen whose main action replaces the tabs has a parent screen', () => {
    const withoutTabs = ROUTE_NAMES.filter((route) => SCREENS[route].footAction)
    expect(withoutTabs.length).toBeGreaterThan(2)
    expect(withoutTabs.filter((route) => SCREENS[route].parent === undefined)).toEqual([])
  })

  test('Premium has the tabs, and a link to the screen above it', () => {
    expect(SCREENS.premium.footAction).toBeUndefined()
    expect(topBar('premium')).toMatch(/href="\/profile"[^>]*>/)
  })

  test('a screen without bars has a Back button of its own; only the unfinished signup has none', () => {
    const bare = ROUTE_NAMES.filter((route) => SCREENS[route].bare && layoutOf(route) !== 'chat')
    expect(bare.filter((route) => !SCREENS[route].backButton)).toEqual(['complete-signup'])
  })
})

describe('[SHELL-6] layouts', () => {
  test('there are four, and each has a screen', () => {
    expect(new Set(ROUTE_NAMES.map(layoutOf))).toEqual(new Set(['default', 'chat', 'lander', 'empty']))
  })

  test('conversations have the chat layout', () => {
    for (const route of ['chats', 'chats-id', 'members-id-chat'] as const) expect(layoutOf(route)).toBe('chat')
  })

  test('an unknown page has the default layout', () => expect(layoutOf(null)).toBe('default'))
})

test('[SHELL-22] the lists refresh when they are pulled down, and no other screen', () => {
  expect(ROUTE_NAMES.filter((route) => SCREENS[route].pulls)).toEqual([
    'members',
    'chats',
    'likes',
    'likes-type',
    'transactions',
    'match-finder',
  ])
})

test('visitors may open the front page, search, profiles, login, signup and what a mail or a campaign links to', () => {
  expect(ROUTE_NAMES.filter((route) => SCREENS[route].access !== 'member')).toEqual([
    'index',
    'members',
    'members-id',
    'premium',
    'pricing',
    'signup',
    'login',
    'reset-password',
    'reset-password-do',
    'mail-change-do',
    'account-deleted',
    'notifications',
    'settings',
    'notifications-device',
    'share',
    'complaints',
    'lang-config',
    'activate-done',
    'activate-error',
    'landers-name-slug',
    'members-id-landing',
    'members-id-landing2-slug',
    'members-id-landing3-slug',
    'members-id-signup',
    ...PAGES.map((name) => `pages-${name}`),
    'token',
  ])
})
