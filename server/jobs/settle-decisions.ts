/** Later effects of the decisions of the desk: a held message is settled, a sanction ends. */
import { HOUR_MS } from '#contract/limits.ts'
import { settleFlag } from '../areas/safety/answer-flag.ts'
import { refreshSanction } from '../areas/safety/desk.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import { TryLater } from './loop.ts'

/**
 * Delivers a held message, or gives its credits back, when the decision about it can no longer be undone [DESK-8]: nobody
 * could take back a message that its recipient has read.
 */
export const flagSettle =
  ({ write, now }: Pick<Deps, 'write' | 'now'>) =>
  ({ flag: id, at }: JobPayload<'flag.settle'>): Promise<undefined> =>
    write(async (tx) => {
      const flag = await tx.flags.flag(id)
      // The answer was undone, and perhaps followed by another one with a job of its own.
      if (flag?.answeredAt !== at) return undefined
      await settleFlag(tx, flag, { upheld: flag.upheld === true, at: now() })
      return undefined
    })

/**
 * Lifts a sanction at its end [DESK-7]. A clock that jumps past the end lifts nothing: the job waits until the clock is right, and
 * then for the end itself [OPS-14].
 */
export const sanctionEnd =
  ({ read, write, now, safeNow }: Pick<Deps, 'read' | 'write' | 'now' | 'safeNow'>) =>
  async ({ member }: JobPayload<'sanction.end'>): Promise<number | undefined> => {
    const at = safeNow()
    await write((tx) => refreshSanction(tx, member, at))
    const ends = (await read.safety.standingDecisions(member, at)).flatMap(({ until }) =>
      until === null ? [] : [until],
    )
    if (ends.length === 0) return undefined
    const next = Math.min(...ends)
    // When the clock is right again, retries that wait for a far time are pulled back (`recurring.ts`).
    if (next <= now()) throw new TryLater('The clock is ahead of the trusted time', HOUR_MS)
    return next
  }
