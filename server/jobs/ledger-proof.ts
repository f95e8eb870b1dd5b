/**
 * Proves that every balance is the sum of its ledger entries [PAY-1]. The log lists each balance that differs (numbers
 * only). This job's row keeps the error, which `/readyz` reports, until a later run finds every balance correct.
 */
import { HOUR_MS } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { RetryLater } from './loop.ts'
import { nextRun } from './recurring.ts'

/** A batch takes about ten milliseconds of reading; the pause lets requests run. */
const BATCH = 500
const PAUSE_MS = 20

/** Adds the pages of a ledger, with pauses. @returns also the balance at the last page */
const longSum = async (
  { read, pause }: Pick<Deps, 'read' | 'pause'>,
  member: number,
): Promise<{ credits: number; sum: number }> => {
  let sum = 0
  for (let after = 0; ;) {
    const page = await read.money.pageOfSum(member, after)
    sum += page.sum
    if (page.last === null) return { credits: page.credits, sum }
    after = page.last
    await pause(PAUSE_MS)
  }
}

type Needs = Pick<Deps, 'read' | 'log' | 'now' | 'pause'>

export const ledgerProof =
  ({ read, log, now, pause }: Needs) =>
  async (): Promise<number> => {
    let differing = 0
    for (let after = 0; ;) {
      const { last, wrong, long } = await read.money.differences(after, BATCH)
      for (const id of long) {
        const found = await longSum({ read, pause }, id)
        if (found.credits !== found.sum) wrong.push({ id, ...found })
      }
      for (const { id, credits, sum } of wrong) {
        // The log has the member's id, never the name [SAFE-9].
        log.error({ member: id, credits, sum }, 'a balance is not the sum of its entries')
        differing += 1
      }
      if (last === null) break
      after = last
      await pause(PAUSE_MS)
    }
    if (differing > 0) throw new RetryLater(`The balance of ${differing} differs from its entries`, HOUR_MS)
    return nextRun('ledger.proof', now())
  }
