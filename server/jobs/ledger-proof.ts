/**
 * Proves that every balance is the sum of its ledger entries, and that each entry is what its reason says: a purchase has its
 * payment, a return the price that was paid, and its balance is the sum so far [PAY-1]. The log lists each ledger that is wrong
 * (numbers only). This job's row keeps the error, which `/readyz` reports, until a later run finds every ledger correct.
 */
import { HOUR_MS } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { RetryLater } from './retries.ts'
import { nextRun } from './recurring.ts'

/** A batch takes about four milliseconds of reading, with fifty entries a member; the pause lets requests run. */
const BATCH = 100
const PAUSE_MS = 4

type Proof = { credits: number; sum: number; odd: number }

/** Adds the pages of a ledger, with pauses. @returns also the balance at the last page */
const longProof = async ({ read, pause }: Pick<Deps, 'read' | 'pause'>, member: number): Promise<Proof> => {
  let [sum, odd] = [0, 0]
  for (let after = 0; ;) {
    const page = await read.money.pageOfSum(member, after, sum)
    sum += page.sum
    odd += page.odd
    if (page.last === null) return { credits: page.credits, sum, odd }
    after = page.last
    await pause(PAUSE_MS)
  }
}

type Needs = Pick<Deps, 'read' | 'log' | 'now' | 'pause'>

export const ledgerProof =
  ({ read, log, now, pause }: Needs) =>
  async (): Promise<number> => {
    let [differing, strange] = [0, 0]
    for (let after = 0; ;) {
      const { last, checked, long } = await read.money.differences(after, BATCH)
      for (const { id, stray } of long) {
        const { odd, ...found } = await longProof({ read, pause }, id)
        checked.push({ id, ...found, odd: odd + stray })
        await pause(PAUSE_MS)
      }
      for (const { id, credits, sum, odd } of checked) {
        // The log has the member's id, never the name [SAFE-9].
        if (credits !== sum) {
          log.error({ member: id, credits, sum, entries: odd }, 'a balance is not the sum of its entries')
          differing += 1
        } else if (odd > 0) {
          log.error({ member: id, entries: odd }, 'entries of a ledger are not what they say')
          strange += 1
        }
      }
      if (last === null) break
      after = last
      await pause(PAUSE_MS)
    }
    if (differing > 0) throw new RetryLater(`The balance of ${differing} differs from its entries`, HOUR_MS)
    if (strange > 0) throw new RetryLater(`Entries of ${strange} are not what they say`, HOUR_MS)
    return nextRun('ledger.proof', now())
  }
