import { createHash } from 'node:crypto'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/shell/routes.ts'
import { ROUTE_NAMES, type RouteName } from '../../app/shell/screens.ts'
import { LOCALES } from '#contract/locales.ts'
import { createApp } from '../app.ts'
import { RATES } from '../rates.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts'
import { openOlderAssets } from '../adapters/older-assets.ts'
import { hashedAssets, readClientFiles } from './client-files.ts'
import { prepareClient } from './documents.ts'
import { documentLocale } from './locale.ts'

const STYLE = 'body{color:red}'
const SCRIPT = 'document.documentElement.dataset.js=1'
const HTML = `<!doctype html><html class="a" lang="it"><head><title>Visavis</title><style>${STYLE}</style>
<script>${SCRIPT}</script><script type="module" src="/assets/app-12345678.js"></script></head></html>`

const PAGE_STYLE = 'h1{color:blue}'
const HEADS = Object.fromEntries(
  LOCALES.map((locale) => [locale, { title: `Title <${locale}>`, description: `Of {{siteName}} in ${locale}` }]),
)
const PAGES = [
  { path: '/', name: 'index', picture: 'index', heads: HEADS },
  { path: '/landers/video/:slug?', name: 'landers-video', picture: 'video', heads: HEADS },
  { path: '/premium', name: 'premium', picture: 'pricing', heads: HEADS },
  { path: '/pages/terms', also: '/terms', name: 'pages-terms', picture: 'pages', heads: HEADS },
]

const TEXTS = Object.fromEntries(
  LOCALES.map((locale) => [locale, [`/assets/${locale}-1.js`, `/assets/${locale}-2.js`]]),
)

let folder: string
let servers: TestServer[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'visavis-client-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, 'documents'))
  writeFileSync(join(folder, 'index.html'), HTML)
  writeFileSync(join(folder, 'documents/documents.json'), JSON.stringify({ texts: TEXTS, pages: PAGES }))
  for (const locale of LOCALES) {
    const shell = HTML.replace('lang="it"', `lang="${locale}"`)
    const page = shell.replace(
      '</head>',
      `<style>${PAGE_STYLE}</style></head><body>The seat across, ${locale} of {{siteName}}`,
    )
    writeFileSync(join(folder, `documents/shell.${locale}.html`), shell)
    writeFileSync(join(folder, `documents/index.${locale}.html`), page)
    writeFileSync(join(folder, `documents/landers-video.${locale}.html`), page)
  }
  writeFileSync(join(folder, 'sw.js'), 'self.x = 1')
  writeFileSync(join(folder, 'assets/app-12345678.js'), 'export {}')
  writeFileSync(join(folder, 'assets/app-12345678.js.br'), brotliCompressSync('export {}'))
  writeFileSync(join(folder, 'secret.pem'), 'no')
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})
afterAll(() => rmSync(folder, { recursive: true }))

const openSite = async (options: TestServerOptions = {}) => {
  const server = await createTestServer(options)
  servers.push(server)
  const app = createApp(server.deps, { client: prepareClient(readClientFiles(folder)) })
  return async (path: string, headers: Record<string, string> = {}) =>
    app.request(`http://localhost${path}`, { headers })
}
const get = async (path: string, headers?: Record<string, string>, options?: TestServerOptions) =>
  (await openSite(options))(path, headers)
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('[SHELL-4] [PROF-10] the document of a profile is 404 for a viewer who may not see the profile, hidden or missing', async () => {
  const server = await createTestServer()
  servers.push(server)
  const app = createApp(server.deps, { client: prepareClient(readClientFiles(folder)) })
  const statusOf = async (id: number, cookie?: string, path = 'members'): Promise<number> => {
    const headers = cookie === undefined ? {} : { cookie }
    return (await app.request(`http://localhost/${path}/${id}`, { headers })).status
  }
  const ada = await server.signUp('Ada')
  const bert = await server.signUp('Bert')
  const hidden = await server.signUp('Hidden', { invisible: true })
  const unconfirmed = await server.signUp('Unconfirmed', { status: 'not_confirmed' })
  const missing = 999_999
  for (const id of [hidden.id, unconfirmed.id, missing])
    for (const cookie of [undefined, ada.cookie])
      expect([id, await statusOf(id, cookie), await statusOf(id, cookie, 'likes/m')]).toEqual([id, 404, 404])
  expect([await statusOf(bert.id), await statusOf(bert.id, ada.cookie)]).toEqual([200, 200])
  expect(await statusOf(ada.id, ada.cookie), 'one’s own').toBe(200)
  expect(await statusOf(hidden.id, hidden.cookie), 'one’s own though hidden').toBe(200)
  await server.as(bert)('blocks.put', { params: { profile: String(ada.id) } })
  expect(await statusOf(bert.id, ada.cookie), 'a block is told on the screen').toBe(200)
})

