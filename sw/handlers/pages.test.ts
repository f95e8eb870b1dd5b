import { expect, test } from 'vitest'
import { ORIGIN } from '../testing/browser.ts'
import { FakeCaches } from '../testing/fake-caches.ts'
import { createPages, type AppFile } from './pages.ts'

const FILES: AppFile[] = [
  { url: 'index.html', revision: 'one' },
  { url: 'assets/app-12345678.js', revision: null },
]

const site = () => {
  const held = new FakeCaches()
  const asked: string[] = []
  const broken = new Set<string>()
  const ports = {
    origin: ORIGIN,
    caches: () => held,
    fetch: async (request: Request) => {
      const path = new URL(request.url).pathname
      asked.push(`${path} ${request.cache}`)
      return new Response(`${path} of the network`, { status: broken.has(path) ? 404 : 200 })
    },
  }
  return { held, asked, broken, ports }
}

const page = (path: string): Request => Object.defineProperty(new Request(ORIGIN + path), 'mode', { value: 'navigate' })

test('[PWA-1] every page of the app opens from the files taken at install, without network', async () => {
  const { asked, ports } = site()
  const pages = createPages(ports, FILES)
  await pages.install()
  // What the page has loaded under a hashed name comes from the browser's own cache.
  expect(asked).toEqual(['/index.html no-cache', '/assets/app-12345678.js default'])
  asked.length = 0
  for (const path of ['/', '/members', '/chats/1-2?from=push', '/photos', '/index.html']) {
    const key = pages.keyOf(page(path))
    expect(await (await pages.answer(String(key), page(path))).text()).toBe('/index.html of the network')
  }
  const script = new Request(`${ORIGIN}/assets/app-12345678.js`)
  expect((await pages.answer(String(pages.keyOf(script)), script)).status).toBe(200)
  expect(asked).toEqual([])
})

test('[PWA-1] what is the server’s, or not there, is left alone', () => {
  const pages = createPages(site().ports, FILES)
  for (const path of ['/api/activate', '/photos/1/card', '/dev/inbox', '/healthz', '/readyz'])
    expect(pages.keyOf(page(path))).toBe(undefined)
  expect(pages.keyOf(new Request(`${ORIGIN}/assets/other.js`))).toBe(undefined)
  expect(pages.keyOf(new Request(`${ORIGIN}/index.html`, { method: 'POST' }))).toBe(undefined)
  expect(pages.keyOf(new Request('https://elsewhere.test/index.html'))).toBe(undefined)
})

test('[PWA-10] a version that cannot be taken in full is not installed', async () => {
  const { broken, ports } = site()
  broken.add('/assets/app-12345678.js')
  await expect(createPages(ports, FILES).install()).rejects.toThrow('/assets/app-12345678.js: 404')
})

test('[PWA-10] a new version takes what has changed; the old one keeps its files until the new one takes over', async () => {
  const { held, asked, ports } = site()
  const old = createPages(ports, FILES)
  await old.install()
  asked.length = 0
  const next = createPages(ports, [{ url: 'index.html', revision: 'two' }, 'assets/app-12345678.js', 'assets/new-1.js'])
  await next.install()
  expect(asked).toEqual(['/index.html no-cache', '/assets/new-1.js default'])
  expect(held.urls('app')).toContain(old.keyOf(page('/')))
  await next.tidy()
  expect(held.urls('app').toSorted((one, other) => one.localeCompare(other))).toEqual([
    '/assets/app-12345678.js',
    '/assets/new-1.js',
    '/index.html?version=two',
  ])
})

test('[PWA-1] a file the browser has thrown away comes from the network', async () => {
  const { held, ports } = site()
  const pages = createPages(ports, FILES)
  await pages.install()
  await held.delete('app')
  expect((await pages.answer(String(pages.keyOf(page('/'))), page('/'))).status).toBe(200)
})
