/** An entry of the file list that Workbox writes at build time. Without a revision, the name itself carries a hash. */
export type AppFile = string | { url: string; revision: string | null }

/** The part of Workbox's precache that this file needs. */
export type Precache = {
  strategy: { cacheName: string }
  getCacheKeyForURL: (url: string) => string | undefined
}

/**
 * Fetches all files in parallel and puts them into Workbox's cache. Workbox itself fetches one file after another, a
 * round trip each, and leaves cached files alone. It fetches the files that fail here itself.
 */
export const prefetch = async (
  files: readonly AppFile[],
  precache: Precache,
  caches: Pick<CacheStorage, 'open'>,
  fetch: (url: string, init?: RequestInit) => Promise<Response>,
): Promise<void> => {
  const cache = await caches.open(precache.strategy.cacheName)
  const take = async (url: string, init: RequestInit): Promise<void> => {
    const key = precache.getCacheKeyForURL(url)
    if (key === undefined || (await cache.match(key))) return
    const answer = await fetch(url, init)
    if (answer.ok && !answer.redirected) await cache.put(key, answer)
  }
  await Promise.allSettled(
    files.map(async (file) => {
      // Files with hashed names may come from the HTTP cache. Other files need `reload`, since that cache may be stale.
      if (typeof file !== 'string') await take(file.url, file.revision === null ? {} : { cache: 'reload' })
    }),
  )
}
