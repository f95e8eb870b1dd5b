/**
 * A newer version of the worker wants to take over. The browser waits for whatever the one at work is kept alive for (for
 * minutes: Service Workers, "Activate"), so a slow feed or a photo that is fetched ahead would hold a tap up. Asked to give
 * way, the worker lets all that go, gives up questions that the server has not answered, and begins no more sends; the
 * newer version goes on with it.
 */
import type { Ports } from './ports.ts'

/** Where no other worker has come by then, this one goes on. */
const GIVE_WAY_MS = 30_000

type Deps = Pick<Ports, 'fetch'> & {
  later: Ports['later']
  /** It was not replaced after all. */
  goOn: () => void
}

export type GiveWay = Pick<Ports, 'fetch'> & {
  begin: () => void
  isGiving: () => boolean
  /** The work, or less where this worker gives way meanwhile. */
  orLess: (work: Promise<unknown>) => Promise<unknown>
}

export const createGiveWay = ({ fetch, later, goOn }: Deps): GiveWay => {
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
      later(() => {
        isGiving = false
        asked = new AbortController()
        goOn()
      }, GIVE_WAY_MS)
    },
    isGiving: () => isGiving,
    orLess: (work) => Promise.race([work, whenAsked()]),
    fetch: (request, signal) => {
      const isQuestion = request.method === 'GET' && new URL(request.url).pathname.startsWith('/api/')
      return fetch(request, isQuestion ? AbortSignal.any([signal, asked.signal]) : signal)
    },
  }
}
