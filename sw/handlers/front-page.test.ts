import { expect, test } from 'vitest'
import { FakeCaches } from '../testing/fake-caches.ts'
import { memberWorld, visitorWorld } from '../testing/world.ts'
import type { Fetch } from './fetch-files.ts'
import { frontKey, cachedFrontPage, isFrontPage, cacheFrontPage } from './front-page.ts'

const KEY = frontKey('one')
const FILES = [{ url: 'assets/index-1.js', revision: null }]

const page = (entry: string, root = '<div id="root" data-prerendered="de">Hallo</div>'): Response =>
  new Response(`<html><script type="module" crossorigin src="/assets/${entry}"></script>${root}</html>`, {
    headers: { 'content-language': 'de', 'content-encoding': 'br', 'content-length': '7' },
  })

const cache = async (caches: FakeCaches, fetch: Fetch): Promise<void> =>
  cacheFrontPage({ key: KEY, files: FILES, caches, fetch })

const holding = async (): Promise<FakeCaches> => {
  const caches = new FakeCaches()
  await cache(caches, async () => page('index-1.js'))
  return caches
}

test('[PWA-1] the prerendered front page of this version is cached', async () => {
  expect((await holding()).urls('files')).toEqual([KEY])
  const caches = new FakeCaches()
  await cache(caches, async () => page('index-2.js'))
  await cache(caches, async () => page('index-1.js', '<div id="root"></div>'))
  await cache(caches, async () => new Response(page('index-1.js').body, { status: 429 }))
  expect(caches.urls('files')).toEqual([])
})

test('[SAFE-5] the cached page is cut off from the window that opened it', async () => {
  const { worker } = visitorWorld()
  await worker.call('GET', '/api/user')
  const answer = await ask(await holding(), worker.device.sessions.shell, null)
  expect(answer?.headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(answer?.headers.get('content-language')).toBe('de')
  // The browser has decoded it.
  expect([answer?.headers.get('content-encoding'), answer?.headers.get('content-length')]).toEqual([null, null])
})

const ask = (caches: FakeCaches, state: Parameters<typeof cachedFrontPage>[0]['state'], chosen: string | null) =>
  cachedFrontPage({ key: KEY, caches, state, language: async () => chosen })

test('[PWA-1] [SITE-2] the cached page answers a visitor in its language, or if no language was chosen', async () => {
  const caches = await holding()
  const { worker } = visitorWorld()
  const state = worker.device.sessions.shell
  // The device does not know yet who is logged in.
  expect(await ask(caches, state, null)).toBeNull()
  await worker.call('GET', '/api/user')
  expect(await (await ask(caches, state, null))?.text()).toContain('Hallo')
  expect(await (await ask(caches, state, 'de'))?.text()).toContain('Hallo')
  expect(await ask(caches, state, 'pl')).toBeNull()
  expect(await ask(new FakeCaches(), state, null)).toBeNull()
})

test('[PWA-1] a member’s device answers with the shell', async () => {
  const { worker } = await memberWorld()
  expect(await ask(await holding(), worker.device.sessions.shell, null)).toBeNull()
})

test('[SITE-14] the server answers an address that names a language', () => {
  const fronts = ['/', '/?utm_source=x', '/?lang=de', '/members', '/index.html'].filter((path) =>
    isFrontPage(new URL(path, 'https://visavis.test')),
  )
  expect(fronts).toEqual(['/', '/?utm_source=x'])
})
