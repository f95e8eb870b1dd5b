/**
 * What an open page of an older version may still ask for: its parts stay until all pages that were open when the new
 * version took over are closed or loaded anew, then they go [PWA-10].
 */
import type { OpenWindow } from '../ports.ts'
import type { AppFile } from './fetch-ahead.ts'
import { FILES } from './kept.ts'
import type { FileLists } from './second-step.ts'

/** What Workbox calls its cache begins so; it deletes what is not of its version when that becomes active. */
const WORKBOX = 'workbox-precache'
/** Where it stands in the cache which pages were open. */
const WINDOWS = '/open-windows'

type Caches = Pick<CacheStorage, 'open' | 'keys'>
type Windows = { list: () => Promise<readonly Pick<OpenWindow, 'id'>[]> }

/** Before Workbox deletes what the version before took at its installation, it is put beside the other files. */
export const keepOlder = async (files: readonly AppFile[], caches: Caches): Promise<void> => {
  const ours = new Set(files.map((file) => `/${typeof file === 'string' ? file : file.url}`))
  const cache = await caches.open(FILES)
  for (const name of await caches.keys()) {
    if (!name.startsWith(WORKBOX)) continue
    const precache = await caches.open(name)
    for (const request of await precache.keys()) {
      const { pathname, search } = new URL(request.url)
      if (search !== '' || ours.has(pathname) || (await cache.match(pathname))) continue
      const held = await precache.match(request)
      if (held) await cache.put(pathname, held)
    }
  }
}

/** The new version takes over these pages. */
export const noteWindows = async (caches: Caches, windows: Windows): Promise<void> => {
  const ids = (await windows.list()).map(({ id }) => id)
  await (await caches.open(FILES)).put(WINDOWS, new Response(JSON.stringify(ids)))
}

/** @param list where the lists of this version stand, @param own what else of it lies in the cache */
export const dropOlder = async (list: string, own: string, caches: Caches, windows: Windows): Promise<void> => {
  const cache = await caches.open(FILES)
  const [lists, noted] = [await cache.match(list), await cache.match(WINDOWS)]
  // Without its lists it is not known yet what is of this version.
  if (!lists || !noted) return
  const open = new Set((await windows.list()).map(({ id }) => id))
  // Both were written by this device: by the build, and above.
  const before = (await noted.json()) as string[]
  if (before.some((id) => open.has(id))) return
  const { later, seldom } = (await lists.json()) as FileLists
  const ours = new Set([list, own, ...later, ...seldom])
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url)
    if (!ours.has(pathname + search)) await cache.delete(request)
  }
}
