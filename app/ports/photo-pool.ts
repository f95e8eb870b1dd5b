/**
 * A pool of workers that prepare photos: a worker starts when there is work, and ends when it is idle. The pool has a
 * maximum size.
 */
import type { PhotoProblem, PreparedPhoto } from '../../worker/photos.ts'

export type PreparedOrProblem = PreparedPhoto | PhotoProblem

/** `progress` gets values in [0, 1], never after the answer: a ready photo would look unprepared again. */
export type PrepareOptions = { signal: AbortSignal; progress: (done: number) => void }

/** A worker of the pool. */
export type Preparer = {
  /**
   * Rejects if the worker did not start or died. Its progress arrives by another channel than its answer (Comlink
   * opens a port for it), and may arrive later.
   */
  prepare: (file: Blob, progress: (done: number) => void) => Promise<PreparedOrProblem>
  stop: () => void
}

export type PoolDeps = {
  start: () => Preparer
  after: (ms: number, run: () => void) => () => void
  atOnce?: number
}

const AT_ONCE = 2
/** A member who adds one photo often adds another. */
const IDLE_MS = 20_000
/** A worker that the browser ended to save memory reports nothing. The longest step, decoding, takes seconds. */
const SILENCE_TIMEOUT_MS = 30_000

/**
 * @returns a function that prepares a file; it rejects with the signal's reason, or if no worker can prepare the file
 */
export const createPool = ({ start, after, atOnce = AT_ONCE }: PoolDeps) => {
  const idle: Preparer[] = []
  const waiting: (() => void)[] = []
  let busy = 0
  let stopWaiting: (() => void) | undefined

  const takeSlot = async (): Promise<void> => {
    if (busy < atOnce) busy += 1
    // A cancelled request passes its slot on to the next one in the queue.
    else await new Promise<void>((mine) => waiting.push(mine))
    stopWaiting?.()
  }

  const freeSlot = (): void => {
    const next = waiting.shift()
    if (next) next()
    else {
      busy -= 1
      if (busy === 0) stopWaiting = after(IDLE_MS, () => idle.splice(0).forEach((preparer) => preparer.stop()))
    }
  }

  /**
   * Waits for the worker's answer and reports its progress until then. Rejects if the worker falls silent or the
   * caller aborts.
   */
  const runOn = (
    { prepare }: Preparer,
    file: Blob,
    { signal, progress }: PrepareOptions,
  ): Promise<PreparedOrProblem> => {
    const over = new AbortController()
    return new Promise<PreparedOrProblem>((resolve, reject) => {
      const timeOut = (): void => reject(new Error('The worker says nothing any more'))
      let stopTimeout = after(SILENCE_TIMEOUT_MS, timeOut)
      over.signal.addEventListener('abort', () => stopTimeout())
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: over.signal })
      prepare(file, (done) => {
        if (over.signal.aborted) return
        stopTimeout()
        stopTimeout = after(SILENCE_TIMEOUT_MS, timeOut)
        progress(done)
      }).then(resolve, reject)
    }).finally(() => over.abort())
  }

  return async (file: Blob, preparing: PrepareOptions): Promise<PreparedOrProblem> => {
    await takeSlot()
    try {
      preparing.signal.throwIfAborted()
      const preparer = idle.pop() ?? start()
      try {
        const prepared = await runOn(preparer, file, preparing)
        idle.push(preparer)
        return prepared
      } catch (error) {
        // Ending a worker is the only way to stop its work, and a worker that failed is not used again.
        preparer.stop()
        throw error
      }
    } finally {
      freeSlot()
    }
  }
}
