import type { Ports } from './ports.ts'

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
