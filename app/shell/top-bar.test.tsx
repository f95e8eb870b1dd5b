import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { describe, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import type { Settings } from '#contract/entities/settings.ts'
import type { User } from '#contract/entities/user.ts'
import { LOCALES } from '#contract/locales.ts'
import { putAnswer } from '../state/resource.ts'
import { anOwnProfile, aUser } from '../testing/factories.ts'
import { TopBar } from './top-bar.tsx'
import { setUpTexts } from '../testing/texts.ts'

setUpTexts()

/** The credits or Premium link in the bar of a member with this balance. */
const link = (credits: number, paid_user = true): string => {
  putAnswer('user.get', {}, { user: aUser({ credits, paid_user }), counts: { unread_messages: 0, new_likes: 0 } })
  const html = renderToStaticMarkup(
    <Router ssrPath="/members">
      <TopBar route="members" title={null} logoOnly={false} />
    </Router>,
  )
  return /<a [^>]*href="\/(?:credits|premium)".*?<\/a>/.exec(html)?.[0] ?? ''
}

describe('[SHELL-9] the credits badge', () => {
  test('shows at ten credits or fewer: a warning above zero, danger at zero', () => {
    expect(link(11)).not.toMatch(/badge/)
    expect(link(11)).toContain('>11 credits<')
    expect(link(10)).toMatch(/badge[^"]* [^"]*warning/)
    expect(link(1)).toMatch(/badge[^"]* [^"]*warning/)
    expect(link(0)).toMatch(/badge[^"]* [^"]*danger/)
    expect(link(0)).toContain('>0 credits<')
  })

  test('says the balance in words, also to a free member', () => {
    expect(link(1)).toContain('>1 credit<')
    expect(link(5, false)).toContain('>5 credits<')
  })
})

test('[SHELL-8] paying members get a link to their credits, others to Premium', () => {
  expect(link(5, true)).toContain('href="/credits"')
  expect(link(5, true)).not.toContain('Get Premium')
  expect(link(5, false)).toContain('href="/premium"')
  expect(link(5, false)).toContain('Get Premium')
})

/** The bar of a member called Daniel, or of a visitor. */
const bar = (member: boolean): string => {
  const counts = { unread_messages: 0, new_likes: 0 }
  putAnswer('user.get', {}, member ? { user: aUser(), counts } : { user: null, counts: null })
  return renderToStaticMarkup(
    <Router ssrPath="/members">
      <TopBar route="members" title={null} logoOnly={false} />
    </Router>,
  )
}

/** The codes of the languages in the menu. */
const offeredLanguages = (member: User | null, site: Partial<Settings>): (string | undefined)[] => {
  putAnswer('settings.get', {}, { settings: { ...DEFAULT_SETTINGS, ...site }, domain_language: 'en' })
  const counts = { unread_messages: 0, new_likes: 0 }
  putAnswer('user.get', {}, member ? { user: member, counts } : { user: null, counts: null })
  const html = renderToStaticMarkup(
    <Router ssrPath="/members">
      <TopBar route="members" title={null} logoOnly={false} />
    </Router>,
  )
  return [...html.matchAll(/role="menuitemradio".*?lang="(\w\w)"/g)].map(([, code]) => code)
}

describe('[SHELL-10] the menus of the bar', () => {
  test('a member has an account menu, with name and thumbnail', () => {
    const html = bar(true)
    const menu = /role="menu"[^>]*aria-label="Account of Daniel".*$/.exec(html)?.[0] ?? ''
    expect(menu).toMatch(/href="\/profile".*My profile.*href="\/notifications".*Settings.*Log out/)
    expect(html).toMatch(/<button[^>]*account[^>]*aria-haspopup="menu".*avatar/)
    expect(html).not.toContain('href="/login"')
  })

  test('a visitor sees Login', () => {
    const html = bar(false)
    expect(html).toMatch(/href="\/login"[^>]*>Log in</)
    expect(html).not.toContain('Account of')
  })

  describe('[SITE-4] the languages of the menu', () => {
    const me = aUser({ profile: anOwnProfile({ country: 'PL' }) })

    test('a member gets those of the visit’s country and of the profile’s', () => {
      expect(offeredLanguages(me, { geoip_country: 'NL' })).toEqual(['en', 'nl', 'pl'])
    })

    test('a visitor gets the one of the browser too', () => {
      vi.stubGlobal('navigator', { languages: ['sv-SE', 'fr-CH', 'de'] })
      expect(offeredLanguages(null, { geoip_country: 'NL' })).toEqual(['en', 'fr', 'nl'])
      vi.unstubAllGlobals()
    })

    test('a visitor who has chosen another country gets all, a member does not', () => {
      const abroad = { geoip_country: 'NL', geoip_selected_country: 'DE' }
      expect(offeredLanguages(null, abroad)).toEqual([...LOCALES])
      expect(offeredLanguages(me, abroad)).toEqual(['en', 'nl', 'pl'])
    })
  })

  test('both list languages, with a link to all of them', () => {
    for (const html of [bar(true), bar(false)])
      expect(html).toMatch(/role="menuitemradio" aria-checked="true".*English.*href="\/lang-config".*All languages/)
  })
})
