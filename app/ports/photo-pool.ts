/** A few workers that prepare photos: started when there is work, at most so many at once, ended when idle. */
import type { PhotoProblem, PreparedPhoto } from '../../worker/photos.ts'

export type Prepared = PreparedPhoto | PhotoProblem

export type Preparing = { signal: AbortSignal; progress: (done: number) => void }

/** One worker. */
export type Preparer = {
  /** Rejects where the worker cannot do it: it did not start, or died. */
  prepare: (file: Blob, progress: (done: number) => void) => Promise<Prepared>
  stop: () => void
}

export type PoolDeps = {
  start: () => Preparer
  after: (ms: number, run: () => void) => () => void
  atOnce?: number
}

const AT_ONCE = 2
/** Someone who adds one photo often adds another. */
const IDLE_MS = 20_000

/** @returns what prepares a file; it rejects with the signal's reason, or where no worker can do it */
export const createPool = ({ start, after, atOnce = AT_ONCE }: PoolDeps) => {
  const idle: Preparer[] = []
  const waiting: (() => void)[] = []
  let busy = 0
  let stopWaiting: (() => void) | undefined

  const turn = async (): Promise<void> => {
    if (busy < atOnce) busy += 1
    // Whoever leaves hands their place on.
    else await new Promise<void>((mine) => waiting.push(mine))
    stopWaiting?.()
  }

  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else {
      busy -= 1
      if (busy === 0) stopWaiting = after(IDLE_MS, () => idle.splice(0).forEach((preparer) => preparer.stop()))
    }
  }

  return async (file: Blob, { signal, progress }: Preparing): Promise<Prepared> => {
    await turn()
    try {
      signal.throwIfAborted()
      const preparer = idle.pop() ?? start()
      try {
        const prepared = await unlessAborted(preparer.prepare(file, progress), signal)
        idle.push(preparer)
        return prepared
      } catch (error) {
        // There is no other way to stop what it does; and one that failed once is not asked again.
        preparer.stop()
        throw error
      }
    } finally {
      leave()
    }
  }
}

const unlessAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
