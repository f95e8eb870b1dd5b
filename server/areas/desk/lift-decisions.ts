/** Lifts decisions that were wrong, at any time: one by the desk, or all of a colleague by command [DESK-7]. */
import type { Deps } from '../../deps.ts'
import { reverseDecision, notifyLifted } from '../safety/desk.ts'
import type { DecisionRow } from '../safety/queries.ts'
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
    if (waitsForAppeal(decision)) return 'not_possible'
    await reverseDecision(tx, decision, { staff, at, reason })
    await notifyLifted(tx, decision, at)
    tx.deskChanged('queue')
    return 'done'
  })

type Whose = { by: readonly number[] | null; since: number }

/** A decision that is lifted with others, or the reason why it is left to a colleague. */
type Liftable = { id: number; left: 'appeal' | 'own' | null; decision: DecisionRow }

/**
 * The decisions in force that colleagues have made since a time, or the automatic checks.
 * @param by the ids of the colleague's accounts; null for the checks
 */
export const liftableDecisions = async (
  { read, now }: Pick<Deps, 'read' | 'now'>,
  staff: number | null,
  { by, since }: Whose,
): Promise<Liftable[]> => {
  const found: Liftable[] = []
  for (const decision of await read.safety.standingDecisionsOf(by, since, now())) {
    const { id } = decision
    const isOwn = staff !== null && (await concernsOwnAccount(read, staff, 'decision', id))
    found.push({ id, left: isOwn ? 'own' : waitsForAppeal(decision) ? 'appeal' : null, decision })
  }
  return found
}

/** Somebody else than the one who decided answers it [DESK-9]. */
const waitsForAppeal = ({ appealedAt, appealUpheld }: DecisionRow): boolean =>
  appealedAt !== null && appealUpheld === null

/**
 * Lifts them, one at a time, so that members write in between.
 * @returns the lifted ones, and those that a colleague must answer or lift
 */
export const liftDecisionsOf = async (
  deps: Pick<Deps, 'read' | 'write' | 'now'>,
  staff: number | null,
  { by, since, reason }: Whose & { reason: string },
): Promise<{ lifted: number; left: number }> => {
  const outcome = { lifted: 0, left: 0 }
  for (const { id, left } of await liftableDecisions(deps, staff, { by, since })) {
    const answer = left === null ? await liftDecision(deps, staff, id, reason) : 'not_possible'
    if (answer === 'done') outcome.lifted += 1
    else if (answer === 'not_possible') outcome.left += 1
  }
  return outcome
}
