/** A push service that will not take a push: whether the subscription is any good still. */
import { DAY_MS } from '#contract/limits.ts'
import type { PushTarget } from '../adapters/push.ts'
import type { Deps } from '../deps.ts'
import { hashToken } from '../http/caller.ts'

/** So often within a week, and it is no accident. */
const REFUSALS_MAX = 3
const TOGETHER_MS = 7 * DAY_MS

/** It was made with another key than ours: it will never be taken. */
const FORBIDDEN = 403
/** Our signature, our size: no fault of the subscription. */
const OURS = new Set([401, 413])

/**
 * A device posts its subscription again within a day of use, so that one forgotten too soon comes back.
 * @returns whether it was forgotten
 */
export const afterRefusal = async (
  { write, now, log }: Pick<Deps, 'write' | 'now' | 'log'>,
  { endpoint, auth }: PushTarget,
  status: number,
): Promise<boolean> => {
  // The host alone: whoever has the rest of an endpoint has half of what it takes to write to it [SAFE-9].
  log.warn({ status, service: new URL(endpoint).host }, 'push refused')
  if (OURS.has(status)) return false
  const key = `push.refused ${hashToken(endpoint)}`
  return write(async (tx) => {
    const before = await tx.account.attempts(key)
    const count = before && now() - before.since < TOGETHER_MS ? before.count + 1 : 1
    const isOver = status === FORBIDDEN || count >= REFUSALS_MAX
    if (isOver) {
      await tx.account.forgetSubscription(endpoint, auth)
      await tx.account.forgetAttempts(key)
    } else await tx.account.setAttempts(key, { count, since: now(), blockedUntil: 0, blocks: 0 })
    return isOver
  })
}
