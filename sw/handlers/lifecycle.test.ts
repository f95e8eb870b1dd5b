import { expect, test, vi } from 'vitest'
import { memberWorld, textTo, visitorWorld } from '../testing/world.ts'
import { FakeCaches } from '../testing/fake-caches.ts'
import {
  createRestore,
  createStart,
  install,
  isClaim,
  start,
  claimPages,
  deliver,
  refreshAtTimes,
} from './lifecycle.ts'

test('[PWA-1] taking over needs no network and makes the open pages repeat their requests through the worker', async () => {
  const { server, browser, worker } = visitorWorld()
  browser.network = 'stalled'
  const claim = vi.fn<() => Promise<void>>(async () => {})
  await claimPages(worker.device, claim)
  expect(claim).toHaveBeenCalledOnce()
  expect(browser.news).toEqual(['session'])
  expect(server.log).toEqual([])
})

test('[PWA-1] on its first request the worker asks who is logged in and fetches the lists', async () => {
  const { server, browser, worker } = visitorWorld()
  server.say(2, 1, 'hello')
  browser.jar.member = 1
  await start(worker.device)
  browser.network = 'down'
  expect((await worker.call('GET', '/api/chats')).json).toMatchObject({ chats: [{ conversation: '1-2' }] })
})

test('[PWA-1] the worker starts without a network', async () => {
  const { browser, worker } = visitorWorld()
  browser.network = 'down'
  await start(worker.device)
  expect((await worker.call('GET', '/api/user')).status).toBe(503)
})

test('[PWA-2] a start that failed, such as on a busy disk, is repeated at the next event, and one that succeeded is not', async () => {
  const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('busy')).mockResolvedValue()
  const whenStarted = createStart(run)
  await expect(Promise.all([whenStarted(), whenStarted()])).rejects.toThrow('busy')
  expect(run).toHaveBeenCalledOnce()
  await whenStarted()
  await whenStarted()
  expect(run).toHaveBeenCalledTimes(2)
})

test('[PWA-2] background sync sends queued writes, and asks for a retry while some are left', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  await worker.settled()
  await expect(deliver(worker.device)).rejects.toThrow('Writes are still queued')
  browser.network = 'up'
  await deliver(worker.device)
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[PWA-11] background sync also sends a pending logout', async () => {
  const { browser, worker } = await memberWorld()
  browser.network = 'down'
  await worker.call('GET', '/api/logout')
  await worker.settled()
  await expect(deliver(worker.device)).rejects.toThrow('Writes are still queued')
  browser.network = 'up'
  await deliver(worker.device)
  expect(browser.jar.member).toBe(null)
})

const LIST = '/assets/later-12345678.json'

const PRECACHE = 'workbox-precache-v2-https://visavis.test/'
const precache = { strategy: { cacheName: PRECACHE }, getCacheKeyForURL: (url: string) => url.replace(/^\/?/, '/') }

const shellOf = (entry: string): Response =>
  new Response(`<script type="module" crossorigin src="/assets/${entry}">`, {
    headers: { 'x-texts': '/assets/it-1.js /assets/it-2.js' },
  })

type Installing = { caches?: FakeCaches; gone?: string; complete?: () => Promise<void>; asked?: string[] }

/** Installs a version on a device with or without an active version. */
const installed = async (
  isUpdate: boolean,
  { caches = new FakeCaches(), gone, complete = async () => {}, asked = [] }: Installing = {},
): Promise<FakeCaches> => {
  const fetch = async (path: string, init?: RequestInit) => {
    if (init?.cache) asked.push(`${path} ${init.cache}`)
    if (path === gone) return new Response(null, { status: 404 })
    if (path.endsWith('index.html')) return shellOf('shell.js')
    return new Response(path === LIST ? JSON.stringify({ later: ['/assets/chats.js'], seldom: [] }) : path)
  }
  const files = [
    { url: 'assets/shell.js', revision: null },
    { url: 'index.html', revision: 'one' },
  ]
  await install({ files, precache, complete, later: LIST, isUpdate, caches, fetch })
  return caches
}

test('[PWA-1] Workbox uses the prefetched files, and an incomplete version is not installed', async () => {
  const caches = new FakeCaches()
  const found: string[] = []
  const complete = async (): Promise<void> => void found.push(...caches.urls(PRECACHE))
  await installed(false, { caches, complete })
  expect(found).toEqual(['/assets/shell.js', '/index.html'])
  await expect(installed(false, { complete: () => Promise.reject(new Error('bad file')) })).rejects.toThrow('bad file')
})

test('[PWA-10] a version is not installed with the document of another one, and fetches it again', async () => {
  const caches = new FakeCaches()
  const store = async (entry: string): Promise<void> => (await caches.open(PRECACHE)).put('/index.html', shellOf(entry))
  const wrong = installed(true, { caches, complete: () => store('before.js') })
  await expect(wrong).rejects.toThrow('/index.html is of another version')
  expect(caches.urls(PRECACHE)).toEqual(['/assets/shell.js'])
  await installed(true, { caches })
  expect(caches.urls(PRECACHE)).toContain('/index.html')
})

test('[SITE-2] no version is installed without its texts', async () => {
  await expect(installed(false, { gone: '/assets/it-1.js' })).rejects.toThrow('/assets/it-1.js answered 404')
})

