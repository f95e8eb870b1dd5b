/**
 * What is not worth everyone's first visit is kept once it was used: other languages, letters of some of them, visitors'
 * pages, icons. It goes with its version; the texts of the language in use come with the next [SITE-2].
 */
import { TEXTS_HEADER } from '#contract/device.ts'
import type { AppFile } from './fetch-ahead.ts'
import { SHELL_PATH } from './navigation.ts'

const PREFIX = 'kept '

/** The shell's document names all other files, so its revision is the version's. */
export const keptName = (files: readonly AppFile[]): string =>
  PREFIX +
  files.map((file) => (typeof file !== 'string' && `/${file.url}` === SHELL_PATH ? file.revision : '')).join('')

export const isKept = /^\/(?:icons|assets)\/|\.woff2$/

/** A version is not installed without words: the server says which files hold those of this visitor's language. */
export const keepTexts = async (
  name: string,
  caches: Pick<CacheStorage, 'open'>,
  fetch: (path: string, init: RequestInit) => Promise<Response>,
): Promise<void> => {
  const { headers } = await fetch(SHELL_PATH, { method: 'HEAD' })
  const texts = headers.get(TEXTS_HEADER)
  if (texts !== null && texts !== '') await (await caches.open(name)).addAll(texts.split(' '))
}

/** What other versions kept. */
export const dropKept = async (name: string, caches: Pick<CacheStorage, 'keys' | 'delete'>): Promise<void> => {
  const others = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== name)
  await Promise.all(others.map((key) => caches.delete(key)))
}
