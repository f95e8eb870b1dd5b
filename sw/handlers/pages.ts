/**
 * The app itself: its files are taken once a version, and every page of it opens from them, with or without network.
 * Workbox lists them at build time; taking them side by side and finding them again needs no more than this.
 */
import type { Ports } from '../ports.ts'

export type AppFile = string | { url: string; revision: string | null }

export type Pages = {
  /** Takes what this version needs and the device does not hold. Throws unless all of it came: then the version is not installed. */
  install: () => Promise<void>
  /** Drops what only older versions needed. */
  tidy: () => Promise<void>
  /** Where the answer to a request lies; undefined where it is not the app's. */
  keyOf: (request: Request) => string | undefined
  answer: (key: string, request: Request) => Promise<Response>
}

const CACHE = 'app'
const SHELL = '/index.html'
/** Documents that are the server's to give. */
const SERVER_PATHS = /^\/(?:(?:api|photos|dev)\/|(?:healthz|readyz)$)/

export const createPages = (
  { origin, caches, fetch }: Pick<Ports, 'origin' | 'caches' | 'fetch'>,
  files: readonly AppFile[],
): Pages => {
  const keys = new Map<string, string>()
  for (const file of files) {
    const { url, revision } = typeof file === 'string' ? { url: file, revision: null } : file
    const { pathname } = new URL(url, origin)
    // A name without a hash means another file in another version.
    keys.set(pathname, revision === null ? pathname : `${pathname}?version=${revision}`)
  }

  const take = async (cache: Cache, path: string, key: string): Promise<void> => {
    if (await cache.match(key)) return
    // What the page has just loaded under a hashed name is not loaded again; of other names the server is asked.
    const request = new Request(new URL(path, origin), { cache: path === key ? 'default' : 'no-cache' })
    const response = await fetch(request, request.signal)
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    await cache.put(key, response)
  }

  return {
    install: async () => {
      const cache = await caches().open(CACHE)
      await Promise.all([...keys].map(([path, key]) => take(cache, path, key)))
    },
    tidy: async () => {
      const cache = await caches().open(CACHE)
      const wanted = new Set(keys.values())
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url)
        if (!wanted.has(pathname + search)) await cache.delete(request)
      }
    },
    keyOf: (request) => {
      const url = new URL(request.url)
      if (request.method !== 'GET' || url.origin !== origin) return undefined
      const isPage = request.mode === 'navigate' && !SERVER_PATHS.test(url.pathname)
      return keys.get(url.pathname) ?? (isPage ? keys.get(SHELL) : undefined)
    },
    answer: async (key, request) => (await (await caches().open(CACHE)).match(key)) ?? fetch(request, request.signal),
  }
}