test('[SAFE-6] documents name no more profiles than the call of the app, and a page still opens then', async () => {
  const server = await createTestServer({ rates: { ...RATES, view: { count: 5, perMs: 60_000 } } })
  servers.push(server)
  const app = createApp(server.deps, { client: prepareClient(readClientFiles(folder)) })
  const ada = await server.signUp('Ada')
  const paths = ['members/ID', 'likes/m/ID', 'members/ID/landing', 'members/ID/signup', 'members/ID/landing2/x']
  const open = async (path: string, id: number) => {
    const response = await app.request(`http://localhost/${path.replace('ID', String(id))}`)
    return [response.status, (await response.text()).includes('Ada, ')]
  }
  for (const path of paths) expect([path, ...(await open(path, ada.id))]).toEqual([path, 200, true])
  for (const path of paths) expect([path, ...(await open(path, ada.id))]).toEqual([path, 200, false])
  expect(await open('members/ID', 999_999)).toEqual([200, false])
  expect((await server.visitor('members.get', { params: { id: String(ada.id) } })).status).toBe(429)
})

describe('[SHELL-4] the status of a document', () => {
  const examples: Partial<Record<RouteName, Record<string, string | number>>> = {
    'members-id': { id: 7 },
    'members-id-chat': { id: 7 },
    'chats-id': { id: '7-9' },
    'likes-m-id': { id: 7 },
    'likes-type': { type: 'received' },
    'credits-id-paymentmethod': { id: 15 },
    'landers-name-slug': { name: 'maplanding', slug: 'milano' },
    'members-id-landing': { id: 7 },
    'members-id-landing2-slug': { id: 7 },
    'members-id-landing3-slug': { id: 7, slug: 'spring' },
    'members-id-signup': { id: 7 },
    token: { token: 'privacy' },
  }

  test('is 200 for every screen of the app', async () => {
    const ask = await openSite()
    for (const name of ROUTE_NAMES) {
      // Profiles are tested below, since their status depends on the viewer.
      if (name === 'members-id' || name === 'likes-m-id') continue
      const path = href(name, examples[name])
      expect([path, (await ask(path)).status]).toEqual([path, 200])
    }
  })

  test.each([
    '/nothing',
    '/members/abc',
    '/members/0',
    '/members/7/chats',
    '/likes/nonsense',
    '/chats/9-7',
    '/likes/m/x',
    '/%E0%A4%A',
    '/landers',
    '/landers/nowhere',
    '/landers/adultonly/milano',
    '/landers/maplanding/a%20b',
    '/landers/maplanding/%E0%A4%A',
    '/landers/maplanding/milano/1',
    '/members/abc/landing',
    '/members/7/landing/x',
    '/members/7/landing2/a%20b',
    '/members/7/landing4',
    '/members/0/signup',
  ])('is 404 for %s, with the same document', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<title>Visavis</title>')
  })

  test('is 404 without a page for a missing file', async () => {
    const response = await get('/assets/gone-12345678.js')
    expect([response.status, await response.text()]).toEqual([404, 'Not found'])
  })
})

