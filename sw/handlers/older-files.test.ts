import { expect, test } from 'vitest'
import { FakeCaches } from '../testing/fake-caches.ts'
import { dropOlder, cacheOlderFiles, noteWindows } from './older-files.ts'

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
  await hold(caches, PRECACHE, ['/index.html?__WB_REVISION__=one', '/assets/shell-1.js', '/assets/both.js'])
  await hold(caches, 'files', ['/assets/chats-1.js', '/assets/de.js', '/assets/chats-2.js', '/icons/icon.png', FRONT])
  await cacheOlderFiles(['assets/shell-2.js', { url: 'assets/both.js', revision: null }], caches)
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
  await noteWindows(caches, windows('old'))
  await dropOlder(LIST, FRONT, caches, windows('old', 'new'))
  expect(caches.urls('files')).toEqual(expect.arrayContaining(['/assets/shell-1.js', '/assets/chats-1.js']))

  await dropOlder(LIST, FRONT, caches, windows('new'))
  expect(caches.urls('files').toSorted()).toEqual([FRONT, '/assets/chats-2.js', '/assets/de.js', LIST].toSorted())
})

test('[PWA-10] nothing is deleted before the files of the new version are known', async () => {
  const caches = await updated()
  await (await caches.open('files')).delete(LIST)
  await noteWindows(caches, windows())
  await dropOlder(LIST, FRONT, caches, windows())
  expect(caches.urls('files')).toContain('/assets/chats-1.js')
})
