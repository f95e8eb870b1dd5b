/**
 * A newer version of the worker wants to take over. The browser first waits, for minutes, until nothing keeps the
 * active worker alive (Service Workers, "Activate"). A slow feed or a photo that is prefetched would therefore delay
 * the member's tap. When asked to give way, the active worker stops extending its events, aborts reads that the server
 * has not answered, and starts no more sends. The newer version continues the work.
 */
import type { Ports } from './ports.ts'

/** If no other worker has taken over by then, this worker resumes. */
const GIVE_WAY_MS = 30_000

type Deps = Pick<Ports, 'fetch'> & {
  startTimer: Ports['startTimer']
  /** Runs when this worker was not replaced. */
  resume: () => void
}

export type GiveWay = Pick<Ports, 'fetch'> & {
  begin: () => void
  isGiving: () => boolean
  /** Settles when the work settles, or earlier when a newer worker asks this one to give way. */
  untilGivingWay: (work: Promise<unknown>) => Promise<unknown>
}

export const createGiveWay = ({ fetch, startTimer, resume }: Deps): GiveWay => {
  let isGiving = false
  let asked = new AbortController()
  const whenAsked = (): Promise<void> =>
    new Promise((resolve) => {
      if (asked.signal.aborted) resolve()
      else asked.signal.addEventListener('abort', () => resolve(), { once: true })
    })
  return {
    begin: () => {
      if (isGiving) return
      isGiving = true
      asked.abort()
      startTimer(() => {
        isGiving = false
        asked = new AbortController()
        resume()
      }, GIVE_WAY_MS)
    },
    isGiving: () => isGiving,
    untilGivingWay: (work) => Promise.race([work, whenAsked()]),
    fetch: (request, signal) => {
      const isQuestion = request.method === 'GET' && new URL(request.url).pathname.startsWith('/api/')
      // Safari before 17.4 cannot join signals: there the old worker waits for its answer.
      return fetch(request, isQuestion && 'any' in AbortSignal ? AbortSignal.any([signal, asked.signal]) : signal)
    },
  }
}

const CACHE = 'give-way'

/** Under the worker's own version: the new worker must not take the request to the old one for its own. */
const keyOf = (version: string): string => `/give-way/${version}`

/**
 * Stores the end of the time in which this worker gives way: the browser may restart it before that end.
 * @param version this worker's version
 * @param now ms since the epoch
 */
export const storeGiveWay = async (caches: CacheStorage, version: string, now: number): Promise<void> => {
  const cache = await caches.open(CACHE)
  await cache.put(keyOf(version), new Response(String(now + GIVE_WAY_MS)))
}

/**
 * Says whether an earlier instance of this worker was asked to give way.
 * @param version this worker's version
 * @param now ms since the epoch
 */
export const isGiveWayStored = async (caches: CacheStorage, version: string, now: number): Promise<boolean> => {
  try {
    if (!(await caches.has(CACHE))) return false
    const stored = await (await caches.open(CACHE)).match(keyOf(version))
    return stored !== undefined && Number(await stored.text()) > now
  } catch {
    // The start of the worker must not depend on Cache Storage.
    return false
  }
}

/** The new version has taken over. */
export const forgetGiveWay = (caches: CacheStorage): Promise<boolean> => caches.delete(CACHE)