describe('[PWA-10] a tab of a former build', () => {
  test('gets its hashed files, cacheable for ever, and no other file', async () => {
    const server = await createTestServer()
    servers.push(server)
    const kept = openOlderAssets(join(folder, 'former'), { now: Date.now, maxAgeMs: 1, maxBytes: 0 })
    await kept.keep(
      new Map([
        ['part-87654321.js', { bytes: new TextEncoder().encode('export {}'), br: brotliCompressSync('export {}') }],
        ['part-87654321.exe', { bytes: new TextEncoder().encode('MZ'), br: undefined }],
      ]),
    )
    const app = createApp(server.deps, { client: prepareClient(readClientFiles(folder), kept) })
    const ask = async (path: string) => app.request(`http://localhost${path}`, { headers: { 'accept-encoding': 'br' } })
    const part = await ask('/assets/part-87654321.js')
    expect(part.status).toBe(200)
    expect(part.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(part.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(part.headers.get('content-encoding')).toBe('br')
    expect(part.headers.get('x-content-type-options')).toBe('nosniff')
    for (const path of [
      '/part-87654321.js',
      '/icons/part-87654321.js',
      '/assets/part-87654321.exe',
      '/assets/former/part-87654321.js',
      '/assets/..%2fformer%2fpart-87654321.js',
      '/assets/part-87654320.js',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
  })

  test('gets files with a hash in their name only: no other file is stored', async () => {
    const names = [...hashedAssets(readClientFiles(folder)).keys()]
    expect(names).toEqual(['app-12345678.js'])
  })
})

describe('a visitor’s page', () => {
  const italian = { 'accept-language': 'it' }

  test('comes with its markup, under a policy with the hashes of its styles', async () => {
    for (const path of ['/', '/landers/video', '/landers/video/milano']) {
      const response = await get(path, italian)
      expect(await response.text()).toContain('The seat across, it of Visavis')
      expect(response.headers.get('content-security-policy')).toContain(hash(PAGE_STYLE))
    }
  })

  test('has no markup for a member, for pages that the app renders, or at the path of its file', async () => {
    for (const [path, headers] of [
      ['/', { ...italian, cookie: 'session=x' }],
      ['/members', italian],
      ['/premium', italian],
      ['/landers/video/milano/1', italian],
    ] as const)
      expect(await (await get(path, headers)).text()).not.toContain('The seat across')
    for (const path of ['/documents/index.it.html', '/documents/documents.json'])
      expect((await get(path, italian)).status).toBe(404)
  })
})

const policyOf = async (options?: TestServerOptions) => {
  const { headers } = await get('/members', {}, options)
  const policy = headers.get('content-security-policy') ?? ''
  return { headers, policy: Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/s).slice(0, 2))) }
}

const openerPolicy = async (path: string, headers: Record<string, string>) =>
  (await get(path, headers)).headers.get('cross-origin-opener-policy')

describe('[SAFE-5] a document forbids', () => {
  test('all inline code except its own, and every other origin', async () => {
    const { policy } = await policyOf()
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': `'self' ${hash(SCRIPT)}`,
      'style-src': `'self' ${hash(STYLE)}`,
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'visavis visavis-early default',
    })
  })

  test('every other origin to the worker, too, whose own headers count for it', async () => {
    const policy = (await get('/sw.js')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
  })

  test('sniffing, leaking referrers, and features it does not use', async () => {
    const { headers } = await policyOf()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
  })

  test('the window that opened it to reach it; a page of visitors to which no page led has none', async () => {
    const [typed, followed] = [{ 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'cross-site' }]
    expect(await openerPolicy('/', typed)).toBeNull()
    for (const [path, headers] of [
      ['/', {}],
      ['/', followed],
      ['/', { ...typed, cookie: 'session=x' }],
      ['/members', typed],
      ['/index.html', typed],
    ] as const)
      expect(await openerPolicy(path, headers)).toBe('same-origin')
  })

  test('the window that opened it, although the browser has the page without this header', async () => {
    const [typed, followed] = [{ 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'cross-site' }]
    const tag = (await get('/', typed)).headers.get('etag') ?? ''
    expect((await get('/', { ...typed, 'if-none-match': tag })).status).toBe(304)
    const answer = await get('/', { ...followed, 'if-none-match': tag })
    expect([answer.status, answer.headers.get('cross-origin-opener-policy')]).toEqual([200, 'same-origin'])
  })

  test('plain http for a year, where the site is on https', async () => {
    const secure = await policyOf({ env: { PUBLIC_URL: 'https://visavis.test' } })
    expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const plain = await policyOf()
    expect(plain.headers.get('strict-transport-security')).toBeNull()
  })
})

