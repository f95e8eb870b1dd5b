import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser, answering } from '../testing/factories.ts'
import { locale, showLocale } from './i18n.ts'
import { putAnswer } from './resource.ts'
import { chooseLanguage, enterSession, user } from './session.ts'

const NO_COUNTS = { unread_messages: 0, new_likes: 0 }
let page: { cookie: string; documentElement: { lang: string } }
let fetching: ReturnType<typeof vi.fn>

beforeEach(async () => {
  page = { cookie: '', documentElement: { lang: 'it' } }
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { cookieEnabled: true })
  vi.stubGlobal('localStorage', {})
  vi.stubGlobal('location', { href: 'https://visavis.test/' })
  fetching = vi.fn(answering({ 'PUT user': { user: aUser({ id: 3, language: 'pl' }), counts: NO_COUNTS } }))
  vi.stubGlobal('fetch', fetching)
  await showLocale('it')
})
afterEach(() => {
  putAnswer('user.get', {}, { user: null, counts: null })
  vi.unstubAllGlobals()
})

test('[SITE-2] [ACC-13] a visitor’s choice is remembered for 365 days and not sent to the server', async () => {
  expect(await chooseLanguage('de')).toBe(true)
  expect([locale.value, page.documentElement.lang]).toEqual(['de', 'de'])
  expect(page.cookie).toMatch(/^locale=de; path=\/; max-age=31536000; samesite=lax$/)
  expect(fetching).not.toHaveBeenCalled()
})

test('[SITE-2] a choice ends the language of the address, which a reload would show again', async () => {
  const replaceState = vi.fn<History['replaceState']>()
  vi.stubGlobal('history', { state: { at: 1 }, replaceState })
  vi.stubGlobal('location', { href: 'https://visavis.test/premium?ref=a&lang=de#prices' })
  expect(await chooseLanguage('pl')).toBe(true)
  expect(replaceState.mock.calls.map(([state, , url]) => [state, String(url)])).toEqual([
    [{ at: 1 }, 'https://visavis.test/premium?ref=a#prices'],
  ])
})

test('[SITE-2] a member’s choice is also stored on the server', async () => {
  putAnswer('user.get', {}, { user: aUser({ id: 3, language: 'it' }), counts: NO_COUNTS })
  expect(await chooseLanguage('pl')).toBe(true)
  expect(page.cookie).toContain('locale=pl')
  const [url, init] = fetching.mock.calls[0] as [string, RequestInit]
  expect([url, init.method, init.body]).toEqual(['/api/user', 'PUT', '{"language":"pl"}'])
  expect(user.value?.language).toBe('pl')
})

test('[SITE-2] a login remembers the member’s language that is already on screen, and does not wait for it', () => {
  const data = { user: aUser({ id: 3, language: 'it' }), counts: NO_COUNTS }
  void enterSession({ ok: true, queued: false, data, cachedAt: null })
  expect(page.cookie).toContain('locale=it')
})

test('[SITE-2] the last of two languages chosen in quick succession wins', async () => {
  putAnswer('user.get', {}, { user: aUser({ id: 3, language: 'it' }), counts: NO_COUNTS })
  await Promise.all([chooseLanguage('nl'), chooseLanguage('it')])
  expect(locale.value).toBe('it')
  expect(page.cookie).toContain('locale=it')
  expect(fetching.mock.calls.map(([, init]) => (init as RequestInit).body)).toEqual(['{"language":"it"}'])
})
