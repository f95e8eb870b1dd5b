/** Time of the worker: pauses, timeouts, the idle timeout of a request, and whether a stored time is old. */
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

/** A timeout that is restarted whenever something arrives: a slow answer is not a missing one. */
export const startIdleTimeout = (
  { startTimer }: Pick<Ports, 'startTimer'>,
  ms: number,
  onTimeout: () => void,
): { restart: () => void; stop: () => void } => {
  let stop = startTimer(onTimeout, ms)
  return {
    restart: () => {
      stop()
      stop = startTimer(onTimeout, ms)
    },
    stop: () => stop(),
  }
}

/** Calls `onPiece` for each piece of the body; others read the answer itself. Resolves at its end, also at a broken one. */
export const followBody = async (response: Response, onPiece: () => void): Promise<void> => {
  try {
    const reader = response.clone().body?.getReader()
    if (!reader) return
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) onPiece()
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