describe('files', () => {
  test('with a hash in their name are cacheable for ever, and sent as compressed by the build', async () => {
    const response = await get('/assets/app-12345678.js', { 'accept-encoding': 'gzip, br' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('vary')).toBe('accept-encoding')
    const plain = await get('/assets/app-12345678.js')
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'export {}'])
  })

  test.each(['/sw.js', '/index.html', '/'])(
    '%s is asked about each time, and 304 while it is the same',
    async (path) => {
      const first = await get(path)
      expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache'])
      const again = await get(path, { 'if-none-match': first.headers.get('etag') ?? '' })
      expect([again.status, await again.text()]).toEqual([304, ''])
    },
  )

  test.each(['/secret.pem', '/assets/../secret.pem', '/..%2fpackage.json', '/assets/app-12345678.js.br'])(
    '%s is none',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )
})

const asked = (cookie?: string, domainLanguage = 'it', acceptLanguage?: string, address?: string, mail?: string) =>
  documentLocale({ address, cookie, mail, acceptLanguage, domainLanguage })

describe('[SITE-2] [SITE-3] the language of a document', () => {
  test('is that of the URL, else the chosen one, else the site’s, else the browser’s, else Italian', () => {
    expect(asked('en', 'it', 'de', 'pl')).toBe('pl')
    expect(asked('en', 'it', 'de', 'xx')).toBe('en')
    expect(asked('en')).toBe('en')
    expect(asked('xx')).toBe('it')
    expect(asked(undefined, 'nl-NL', 'it')).toBe('nl')
    expect(asked(undefined, 'sv', 'fi;q=0.9, fr-CH;q=0.4, it;q=0.3')).toBe('fr')
    expect(asked(undefined, 'sv', 'en;q=0, fi')).toBe('it')
    expect(asked(undefined, '')).toBe('it')
  })

  test('is that of the mail whose link was opened, unless one was chosen here', async () => {
    expect(asked(undefined, 'it', 'en', undefined, 'de')).toBe('de')
    expect(asked('en', 'it', 'en', undefined, 'de')).toBe('en')
    expect(asked(undefined, 'it', 'en', undefined, 'xx')).toBe('it')
    const link = '/reset-password/do?token=a&mail_lang=pl'
    expect((await get(link)).headers.get('content-language')).toBe('pl')
    expect((await get(link, { cookie: 'locale=fr' })).headers.get('content-language')).toBe('fr')
  })

  test.each(LOCALES)('%s is in the document, and caches store each language separately', async (locale) => {
    for (const [path, headers] of [
      [`/?lang=${locale}`, {}],
      ['/members', { cookie: `locale=${locale}` }],
    ] as const) {
      const response = await get(path, headers)
      expect(await response.text()).toContain(`<html class="a" lang="${locale}">`)
      expect(response.headers.get('content-language')).toBe(locale)
      expect(response.headers.get('vary')).toBe('accept-encoding, cookie, accept-language')
    }
  })

  test('is sent to the worker with the files of its texts', async () => {
    const response = await get('/index.html', { cookie: 'locale=pl' })
    expect(response.headers.get('x-texts')).toBe('/assets/pl-1.js /assets/pl-2.js')
    // A first installation takes it from the HTTP cache, and must not find there that of another language.
    expect(response.headers.get('vary')).toBe('accept-encoding, cookie, accept-language')
  })

  test('gives the document another ETag', async () => {
    const tags = await Promise.all(LOCALES.map(async (locale) => (await get(`/?lang=${locale}`)).headers.get('etag')))
    expect(new Set(tags).size).toBe(LOCALES.length)
  })
})

