/** What the list that Workbox writes at build time is made of; without a revision the name itself carries a hash. */
export type AppFile = string | { url: string; revision: string | null }

/** Where Workbox keeps what is installed. */
export type Precache = {
  strategy: { cacheName: string }
  getCacheKeyForURL: (url: string) => string | undefined
}

/**
 * Takes all files side by side and puts them where Workbox looks for them: it takes one after another, a round trip each,
 * and what lies there already it leaves as it is. What does not come here, Workbox asks for itself.
 */
export const fetchAhead = async (
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
      // Hashed names stay in the browser's own cache; others it may hold as they were.
      if (typeof file !== 'string') await take(file.url, file.revision === null ? {} : { cache: 'reload' })
    }),
  )
}
