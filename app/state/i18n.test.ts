import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  firstLocale,
  followOtherTabs,
  keepLanguageOnBack,
  loadAllTexts,
  locale,
  showChosenLocale,
  showLocale,
  t,
  tCode,
} from './i18n.ts'

const documentIn = (lang: string, cookie = '', search = '') => {
  const page = { cookie, documentElement: { lang } }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { search, href: `https://visavis.test/${search}` })
  return page
}

beforeEach(() => void documentIn('it'))

test('[SITE-2] begins with the address’s language, else the cookie’s, else the server’s, else Italian', () => {
  documentIn('en', 'a=b; locale=it', '?t=5&lang=pl')
  expect(firstLocale()).toBe('pl')
  documentIn('en', 'a=b; locale=de')
  expect(firstLocale()).toBe('de')
  documentIn('fr', 'locale=xx', '?lang=../en')
  expect(firstLocale()).toBe('fr')
  documentIn('sv')
  expect(firstLocale()).toBe('it')
})

test('[SITE-2] begins with the language of the mail whose link was opened, unless one was chosen here', () => {
  // The worker answers with the shell of the site's language.
  documentIn('it', '', '?token=5&mail_lang=de')
  expect(firstLocale()).toBe('de')
  documentIn('it', 'locale=fr', '?token=5&mail_lang=de')
  expect(firstLocale()).toBe('fr')
})

test('[SITE-2] the first screens have their texts at once, the others load the rest', async () => {
  await showLocale('en')
  expect(t('shell.skip')).not.toBe('shell.skip')
  expect(t('profile.write', { name: 'Ada' })).toBe('profile.write')
  await loadAllTexts()
  expect(t('profile.write', { name: 'Ada' })).toBe('Write to Ada')
  // From now on, all texts of another language are loaded.
  await showLocale('it')
  expect(t('profile.write', { name: 'Ada' })).toBe('Scrivi ad Ada')
})

test('[SITE-2] the word before a name fits its first sound in Italian and Spanish', async () => {
  await loadAllTexts()
  await showLocale('it')
  expect(t('profile.write', { name: 'Bea' })).toBe('Scrivi a Bea')
  expect(t('match.text', { name: 'Elisa' })).toBe('Tu ed Elisa vi piacete.')
  expect(t('match.text', { name: 'Bea' })).toBe('Tu e Bea vi piacete.')
  await showLocale('es')
  expect(t('match.text', { name: 'Inés' })).toBe('Tú e Inés os gustáis.')
  expect(t('match.text', { name: 'Bea' })).toBe('Tú y Bea os gustáis.')
})

test('[SITE-2] shows a language everywhere, and remembers it for 365 days only if it was chosen', async () => {
  const page = documentIn('it')
  await showLocale('en')
  expect(locale.value).toBe('en')
  expect(page.documentElement.lang).toBe('en')
  expect(page.cookie).toBe('')
  await showChosenLocale('it')
  expect(page.cookie).toContain('locale=it')
  expect(page.cookie).toContain('max-age=31536000')
})

test('[SITE-2] a chosen language outlasts its cookie, which Safari deletes after seven days, and the cookie returns', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  documentIn('it')
  expect(firstLocale()).toBe('it')
  expect(stored.size).toBe(0)
  await showChosenLocale('de')
  const later = documentIn('it')
  expect(firstLocale()).toBe('de')
  expect(later.cookie).toContain('locale=de')
  // An older version of the app wrote only the cookie.
  documentIn('it', 'locale=pl')
  expect(firstLocale()).toBe('pl')
  documentIn('it')
  expect(firstLocale()).toBe('pl')
  vi.stubGlobal('localStorage', undefined)
})

test('[SITE-2] a language that is chosen in another tab is shown here too, and nothing else of that tab changes it', async () => {
  const stored = new Map([['locale', 'de']])
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  const heard: ((event: { key: string }) => void)[] = []
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof heard)[0]) => heard.push(listener))
  documentIn('it')
  await showLocale('it')
  followOtherTabs()
  heard[0]?.({ key: 'draft:1:1-2' })
  await Promise.resolve()
  expect(locale.value).toBe('it')
  heard[0]?.({ key: 'locale' })
  await vi.waitFor(() => expect([locale.value, document.documentElement.lang]).toEqual(['de', 'de']))
  stored.set('locale', 'nonsense')
  heard[0]?.({ key: 'locale' })
  await Promise.resolve()
  expect(locale.value).toBe('de')
  vi.stubGlobal('localStorage', undefined)
})

test.each([
  ['removes another language from', 'de', ['https://visavis.test/?t=5']],
  ['leaves the language on screen in', 'it', []],
])('[SITE-2] Back %s the address', async (_, lang, replaced) => {
  const replaceState = vi.fn<History['replaceState']>()
  vi.stubGlobal('history', { state: null, replaceState })
  const steps: (() => void)[] = []
  vi.stubGlobal('addEventListener', (kind: string, listener: () => void) => kind === 'popstate' && steps.push(listener))
  documentIn('it')
  await showLocale('it')
  keepLanguageOnBack()
  documentIn('it', '', `?t=5&lang=${lang}`)
  steps[0]?.()
  expect(replaceState.mock.calls.map(([, , url]) => String(url))).toEqual(replaced)
})

