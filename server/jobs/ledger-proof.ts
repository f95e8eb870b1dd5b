/**
 * Proves that every balance is the sum of its ledger entries [PAY-1]. The log lists each balance that differs (numbers
 * only). This job's row keeps the error, which `/readyz` reports, until a later run finds every balance correct.
 */
import { HOUR_MS } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { TryLater } from './loop.ts'
import { nextAtHour, PROOF_HOUR } from './recurring.ts'

/** A batch takes about ten milliseconds of reading; the pause lets requests run. */
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
        // The log has the member's id, never the name [SAFE-9].
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
