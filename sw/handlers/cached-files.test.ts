import { expect, test } from 'vitest'
import { FakeCaches } from '../testing/fake-caches.ts'
import {
  isCachedOnUse,
  cacheTexts,
  fromHttpCache,
  textsBeside,
  versionOf,
  dropOlder,
  cacheOlderFiles,
  noteWindows,
} from './cached-files.ts'

const FILES = [
  { url: 'assets/app-12345678.js', revision: null },
  { url: 'index.html', revision: 'one' },
  { url: 'manifest.webmanifest', revision: 'two' },
]

test('[SITE-2] the server names the texts of the language that it chose, and those that the device lacks are fetched', async () => {
  const caches = new FakeCaches()
  const asked: string[] = []
  const fetch = async (path: string) => {
    asked.push(path)
    return new Response(path)
  }
  const texts = textsBeside(new Response(null, { headers: { 'x-texts': '/assets/de-1.js /assets/de-2.js' } }))
  await cacheTexts(texts.slice(0, 1), caches, fetch)
  await cacheTexts(texts, caches, fetch)
  expect(asked).toEqual(['/assets/de-1.js', '/assets/de-2.js'])
  expect(caches.urls('files')).toEqual(asked)
  for (const none of [{}, { 'x-texts': '' }]) expect(textsBeside(new Response(null, { headers: none }))).toEqual([])
})

test('[PWA-1] a first installation takes a document from the HTTP cache, and asks the server if that is of another version', async () => {
  const files = [{ url: 'assets/index-1.js', revision: null }]
  const asked: (string | undefined)[] = []
  let inHttpCache = 'index-1.js'
  const fetch = fromHttpCache(files, async (_path, init) => {
    asked.push(init?.cache)
    const entry = init?.cache === 'force-cache' ? inHttpCache : 'index-1.js'
    return new Response(`<script type="module" crossorigin src="/assets/${entry}"></script>`)
  })
  await fetch('/index.html', { cache: 'reload' })
  expect(asked).toEqual(['force-cache'])
  inHttpCache = 'index-0.js'
  expect(await (await fetch('/index.html', { cache: 'reload' })).text()).toContain('index-1.js')
  expect(asked).toEqual(['force-cache', 'force-cache', 'reload'])
})

test('the shell’s revision is the version’s', () => {
  expect(versionOf(FILES)).toBe('one')
})

test('[PWA-1] languages, fonts, icons and parts of pages are cached on first use', () => {
  const paths = ['/assets/de-12345678.js', '/assets/petrona-12345678.woff2', '/icons/icon-192.png']
  expect([...paths, '/share/video.png', '/photos/1/card', '/'].filter((path) => isCachedOnUse.test(path))).toEqual(
    paths,
  )
})

const PRECACHE = 'workbox-precache-v2-https://visavis.test/'
const LIST = '/assets/later-12345678.json'
const FRONT = '/?version=two'

const hold = async (caches: FakeCaches, name: string, paths: string[]): Promise<void> => {
  const cache = await caches.open(name)
  for (const path of paths) await cache.put(path, new Response(path))
}

const windows = (...ids: string[]) => ({ list: async () => ids.map((id) => ({ id })) })

/** A device after version two has taken over from version one. */
const updated = async (): Promise<FakeCaches> => {
  const caches = new FakeCaches()
  await hold(caches, PRECACHE, [
    '/index.html?__WB_REVISION__=one',
    '/assets/shell-1.js',
    '/assets/both.js',
    '/assets/both-2.js',
  ])
  await hold(caches, 'files', ['/assets/chats-1.js', '/assets/de.js', '/assets/chats-2.js', '/icons/icon.png', FRONT])
  await cacheOlderFiles(['assets/shell-2.js', 'assets/both-2.js', { url: 'assets/both.js', revision: null }], caches)
  const lists = { later: ['/assets/chats-2.js'], seldom: ['/assets/de.js'] }
  await (await caches.open('files')).put(LIST, new Response(JSON.stringify(lists)))
  return caches
}

test('[PWA-10] the precached files of the previous version stay, except its document', async () => {
  const caches = await updated()
  expect(caches.urls('files')).toContain('/assets/shell-1.js')
  expect(caches.urls('files').filter((path) => /index|both/.test(path))).toEqual([])
})

test('[PWA-10] files of the previous version stay until its last page is closed', async () => {
  const caches = await updated()
  await noteWindows(caches, windows('old', 'closed'))
  await dropOlder(LIST, FRONT, caches, windows('old', 'new'))
  expect(caches.urls('files')).toEqual(expect.arrayContaining(['/assets/shell-1.js', '/assets/chats-1.js']))

  await dropOlder(LIST, FRONT, caches, windows('new'))
  expect(caches.urls('files').toSorted()).toEqual([FRONT, '/assets/chats-2.js', '/assets/de.js', LIST].toSorted())
})

test('[PWA-10] nothing is deleted before a version has taken over', async () => {
  const caches = await updated()
  const before = caches.urls('files')
  await dropOlder(LIST, FRONT, caches, windows())
  expect(caches.urls('files')).toEqual(before)
})

test('[PWA-10] nothing is deleted before the files of the new version are known', async () => {
  const caches = await updated()
  await (await caches.open('files')).delete(LIST)
  await noteWindows(caches, windows())
  await dropOlder(LIST, FRONT, caches, windows())
  expect(caches.urls('files')).toContain('/assets/chats-1.js')
})
