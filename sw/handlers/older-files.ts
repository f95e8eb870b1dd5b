/**
 * Caches the files that an open page of an older version may still request. The worker deletes them once all pages that
 * were open at the takeover are closed or reloaded [PWA-10].
 */
import type { OpenWindow } from '../ports.ts'
import type { AppFile } from './fetch-files.ts'
import { FILES } from './cached-files.ts'
import type { FileLists } from './second-step.ts'

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
 * @param list the address of this version's file lists
 * @param own the other entry of this version in the cache
 */
export const dropOlder = async (list: string, own: string, caches: Caches, windows: Windows): Promise<void> => {
  const cache = await caches.open(FILES)
  const [lists, noted] = [await cache.match(list), await cache.match(WINDOWS)]
  // Without its lists, the files of this version are not known yet.
  if (!lists || !noted) return
  const open = new Set((await windows.list()).map(({ id }) => id))
  // Both have a known form: the build wrote the lists, and `noteWindows` wrote the ids.
  const before = (await noted.json()) as string[]
  if (before.some((id) => open.has(id))) return
  const { later, seldom } = (await lists.json()) as FileLists
  const ours = new Set([list, own, ...later, ...seldom])
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url)
    if (!ours.has(pathname + search)) await cache.delete(request)
  }
}
