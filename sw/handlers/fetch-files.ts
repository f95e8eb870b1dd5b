/** Fetches the app's own files: all at once at the installation, and with retries on a bad network. */
import type { Ports } from '../ports.ts'
import { isFull } from '../storage.ts'
import { followBody, pause, startIdleTimeout } from '../timeout.ts'

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** An entry of the file list that Workbox writes at build time. Without a revision, the name itself carries a hash. */
export type AppFile = string | { url: string; revision: string | null }

/** The part of Workbox's precache that this file needs. */
export type Precache = {
  strategy: { cacheName: string }
  getCacheKeyForURL: (url: string) => string | undefined
}

/**
 * Whether an answer is the file itself. A captive portal answers with a page of its own, also for a script, and under a name with a hash
 * that page would stay until the next version.
 */
export const isFile = (path: string, { status, redirected, headers }: Response): boolean =>
  status === 200 &&
  !redirected &&
  (path.endsWith('.html') || headers.get('content-type')?.startsWith('text/html') !== true)

/**
 * Fetches all files in parallel and puts them into Workbox's cache. Workbox itself fetches one file after another, a
 * round trip each, and leaves cached files alone. It fetches the files that fail here itself. Throws if the device is full: a failure of
 * Workbox would end the installation.
 */
export const prefetch = async (
  files: readonly AppFile[],
  precache: Precache,
  caches: Pick<CacheStorage, 'open'>,
  fetch: Fetch,
  fetchShell = fetch,
): Promise<void> => {
  const cache = await caches.open(precache.strategy.cacheName)
  const take = async (url: string, answered: () => Promise<Response>): Promise<void> => {
    const key = precache.getCacheKeyForURL(url)
    if (key === undefined || (await cache.match(key))) return
    const answer = await answered()
    if (isFile(url, answer)) await cache.put(key, answer)
  }
  const takes = await Promise.allSettled(
    files.map(async (file) => {
      if (typeof file === 'string') return
      const { url, revision } = file
      // Only the shell's document has no hash in its name, so the HTTP cache may hold that of another version.
      await take(url, () => (revision === null ? fetch(url) : fetchShell(url, { cache: 'reload' })))
    }),
  )
  for (const taken of takes) if (taken.status === 'rejected' && isFull(taken.reason)) throw taken.reason
}

/**
 * If three of ten requests fail, about one file in 1,400 is still missing after this many tries; the next round fetches
 * it.
 */
const TRIES = 6
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000

/** A network that accepts requests and does not answer them would keep a file, and all that waits for it, for hours. */
const IDLE_MS = 30_000

/** Watches one request. `signal` aborts it if nothing arrives for a while, before the answer or within its body, or with `given`. */
const watchFile = (ports: Pick<Ports, 'startTimer'>, given?: AbortSignal | null) => {
  const attempt = new AbortController()
  const abort = (): void => attempt.abort()
  given?.addEventListener('abort', abort)
  const { restart, stop } = startIdleTimeout(ports, IDLE_MS, abort)
  return {
    signal: attempt.signal,
    answered: (answer: Response): void => {
      restart()
      void followBody(answer, restart).then(stop)
    },
    failed: stop,
  }
}

/** A fetch that ends if nothing arrives for a while. */
export const fetchWithIdleTimeout =
  (fetch: Fetch, ports: Pick<Ports, 'startTimer'>): Fetch =>
  async (path, init) => {
    const watch = watchFile(ports, init?.signal)
    try {
      const answer = await fetch(path, { ...init, signal: watch.signal })
      watch.answered(answer)
      return answer
    } catch (error) {
      watch.failed()
      throw error
    }
  }

/** The same for the fetches of Workbox, which have no limit: an installation would wait for hours and keep its connections. */
export const idleTimeoutPlugin = (ports: Pick<Ports, 'startTimer'>) => ({
  requestWillFetch: async ({ request, state }: FileFetch): Promise<Request> => {
    const watch = watchFile(ports, request.signal)
    if (state) state.watch = watch
    return new Request(request, { signal: watch.signal })
  },
  fetchDidSucceed: async ({ response, state }: FileFetch & { response: Response }): Promise<Response> => {
    state?.watch?.answered(response)
    return response
  },
  fetchDidFail: async ({ state }: Pick<FileFetch, 'state'>): Promise<void> => state?.watch?.failed(),
})

/** Workbox gives `state` to all calls about one fetch, and copies the request in between. */
type FileFetch = { request: Request; state?: { watch?: ReturnType<typeof watchFile> } }

/**
 * A fetch with retries for the app's own files on a bad network: each file is retried on its own, with pauses [PWA-15].
 * An answer counts only once its body is complete, since the connection may break there too.
 */
export const retryingFetch =
  (fetch: Fetch, { startTimer, random, isOnLine }: Pick<Ports, 'startTimer' | 'random' | 'isOnLine'>): Fetch =>
  async (path, init) => {
    for (let failures = 0; ; failures += 1) {
      const isLast = failures === TRIES - 1 || !isOnLine()
      try {
        const answer = await fetch(path, init)
        // Do not retry a 4xx: a missing file will not appear in a moment.
        if (answer.status < 500 || isLast) return await whole(answer)
      } catch (error) {
        if (isLast) throw error
      }
      const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + random() / 2)
      await pause({ startTimer }, Math.round(ms))
    }
  }

const whole = async (answer: Response): Promise<Response> => {
  await answer.clone().arrayBuffer()
  return answer
}
