/**
 * The cache `files`: all files of the app except those that Workbox precaches. All versions share it, since names carry
 * a hash. A new version fetches only changed files, and files that an open page of an older version needs stay
 * (`older-files.ts`). Files that few people need (other languages, their fonts, visitors' pages, icons) are cached on
 * first use.
 */
import { TEXTS_HEADER } from '#contract/device.ts'
import type { AppFile, Fetch } from './fetch-files.ts'

export const FILES = 'files'

/** The document that answers every page of the app. */
export const SHELL_PATH = '/index.html'

export const isCachedOnUse = /^\/(?:icons|assets)\//

/** The version's id: the revision of the shell's document, which names all other files. */
export const versionOf = (files: readonly AppFile[]): string =>
  files.map((file) => (typeof file !== 'string' && `/${file.url}` === SHELL_PATH ? file.revision : '')).join('')

const ENTRY = /<script type="module"[^>]* src="\/([^"]+)"/

/** Whether a page starts with a script of this version. While servers are upgraded one after another, another version may answer. */
export const isOfVersion = (html: string, files: readonly AppFile[]): boolean => {
  const entry = ENTRY.exec(html)?.[1]
  return files.some((file) => typeof file !== 'string' && file.url === entry)
}

/** Fetches and caches a file; an incomplete answer throws. */
export const cacheFile = async (cache: Pick<Cache, 'put'>, path: string, fetch: Fetch): Promise<void> => {
  const answer = await fetch(path)
  if (!answer.ok) throw new TypeError(`${path} answered ${answer.status}`)
  await cache.put(path, answer)
}

/**
 * Caches the text files of the visitor's language, since no version may be installed without texts. The server names
 * these files in a header; the first contains the texts of the first screens [SITE-2].
 */
export const cacheTexts = async (
  which: 'first' | 'all',
  caches: Pick<CacheStorage, 'open'>,
  fetch: Fetch,
): Promise<void> => {
  const { headers } = await fetch(SHELL_PATH, { method: 'HEAD' })
  const texts = headers.get(TEXTS_HEADER)?.split(' ') ?? []
  const cache = await caches.open(FILES)
  const wanted = which === 'all' ? texts : texts.slice(0, 1)
  await Promise.all(
    wanted.map(async (path) => (path === '' || (await cache.match(path)) ? null : cacheFile(cache, path, fetch))),
  )
}
