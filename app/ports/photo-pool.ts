/** A few workers that prepare photos: started when there is work, at most so many at once, ended when idle. */
import type { PhotoProblem, PreparedPhoto } from '../../worker/photos.ts'

export type Prepared = PreparedPhoto | PhotoProblem

/** `progress` is told in [0, 1] and never after the answer, or what is ready would look as if it still were prepared. */
export type Preparing = { signal: AbortSignal; progress: (done: number) => void }

/** One worker. */
export type Preparer = {
  /**
   * Rejects where the worker cannot do it: it did not start, or died. What it tells of progress goes another way than
   * its answer (Comlink opens a port for it), and may come later.
   */
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
/** A worker that a browser has ended to save memory says nothing of it. The longest step, decoding, takes seconds. */
const SILENT_MS = 30_000

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

  /** The worker's answer, and until then its progress; no answer of one that has gone silent, or that nobody wants. */
  const heard = async ({ prepare }: Preparer, file: Blob, { signal, progress }: Preparing): Promise<Prepared> => {
    const { promise, resolve, reject } = Promise.withResolvers<Prepared>()
    let isOver = false
    const giveUp = (): void => reject(new Error('The worker says nothing any more'))
    let stopGivingUp = after(SILENT_MS, giveUp)
    const abort = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    prepare(file, (done) => {
      if (isOver) return
      stopGivingUp()
      stopGivingUp = after(SILENT_MS, giveUp)
      progress(done)
    }).then(resolve, reject)
    try {
      return await promise
    } finally {
      isOver = true
      stopGivingUp()
      signal.removeEventListener('abort', abort)
    }
  }

  return async (file: Blob, preparing: Preparing): Promise<Prepared> => {
    await turn()
    try {
      preparing.signal.throwIfAborted()
      const preparer = idle.pop() ?? start()
      try {
        const prepared = await heard(preparer, file, preparing)
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
