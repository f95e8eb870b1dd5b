import { expect, test } from 'vitest'
import { FakeCaches } from '../testing/fake-caches.ts'
import { isCachedOnUse, cacheTexts, versionOf } from './cached-files.ts'

const FILES = [
  { url: 'assets/app-12345678.js', revision: null },
  { url: 'index.html', revision: 'one' },
]

const TEXTS = '/assets/de-1.js /assets/de-2.js'

const answers = (asked: string[]) => async (path: string, init?: RequestInit) => {
  asked.push(`${init?.method ?? 'GET'} ${path}`)
  return new Response(null, { headers: { 'x-texts': TEXTS } })
}

const fails = async () => {
  throw new TypeError('no network')
}

const gone = async (path: string) =>
  new Response(null, { status: path === '/index.html' ? 200 : 404, headers: { 'x-texts': TEXTS } })

test('[SITE-2] a version is installed with the first texts of the language that the server chose', async () => {
  const caches = new FakeCaches()
  const asked: string[] = []
  await cacheTexts('first', caches, answers(asked))
  expect(asked).toEqual(['HEAD /index.html', 'GET /assets/de-1.js'])
  expect(caches.urls('files')).toEqual(['/assets/de-1.js'])
})

test('[SITE-2] the second step fetches the other texts, and none twice', async () => {
  const caches = new FakeCaches()
  await cacheTexts('first', caches, answers([]))
  const asked: string[] = []
  await cacheTexts('all', caches, answers(asked))
  expect(asked).toEqual(['HEAD /index.html', 'GET /assets/de-2.js'])
  expect(caches.urls('files')).toEqual(['/assets/de-1.js', '/assets/de-2.js'])
})

test('[SITE-2] no version is installed without its texts', async () => {
  await expect(cacheTexts('first', new FakeCaches(), fails)).rejects.toThrow('no network')
  await expect(cacheTexts('first', new FakeCaches(), gone)).rejects.toThrow('/assets/de-1.js answered 404')
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
