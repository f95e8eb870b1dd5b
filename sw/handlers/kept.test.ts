import { expect, test } from 'vitest'
import { dropKept, isKept, keepTexts, keptName } from './kept.ts'

const FILES = [
  { url: 'assets/app-12345678.js', revision: null },
  { url: 'index.html', revision: 'one' },
]

const fails = async () => {
  throw new TypeError('no network')
}

test('[SITE-2] a version is installed with the texts of the language that the server chose', async () => {
  const added: Record<string, string[]> = {}
  const caches = {
    open: async (name: string) =>
      ({ addAll: async (paths: string[]) => void (added[name] = paths) }) as unknown as Cache,
  }
  const asked: unknown[] = []
  const answer = async (path: string, init: RequestInit) => {
    asked.push([path, init.method])
    return new Response(null, { headers: { 'x-texts': '/assets/de-1.js /assets/de-2.js' } })
  }
  await keepTexts(keptName(FILES), caches, answer)
  expect(asked).toEqual([['/index.html', 'HEAD']])
  expect(added).toEqual({ 'kept one': ['/assets/de-1.js', '/assets/de-2.js'] })
})

test('[SITE-2] nor is it installed without them', async () => {
  await expect(keepTexts('kept one', { open: fails }, fails)).rejects.toThrow('no network')
})

test('[PWA-10] what another version kept goes, what is not ours stays', async () => {
  const names = new Set(['kept one', 'kept two', 'photos-1'])
  await dropKept('kept two', { keys: async () => [...names], delete: async (name) => names.delete(name) })
  expect([...names]).toEqual(['kept two', 'photos-1'])
})

test('[PWA-1] languages, letters, icons and parts of pages are kept once they were used', () => {
  const paths = ['/assets/de-12345678.js', '/fonts/petrona-latin-ext.woff2', '/icons/icon-192.png']
  expect([...paths, '/share/video.png', '/photos/1/card', '/'].filter((path) => isKept.test(path))).toEqual(paths)
})
