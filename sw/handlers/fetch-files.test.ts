import { expect, test } from 'vitest'
import { FakeCaches } from '../testing/fake-caches.ts'
import { prefetch, type AppFile } from './fetch-files.ts'

const FILES: AppFile[] = [
  { url: 'index.html', revision: 'one' },
  { url: 'assets/app-12345678.js', revision: null },
  { url: 'assets/gone-12345678.js', revision: null },
  { url: 'assets/late-12345678.js', revision: null },
]

const precache = {
  strategy: { cacheName: 'workbox-precache' },
  getCacheKeyForURL: (url: string) => (url === 'index.html' ? '/index.html?__WB_REVISION__=one' : `/${url}`),
}

test('[PWA-1] all files are requested at once, and a failed one does not stop the others', async () => {
  const caches = new FakeCaches()
  const asked: string[] = []
  const answers: (() => void)[] = []
  const ahead = prefetch(FILES, precache, caches, (url, init) => {
    asked.push(init?.cache ? `${url} ${init.cache}` : url)
    return new Promise((resolve, reject) => {
      answers.push(() => {
        if (url.includes('gone')) reject(new TypeError('no network'))
        else resolve(new Response(url, { status: url.includes('late') ? 503 : 200 }))
      })
    })
  })
  await expect.poll(() => answers.length).toBe(4)
  // No request has been answered yet, so none waits for another.
  expect(asked).toEqual([
    'index.html reload',
    'assets/app-12345678.js',
    'assets/gone-12345678.js',
    'assets/late-12345678.js',
  ])
  for (const answer of answers) answer()
  await expect(ahead).resolves.toBeUndefined()
  expect(caches.urls('workbox-precache').toSorted()).toEqual([
    '/assets/app-12345678.js',
    '/index.html?__WB_REVISION__=one',
  ])
})

test('[PWA-10] files that a new version shares with the previous one are not fetched again', async () => {
  const caches = new FakeCaches()
  await (await caches.open('workbox-precache')).put('/assets/app-12345678.js', new Response('held'))
  const asked: string[] = []
  await prefetch(FILES, precache, caches, async (url) => {
    asked.push(url)
    return new Response(url)
  })
  expect(asked).toEqual(['index.html', 'assets/gone-12345678.js', 'assets/late-12345678.js'])
})
