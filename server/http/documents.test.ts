import { createHash } from 'node:crypto'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href, LIKE_TYPES, routes, type RouteName } from '../../app/shell/routes.ts'
import { createApp } from '../app.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts'
import { readClientFiles } from './client-files.ts'
import { prepareClient } from './documents.ts'
import { documentLocale } from './locale.ts'

const STYLE = 'body{color:red}'
const SCRIPT = 'document.documentElement.dataset.js=1'
const HTML = `<!doctype html><html class="a" lang="it"><head><title>Visavis</title><style>${STYLE}</style>
<script>${SCRIPT}</script><script type="module" src="/assets/app-12345678.js"></script></head></html>`

const FRONT_STYLE = 'h1{color:blue}'
const FRONT = HTML.replace('</head>', `<style>${FRONT_STYLE}</style></head><body>The seat across`)

let folder: string
let servers: TestServer[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'visavis-client-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), HTML)
  writeFileSync(join(folder, 'front.it.html'), FRONT)
  writeFileSync(join(folder, 'sw.js'), 'self.x = 1')
  writeFileSync(join(folder, 'assets/app-12345678.js'), 'export {}')
  writeFileSync(join(folder, 'assets/app-12345678.js.br'), brotliCompressSync('export {}'))
  writeFileSync(join(folder, 'secret.pem'), 'no')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

const get = async (path: string, headers: Record<string, string> = {}, options: TestServerOptions = {}) => {
  const server = await createTestServer(options)
  servers.push(server)
  const app = createApp(server.deps, { client: await prepareClient(await readClientFiles(folder)) })
  return app.request(`http://localhost${path}`, { headers })
}
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('[SHELL-4] the status of a document', () => {
  const examples: Partial<Record<RouteName, Record<string, string | number>>> = {
    'members-id': { id: 7 },
    'members-id-chat': { id: 7 },
    'chats-id': { id: '7-9' },
    'likes-m-id': { id: 7 },
    'likes-type': { type: LIKE_TYPES[0] },
  }

  test('is 200 for every screen of the app', async () => {
    for (const name of Object.keys(routes) as RouteName[]) {
      const path = href(name, examples[name])
      expect([path, (await get(path)).status]).toEqual([path, 200])
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
  ])('is 404 for %s, with the same document', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<title>Visavis</title>')
  })

  test('of a missing file is 404 without a page', async () => {
    const response = await get('/assets/gone-12345678.js')
    expect([response.status, await response.text()]).toEqual([404, 'Not found'])
  })
})

describe('the front page', () => {
  const italian = { 'accept-language': 'it' }

  test('comes with its markup to a visitor, under a policy that knows its styles', async () => {
    const response = await get('/', italian)
    expect(await response.text()).toContain('The seat across')
    expect(response.headers.get('content-security-policy')).toContain(hash(FRONT_STYLE))
  })

  test('is not sent to a member, nor anywhere but at /', async () => {
    for (const [path, headers] of [
      ['/', { ...italian, cookie: 'session=x' }],
      ['/members', italian],
    ] as const)
      expect(await (await get(path, headers)).text()).not.toContain('The seat across')
    expect((await get('/front.it.html', italian)).status).toBe(404)
  })
})

const policyOf = async (options?: TestServerOptions) => {
  const { headers } = await get('/members', {}, options)
  const policy = headers.get('content-security-policy') ?? ''
  return { headers, policy: Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/s).slice(0, 2))) }
}

describe('[SAFE-5] a document forbids', () => {
  test('all inline code but its own, and everything from elsewhere', async () => {
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
      'trusted-types': 'visavis default',
    })
  })

  test('sniffing, leaking referrers, and features it does not use', async () => {
    const { headers } = await policyOf()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  test('plain http for a year, where the site is on https', async () => {
    const secure = await policyOf({ env: { PUBLIC_URL: 'https://visavis.test' } })
    expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const plain = await policyOf()
    expect(plain.headers.get('strict-transport-security')).toBeNull()
  })
})

describe('files', () => {
  test('with a hash in their name are kept for ever, and sent as they were compressed', async () => {
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

const asked = (cookie?: string, domainLanguage = 'it', acceptLanguage?: string) =>
  documentLocale({ cookie, acceptLanguage, domainLanguage })

describe('[SITE-2] [SITE-3] the language of a document', () => {
  test('is the one that was chosen, else the site’s, else the browser’s, else Italian', () => {
    expect(asked('en')).toBe('en')
    expect(asked('xx')).toBe('it')
    expect(asked(undefined, 'en-GB', 'it')).toBe('en')
    expect(asked(undefined, 'sv', 'fi;q=0.9, en-GB;q=0.4, it;q=0.3')).toBe('en')
    expect(asked(undefined, 'sv', 'en;q=0, fi')).toBe('it')
    expect(asked(undefined, '')).toBe('it')
  })

  test('stands in the document itself, which each language caches apart', async () => {
    const italian = await get('/')
    const english = await get('/', { cookie: 'locale=en' })
    expect(await italian.text()).toContain('<html class="a" lang="it">')
    expect(await english.text()).toContain('<html class="a" lang="en">')
    expect(english.headers.get('etag')).not.toBe(italian.headers.get('etag'))
  })
})
