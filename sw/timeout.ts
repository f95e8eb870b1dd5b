/** Time of the worker: pauses, timeouts, the silence of a request, and whether a stored time is old. */
import type { Ports } from './ports.ts'

/** Resolves after this time, if the worker still lives. */
export const pause = ({ startTimer }: Pick<Ports, 'startTimer'>, ms: number): Promise<void> =>
  new Promise((resolve) => void startTimer(resolve, ms))

/** The result of the work, or `otherwise` after a timeout. The work itself continues. */
export const withTimeout = <Result, Otherwise>(
  { startTimer }: Pick<Ports, 'startTimer'>,
  ms: number,
  work: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> =>
  new Promise((resolve, reject) => {
    const cancel = startTimer(() => resolve(otherwise), ms)
    work.finally(cancel).then(resolve, reject)
  })

/** Follows a request that ends itself once nothing has arrived for this long: a slow answer is not a missing one. */
export const watchSilence = (
  { startTimer }: Pick<Ports, 'startTimer'>,
  ms: number,
  silent: () => void,
): { heard: () => void; end: () => void } => {
  let end = startTimer(silent, ms)
  return {
    heard: () => {
      end()
      end = startTimer(silent, ms)
    },
    end: () => end(),
  }
}

/** Calls `heard` with each piece of the body, of which others read the answer itself. Resolves at its end, also at a broken one. */
export const followBody = async (response: Response, heard: () => void): Promise<void> => {
  try {
    const reader = response.clone().body?.getReader()
    if (!reader) return
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) heard()
  } catch {
    // The reader of the answer gets the same error.
  }
}

/**
 * Whether a stored time is this old, or lies as far in the future: then it was written while the clock of this device was wrong, and says
 * nothing.
 */
export const isOld = (at: number, ms: number, now: number): boolean => Math.abs(now - at) >= ms

/**
 * A store can hang for a while and must not delay a push: browsers revoke the push permission of a site that shows
 * nothing.
 */
const STORE_MS = 5_000

/** The result of a read from the store, or `otherwise` if the read fails or times out. */
export const readStoreOr = <Result, Otherwise>(
  ports: Pick<Ports, 'startTimer'>,
  asking: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> =>
  withTimeout(
    ports,
    STORE_MS,
    asking.catch(() => otherwise),
    otherwise,
  )