test('[PWA-1] lost files of both steps are fetched again, those that are left are not, and no document of another version is kept', async () => {
  const caches = new FakeCaches()
  await (await caches.open(PRECACHE)).put('/assets/left.js', new Response('left'))
  const asked: string[] = []
  const files = ['index.html', 'assets/shell.js', 'assets/left.js'].map((url) => ({ url, revision: null }))
  let entry = 'after.js'
  const fetch = async (path: string) => {
    asked.push(path)
    if (path === LIST) return new Response(JSON.stringify({ later: ['/assets/chats.js'], seldom: [] }))
    return new Response(`<script type="module" src="/assets/${entry}">`)
  }
  const restore = createRestore({ files, precache, later: LIST, caches, fetch })
  restore()
  restore()
  await expect.poll(() => caches.urls(PRECACHE).toSorted()).toEqual(['/assets/left.js', '/assets/shell.js'])
  await expect.poll(() => asked).toEqual(['index.html', 'assets/shell.js'])
  entry = 'shell.js'
  await expect
    .poll(() => {
      restore()
      return caches.urls(PRECACHE)
    })
    .toContain('/index.html')
  await expect.poll(() => caches.urls('files').toSorted()).toEqual(['/assets/chats.js', LIST])
})

test('[PWA-1] [PWA-10] only a first installation takes the shell from the HTTP cache, which may be stale for an update', async () => {
  const [first, update]: [string[], string[]] = [[], []]
  await installed(false, { asked: first })
  await installed(true, { asked: update })
  expect([first, update]).toEqual([['index.html force-cache'], ['index.html reload']])
})

test('[PWA-1] the first installation fetches only the files of the first screens', async () => {
  expect((await installed(false)).urls('files')).toEqual(['/assets/it-1.js'])
})

test('[PWA-10] a new version fetches everything the device had before it waits, or is not installed', async () => {
  expect((await installed(true)).urls('files').toSorted()).toEqual(
    ['/assets/chats.js', '/assets/it-1.js', '/assets/it-2.js', LIST].toSorted(),
  )
  await expect(installed(true, { gone: '/assets/chats.js' })).rejects.toThrow('answered 404')
})

test('[PWA-13] on a full device photos make room for a new version, those that were stored first before the others', async () => {
  const caches = new FakeCaches()
  const photos = await caches.open('photos-1')
  for (let photo = 1; photo <= 12; photo += 1) await photos.put(`/photos/${photo}/card`, new Response('photo'))
  caches.room = 12
  await installed(true, { caches })
  expect(caches.urls(PRECACHE)).toEqual(['/assets/shell.js', '/index.html'])
  expect(caches.urls('files').toSorted()).toEqual(['/assets/chats.js', '/assets/it-1.js', '/assets/it-2.js', LIST])
  expect(caches.urls('photos-1')).toEqual([7, 8, 9, 10, 11, 12].map((photo) => `/photos/${photo}/card`))
})

test('[PWA-13] without room for its files a version is not installed, and Workbox does not fetch them again', async () => {
  const caches = new FakeCaches()
  caches.room = 0
  const complete = vi.fn<() => Promise<void>>(async () => {})
  await expect(installed(true, { caches, complete })).rejects.toThrow('Full')
  expect(complete).not.toHaveBeenCalled()
})

test('[PWA-10] files that open pages of the previous version need are copied before that version’s files are deleted', async () => {
  const caches = new FakeCaches()
  const before = await caches.open(PRECACHE)
  await before.put('/assets/before.js', new Response('before'))
  expect((await installed(true, { caches })).urls('files')).toContain('/assets/before.js')
})

test('[PWA-1] a page that was loading during the takeover may ask to be taken over', () => {
  expect(isClaim({ type: 'CLAIM' })).toBe(true)
  expect(isClaim({ type: 'SKIP_WAITING' })).toBe(false)
})

test('[PWA-4] periodic sync refreshes the feed, the badge and the settings, and shows no notification', async () => {
  const { server, browser, worker } = await memberWorld()
  await worker.call('GET', '/api/settings')
  await worker.settled()
  server.say(3, 1, 'while you were away')
  server.settings = { ...server.settings, message_days: 30 }
  await refreshAtTimes(worker.device)
  expect(browser.badges.at(-1)).toBe(2)
  expect(browser.shown).toEqual([])
  browser.network = 'down'
  expect((await worker.call('GET', '/api/chats/1-3/messages')).json).toMatchObject({
    messages: [{ text: 'while you were away' }],
  })
  expect((await worker.call('GET', '/api/settings')).json).toMatchObject({ settings: { message_days: 30 } })
})

test('[PWA-2] periodic sync sends queued writes', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  await worker.settled()
  browser.network = 'up'
  await refreshAtTimes(worker.device)
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[PWA-11] a device without a logged-in member sends no request', async () => {
  const { server, worker } = await memberWorld()
  await worker.call('GET', '/api/logout')
  await worker.settled()
  server.log.length = 0
  await refreshAtTimes(worker.device)
  expect(server.log).toEqual([])
})

test('[PWA-4] without a network periodic sync shows the badge unchanged', async () => {
  const { browser, worker } = await memberWorld()
  await worker.settled()
  browser.network = 'down'
  // Some platforms lose the badge when they restart.
  browser.badges.length = 0
  await refreshAtTimes(worker.device)
  expect(browser.badges).toEqual([1])
})
