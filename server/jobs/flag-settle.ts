/**
 * Delivers a held message, or gives its credits back, when the decision about it can no longer be undone [DESK-8]: nobody
 * could take back a message that its recipient has read.
 */
import { settleFlag } from '../areas/safety/answer-flag.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'

export const flagSettle =
  ({ write, now }: Pick<Deps, 'write' | 'now'>) =>
  ({ flag: id, at }: JobPayload<'flag.settle'>): Promise<undefined> =>
    write(async (tx) => {
      const flag = await tx.flags.flag(id)
      // The answer was undone, and perhaps followed by another one with a job of its own.
      if (flag?.answeredAt !== at) return undefined
      await settleFlag(tx, flag, flag.upheld === true, now())
      return undefined
    })
