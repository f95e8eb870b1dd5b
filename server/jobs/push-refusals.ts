/** After a push service refused a push: decides whether the subscription is still valid. */
import { DAY_MS } from '#contract/limits.ts'
import type { PushTarget } from '../adapters/push.ts'
import type { Deps } from '../deps.ts'
import { hashToken } from '../http/caller.ts'

/** This many refusals within a week are no accident. */
const REFUSALS_MAX = 3
const TOGETHER_MS = 7 * DAY_MS

/** The subscription was made with another key than ours, so the service will never accept it. */
const FORBIDDEN = 403
/** Our signature or our size is wrong: not the subscription's fault. */
const OURS = new Set([401, 413])

/**
 * A device posts its subscription again within a day of use, so a subscription deleted too soon comes back.
 * @returns whether the subscription was deleted
 */
export const afterRefusal = async (
  { write, now, log }: Pick<Deps, 'write' | 'now' | 'log'>,
  { endpoint, auth }: PushTarget,
  status: number,
): Promise<boolean> => {
  // Log the host only: the full endpoint is half of what is needed to send to this device [SAFE-9].
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
