/** No screen of a phone is a dead end [SHELL-11], [SHELL-20]. */
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale } from '../state/i18n.ts'
import { putAnswer } from '../state/resource.ts'
import { aUser } from '../testing/factories.ts'
import type { RouteName } from './routes.ts'
import { ABOUT } from './screens.ts'
import { TopBar } from './top-bar.tsx'

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
  await showLocale('en')
  await loadAllTexts()
  putAnswer('user.get', {}, { user: aUser(), counts: { unread_messages: 0, new_likes: 0 } })
})

const bar = (route: RouteName): string =>
  renderToStaticMarkup(
    <Router ssrPath="/credits">
      <TopBar route={route} title={null} logoOnly={false} />
    </Router>,
  )

test('[SHELL-20] every screen without tabs leads up to another', () => {
  const withoutTabs = (Object.keys(ABOUT) as RouteName[]).filter((route) => ABOUT[route].leads)
  expect(withoutTabs.length).toBeGreaterThan(2)
  for (const route of withoutTabs) {
    const { up } = ABOUT[route]
    expect([route, up]).not.toEqual([route, undefined])
    expect(bar(route)).toContain('aria-label="Back"')
  }
})

test('[SHELL-20] Premium has the tabs, and a way back', () => {
  expect(ABOUT.premium.leads).toBeUndefined()
  expect(bar('premium')).toMatch(/href="\/profile"[^>]*>/)
  expect(bar('premium')).toContain('aria-label="Back"')
})
