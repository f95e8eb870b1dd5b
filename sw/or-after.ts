import type { Ports } from './ports.ts'

/** What comes of the work, or `otherwise` where it takes longer: it goes on, but nobody waits. */
export const orAfter = <Result, Otherwise>(
  { later }: Pick<Ports, 'later'>,
  ms: number,
  work: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> =>
  new Promise((resolve, reject) => {
    const cancel = later(() => resolve(otherwise), ms)
    work.finally(cancel).then(resolve, reject)
  })

/** A store that hangs, as some do for a while, must not keep a push silent: browsers take pushes away from who shows none. */
const STORE_MS = 5_000

/** What the device's store says, or `otherwise` where it fails or says nothing. */
export const ofStore = <Result, Otherwise>(
  ports: Pick<Ports, 'later'>,
  asking: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> =>
  orAfter(
    ports,
    STORE_MS,
    asking.catch(() => otherwise),
    otherwise,
  )
