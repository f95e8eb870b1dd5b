/** Lifts decisions that were wrong, at any time: one by the desk, or all of a colleague by command [DESK-7]. */
import type { Deps } from '../../deps.ts'
import { reverseDecision, notifyLifted } from '../safety/desk.ts'
import { concernsOwnAccount } from './own-account.ts'

/** Takes back a decision in force, also after its statement has left [DESK-7]. The member gets a mail if they got the statement. */
export const liftDecision = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: number | null,
  id: number,
  reason: string,
): Promise<'done' | 'not_found' | 'changed_meanwhile' | 'not_possible'> =>
  write(async (tx) => {
    const at = now()
    const decision = await tx.safety.decision(id)
    if (!decision || decision.userId === 0) return 'not_found'
    if (decision.liftedAt !== null) return 'changed_meanwhile'
    // Somebody else than the one who decided answers it [DESK-9].
    if (decision.appealedAt !== null && decision.appealUpheld === null) return 'not_possible'
    await reverseDecision(tx, decision, { staff, at, reason })
    await notifyLifted(tx, decision, at)
    tx.deskChanged('queue')
    return 'done'
  })

/**
 * Lifts all decisions in force that colleagues have made since a time, or the automatic checks: one at a time, so that members write in between.
 * @param by the ids of the colleague's accounts; null for the checks
 * @returns the lifted ones, and those that a colleague must answer or lift
 */
export const liftDecisionsOf = async (
  deps: Pick<Deps, 'read' | 'write' | 'now'>,
  staff: number | null,
  { by, since, reason }: { by: readonly number[] | null; since: number; reason: string },
): Promise<{ lifted: number; left: number }> => {
  const outcome = { lifted: 0, left: 0 }
  for (const id of await deps.read.safety.standingDecisionsOf(by, since, deps.now())) {
    const isOwn = staff !== null && (await concernsOwnAccount(deps.read, staff, 'decision', id))
    const answer = isOwn ? 'not_possible' : await liftDecision(deps, staff, id, reason)
    if (answer === 'done') outcome.lifted += 1
    else if (answer === 'not_possible') outcome.left += 1
  }
  return outcome
}
