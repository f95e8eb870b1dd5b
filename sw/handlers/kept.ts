/**
 * The cache `files`: all files of the app but those that Workbox takes at the installation. One for all versions, since
 * names carry a hash: what a new version shares with the one before is not fetched again, and what an open page of an
 * older one may yet ask for stays (`older-files.ts`). What is not worth everyone's bytes (other languages, letters of
 * some of them, visitors' pages, icons) is kept once it was used.
 */
import { TEXTS_HEADER } from '#contract/device.ts'
import type { AppFile } from './fetch-ahead.ts'
import { SHELL_PATH } from './navigation.ts'

export const FILES = 'files'

export const isKept = /^\/(?:icons|assets)\/|\.woff2$/

/** The shell's document names all other files, so its revision is the version's. */
export const versionOf = (files: readonly AppFile[]): string =>
  files.map((file) => (typeof file !== 'string' && `/${file.url}` === SHELL_PATH ? file.revision : '')).join('')

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** Holds the file from now on; one that does not come whole is an error. */
export const keep = async (cache: Pick<Cache, 'put'>, path: string, fetch: Fetch): Promise<void> => {
  const answer = await fetch(path)
  if (!answer.ok) throw new TypeError(`${path} answered ${answer.status}`)
  await cache.put(path, answer)
}

/**
 * A version is not installed without words: the server says which files hold those of this visitor's language, what
 * the first screens say in the first of them [SITE-2].
 */
export const keepTexts = async (
  which: 'first' | 'all',
  caches: Pick<CacheStorage, 'open'>,
  fetch: Fetch,
): Promise<void> => {
  const { headers } = await fetch(SHELL_PATH, { method: 'HEAD' })
  const texts = headers.get(TEXTS_HEADER)?.split(' ') ?? []
  const cache = await caches.open(FILES)
  const wanted = which === 'all' ? texts : texts.slice(0, 1)
  await Promise.all(
    wanted.map(async (path) => (path === '' || (await cache.match(path)) ? null : keep(cache, path, fetch))),
  )
}