/** A fresh copy of the module that has loaded nothing, as when a page starts. */
const anew = () => {
  vi.resetModules()
  return import('./i18n.ts')
}

test('[SITE-2] a language that loads slowly does not replace one that was chosen after it', async () => {
  const document = documentIn('en')
  const page = await anew()
  await page.showLocale('en')
  const slow = page.showChosenLocale('pl')
  await page.showLocale('en')
  await slow
  expect([page.locale.value, document.documentElement.lang, document.cookie]).toEqual(['en', 'en', ''])
})

test('[PWA-1] all texts of a chosen language are loaded, because the worker has cached the previous language', async () => {
  const page = await anew()
  await page.showLocale('it')
  await page.showChosenLocale('en')
  await vi.waitFor(() => expect(page.t('profile.write', { name: 'Ada' })).toBe('Write to Ada'))
})

test('[SITE-2] texts requested before the first language has loaded are loaded in that language only', async () => {
  const page = await anew()
  const asked = page.loadAllTexts()
  await page.showLocale('en')
  expect(page.t('profile.write', { name: 'Ada' })).toBe('Write to Ada')
  await asked
  expect(i18next.exists('profile.write', { lng: 'it' })).toBe(false)
})

test('[PWA-15] texts that are not on the device do not stop the start, and are missing from their screen alone', async () => {
  const page = await anew()
  let isThere = false
  const load = vi.fn<() => Promise<Record<string, string>>>(async () => {
    if (!isThere) throw new TypeError('no network')
    return { 'profile.write': 'Write to {{name}} at last' }
  })
  const part = { '/texts/en.json': load }
  const asked = page.loadTexts(part).catch(() => 'missing')
  expect(await page.showLocale('en')).toBe(true)
  expect(page.t('shell.offline')).toBe('No connection.')
  expect(await asked).toBe('missing')
  isThere = true
  await page.loadTexts(part)
  expect(page.t('profile.write', { name: 'Ada' })).toBe('Write to Ada at last')
})

test('[SITE-2] a language that is chosen later is shown with all its texts or not at all', async () => {
  const page = await anew()
  await page.showLocale('en')
  const part = {
    '/texts/en.json': async () => ({}),
    '/texts/it.json': () => Promise.reject<Record<string, string>>(new TypeError('no network')),
  }
  await page.loadTexts(part)
  await expect(page.showLocale('it')).rejects.toThrow('no network')
  expect(page.locale.value).toBe('en')
})

test('[SITE-2] texts requested while another language is loading are loaded in both', async () => {
  const page = await anew()
  await page.showLocale('it')
  const switching = page.showLocale('en')
  const asked = page.loadAllTexts()
  await switching
  expect(page.t('profile.write', { name: 'Ada' })).toBe('Write to Ada')
  await asked
  expect(page.t('profile.write', { name: 'Ada' })).toBe('Write to Ada')
})

test('[SITE-2] texts take parameters and plurals', async () => {
  await showLocale('en')
  expect(t('profile.write', { name: 'Inês & <b>' })).toBe('Write to Inês & <b>')
  expect(t('profile.write', { name: '$& {{name}} $t(index.signup)' })).toBe('Write to $& {{name}} $t(index.signup)')
  expect(t('profile.cost', { count: 1 })).toBe('A message costs 1 credit.')
  expect(t('profile.cost', { count: 2 })).toBe('A message costs 2 credits.')
  expect(t('members.found', { count: 0 })).toBe('No one so far')
  await showLocale('it')
  expect(t('profile.cost', { count: 2 })).toBe('Un messaggio costa 2 crediti.')
  // CLDR has a plural form for millions in Italian, and our texts do not.
  expect(t('profile.cost', { count: 3_000_000 })).toBe('Un messaggio costa 3000000 crediti.')
})

test('[SITE-2] a name from right to left leaves the words and numbers beside it in their places', async () => {
  await showLocale('en')
  expect(t('ui.nameAge', { name: 'נועה', age: 27 })).toBe('\u2068נועה\u2069, 27')
  expect(t('ui.nameAge', { name: 'Ada', age: 27 })).toBe('Ada, 27')
  expect(t('shell.parked', { name: 'نور', count: 2 })).toMatch(/^2 items waiting in \u2068نور\u2069’s account/)
  await showLocale('it')
  expect(t('profile.write', { name: 'נועה' })).toBe('Scrivi \u2068a נועה\u2069')
})

test('a code without a text gets the general error text', async () => {
  await showLocale('en')
  expect(tCode('error', 'blocked', { name: 'Ada' })).toBe('You are blocked by Ada')
  expect(tCode('error', 'never_heard_of')).toBe(t('error.server_error'))
})

test('[SITE-2] Polish has one form for few and one for many', async () => {
  await showLocale('pl')
  expect([1, 3, 5].map((count) => t('members.found', { count }))).toEqual(['1 osoba', '3 osoby', '5 osób'])
})