const SITE = { env: { PUBLIC_URL: 'https://visavis.test' } }
const linksOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(([, code = '', href = '']) => [
      code,
      href,
    ]),
  )
const metaOf = (html: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1]
const canonicalOf = (html: string): string | undefined => /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1]

const page = async (path: string) => (await get(path, {}, SITE)).text()

describe('[SITE-14] the head of a visitor’s page', () => {
  test('has title, description, URL and picture in its language, escaped', async () => {
    const html = await page('/landers/video/milano?lang=de&ref=x')
    expect(html).toContain('<title>Title &#60;de&#62; · Visavis</title>')
    expect(metaOf(html, 'description')).toBe('Of Visavis in de')
    expect(canonicalOf(html)).toBe('https://visavis.test/landers/video?lang=de')
    expect(metaOf(html, 'og:title')).toBe('Title &#60;de&#62; · Visavis')
    expect(metaOf(html, 'og:url')).toBe('https://visavis.test/landers/video?lang=de')
    expect(metaOf(html, 'og:locale')).toBe('de_DE')
    expect(metaOf(html, 'og:image')).toBe('https://visavis.test/share/video.png')
    expect(metaOf(html, 'twitter:card')).toBe('summary_large_image')
    expect(metaOf(html, 'robots')).toBeUndefined()
  })

  test('links all seven languages and the default, and each version has the same links', async () => {
    const links = linksOf(await page('/premium'))
    expect(Object.keys(links).toSorted()).toEqual([...LOCALES, 'x-default'].toSorted())
    expect(links['x-default']).toBe('https://visavis.test/premium')
    for (const locale of LOCALES) expect(links[locale]).toBe(`https://visavis.test/premium?lang=${locale}`)
    for (const href of Object.values(links)) {
      const other = await page(href.replace('https://visavis.test', ''))
      expect(linksOf(other)).toEqual(links)
      // A language version with a URL of its own is its own canonical page.
      expect(canonicalOf(other)).toBe(href)
    }
  })

  test('does not call an address canonical whose language the domain does not offer', async () => {
    const options = { ...SITE, settings: { locales: ['it', 'en'] } } satisfies TestServerOptions
    for (const [path, href] of [
      ['/premium?lang=pl', 'https://visavis.test/premium'],
      ['/premium?lang=en', 'https://visavis.test/premium?lang=en'],
    ] as const)
      expect(canonicalOf(await (await get(path, {}, options)).text())).toBe(href)
  })

  test('has one canonical URL for a page with two addresses', async () => {
    expect(canonicalOf(await page('/terms'))).toBe('https://visavis.test/pages/terms')
  })

  test.each(['/profile', '/chats', '/members/7', '/reset-password/do', '/landers/nowhere', '/credits'])(
    'is not there for %s, which is nobody else’s to find',
    async (path) => {
      const html = await page(path)
      expect(metaOf(html, 'robots')).toBe('noindex')
      expect([canonicalOf(html), linksOf(html)]).toEqual([undefined, {}])
    },
  )
})

describe('[SITE-14] search engines', () => {
  test('get the excluded paths and the address of the sitemap', async () => {
    const text = await (await get('/robots.txt', {}, SITE)).text()
    expect(text).toContain('Disallow: /api/')
    expect(text).toContain('Sitemap: https://visavis.test/sitemap.xml')
  })

  test('find every page in every language in the sitemap', async () => {
    const response = await get('/sitemap.xml', {}, SITE)
    expect(response.headers.get('content-type')).toContain('application/xml')
    const places = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place)
    for (const path of ['/', '/landers/video', '/premium'])
      for (const query of ['', ...LOCALES.map((locale) => `?lang=${locale}`)])
        expect(places).toContain(`https://visavis.test${path}${query}`)
  })
})
