/**
 * The cache `files`: all files of the app except those that Workbox precaches. All versions share it, since names carry
 * a hash. A new version fetches only changed files, and files that an open page of an older version needs stay
 * (`cacheOlderFiles`). Files that few people need (other languages, their fonts, visitors' pages, icons) are cached on
 * first use.
 */
import { TEXTS_HEADER } from '#contract/device.ts'
import type { OpenWindow } from '../ports.ts'
import { isFile, type AppFile, type Fetch } from './fetch-files.ts'

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

/**
 * A fetch for the documents of a first installation. The page has fetched them, so that the worker finds them in the HTTP cache and waits for
 * no request. That cache may also hold those of an earlier version.
 */
export const fromHttpCache =
  (files: readonly AppFile[], fetch: Fetch): Fetch =>
  async (path, init) => {
    const found = await fetch(path, { ...init, cache: 'force-cache' })
    return isOfVersion(await found.clone().text(), files) ? found : fetch(path, init)
  }

/** The headers of a document that the worker has read and sends anew, without those that describe its bytes as they came. */
export const headersOfText = ({ headers }: Pick<Response, 'headers'>): Headers => {
  const own = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) own.delete(name)
  return own
}

/** Fetches and caches a file; an incomplete answer throws, and so does that of a captive portal. */
export const cacheFile = async (cache: Pick<Cache, 'put'>, path: string, fetch: Fetch): Promise<void> => {
  const answer = await fetch(path)
  if (!isFile(path, answer))
    throw new TypeError(`${path} answered ${answer.status} ${answer.headers.get('content-type') ?? ''}`)
  await cache.put(path, answer)
}

/** The text files of the visitor's language, as the server names them beside the shell's document. The first contains the texts of the first screens [SITE-2]. */
export const textsBeside = ({ headers }: Pick<Response, 'headers'>): string[] =>
  headers
    .get(TEXTS_HEADER)
    ?.split(' ')
    .filter((path) => path !== '') ?? []

/** Caches the text files that are missing, since no version may be installed without texts. */
export const cacheTexts = async (
  texts: readonly string[],
  caches: Pick<CacheStorage, 'open'>,
  fetch: Fetch,
): Promise<void> => {
  const cache = await caches.open(FILES)
  await Promise.all(texts.map(async (path) => ((await cache.match(path)) ? null : cacheFile(cache, path, fetch))))
}

/**
 * The build's file lists. They are a separate file, so that the worker does not grow with the app
 * (`scripts/chunks.ts`).
 */
export type FileLists = {
  /** Files that the second step fetches. */
  later: string[]
  /** Files that are cached on first use. */
  seldom: string[]
}

/** The prefix of Workbox's cache names. On activation, Workbox deletes the entries of other versions. */
const WORKBOX = 'workbox-precache'
/** The cache key of the list of open pages. */
const WINDOWS = '/open-windows'

type Caches = Pick<CacheStorage, 'open' | 'keys'>
type Windows = { list: () => Promise<readonly Pick<OpenWindow, 'id'>[]> }

/** Copies the previous version's precached files to the cache `files`, before Workbox deletes them. */
export const cacheOlderFiles = async (files: readonly AppFile[], caches: Caches): Promise<void> => {
  const ours = new Set(files.map((file) => `/${typeof file === 'string' ? file : file.url}`))
  const cache = await caches.open(FILES)
  for (const name of await caches.keys()) {
    if (!name.startsWith(WORKBOX)) continue
    const precache = await caches.open(name)
    for (const request of await precache.keys()) {
      const { pathname, search } = new URL(request.url)
      if (search !== '' || ours.has(pathname) || (await cache.match(pathname))) continue
      const cached = await precache.match(request)
      if (cached) await cache.put(pathname, cached)
    }
  }
}

/** Stores the ids of the pages that the new version takes over. */
export const noteWindows = async (caches: Caches, windows: Windows): Promise<void> => {
  const ids = (await windows.list()).map(({ id }) => id)
  await (await caches.open(FILES)).put(WINDOWS, new Response(JSON.stringify(ids)))
}

/**
 * Deletes the files of older versions, once all pages that were open at the takeover are closed or reloaded [PWA-10].
 * @param list the address of this version's file lists
 * @param own the other entry of this version in the cache
 */
export const dropOlder = async (list: string, own: string, caches: Caches, windows: Windows): Promise<void> => {
  const cache = await caches.open(FILES)
  const [lists, noted] = [await cache.match(list), await cache.match(WINDOWS)]
  // Without its lists, the files of this version are not known yet.
  if (!lists || !noted) return
  const open = new Set((await windows.list()).map(({ id }) => id))
  // Both texts have a known form: the build wrote the lists, and `noteWindows` wrote the ids.
  const before = (await noted.json()) as string[]
  if (before.some((id) => open.has(id))) return
  const { later, seldom } = (await lists.json()) as FileLists
  const ours = new Set([list, own, ...later, ...seldom])
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url)
    if (!ours.has(pathname + search)) await cache.delete(request)
  }
}
