/** Every 15 minutes: gives credits back for what nobody answered [GUARD-7]. */
import { MINUTE_MS } from '#contract/limits.ts'
import { refundUnanswered } from '../areas/fictional/refund.ts'
import type { Deps } from '../deps.ts'

const EVERY_MS = 15 * MINUTE_MS

export const fictionalRefund = (deps: Deps) => async (): Promise<number> => {
  await refundUnanswered(deps)
  return deps.now() + EVERY_MS
}
