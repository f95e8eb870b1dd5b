/**
 * Proves that every balance is the sum of its entries [PAY-1]. Where one is not, the log says whose (numbers alone), and
 * this job's row keeps an error, which `/readyz` tells of, until a later round finds all as it should be.
 */
import { HOUR_MS } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { TryLater } from './loop.ts'
import { nextAtHour, PROOF_HOUR } from './recurring.ts'

/** Ten milliseconds of reading, and then everyone else's turn. */
const BATCH = 500
const BREATHER_MS = 20

type Needs = Pick<Deps, 'read' | 'log' | 'now' | 'pause'>

export const ledgerProof =
  ({ read, log, now, pause }: Needs) =>
  async (): Promise<number> => {
    let differing = 0
    for (let after = 0; ;) {
      const { last, wrong } = await read.money.differences(after, BATCH)
      for (const { id, credits, sum } of wrong) {
        // Never by name [SAFE-9].
        log.error({ member: id, credits, sum }, 'a balance is not the sum of its entries')
        differing += 1
      }
      if (last === null) break
      after = last
      await pause(BREATHER_MS)
    }
    if (differing > 0) throw new TryLater(`The balance of ${differing} differs from its entries`, HOUR_MS)
    return nextAtHour(PROOF_HOUR, now())
  }
