/** The outcomes of an age check [GUARD-6]. Of a check, only its way, its result and its day are stored. */
import type { AgeFault, AgeWay } from '#contract/entities/age-check.ts'
import { dateOf } from '#contract/rules/age.ts'
import { needsAgeCheck } from '#contract/rules/may-act.ts'
import type { Deps, Tx } from '../../deps.ts'
import { sendSignupMessage } from '../account/activation.ts'
import { announce } from '../feed/announce.ts'
import { addSanction } from '../safety/desk.ts'
import { setDue } from './demand.ts'

export type AgeOutcome = { result: 'over' | 'not_over' } | { fault: AgeFault }

type Attempt = { id: string; userId: number; way: AgeWay }

export const settleAttempt = (deps: Deps, { id, userId, way }: Attempt, outcome: AgeOutcome): Promise<void> =>
  deps.write(async (tx) => {
    const at = deps.now()
    if ('fault' in outcome) {
      await tx.age.setAgeFault(id, outcome.fault)
      tx.happened('age_checked', { kind: 'fault' })
      return
    }
    const facts = await tx.age.ageFacts(userId)
    // The account was erased meanwhile, or another attempt has decided.
    if (!facts || facts.status === 'deleted' || facts.result !== null) return
    await tx.age.setAgeCheck({ userId, way, result: outcome.result, day: dateOf(at) })
    if (outcome.result === 'over') await pass(tx, deps, userId, at)
    else await doubt(tx, userId, way, at)
    tx.happened('age_checked', { kind: outcome.result })
  })

const pass = async (tx: Tx, deps: Deps, member: number, at: number): Promise<void> => {
  await setDue(tx, member, null, at)
  const user = await tx.account.userById(member)
  // The message of the signup has waited for this.
  if (user?.status === 'active') await sendSignupMessage(tx, deps, member)
}

/**
 * A check says that the member is not over 18: the account is restricted by a decision, which the member can appeal, and a
 * person looks at it [DESK-4]. Nobody's account is closed by a machine.
 */
const doubt = async (tx: Tx, member: number, way: AgeWay, at: number): Promise<void> => {
  const facts = await tx.age.ageFacts(member)
  if (facts && !needsAgeCheck({ ageDue: facts.due }, at)) await setDue(tx, member, at, at)
  await tx.flags.addFlag({ member, kind: 'age', severity: 'grave', facts: { way } }, at)
  const sanction = { kind: 'profile_restricted', reason: 'minor', note: '', until: null, source: 'flag' } as const
  await addSanction(tx, member, sanction, at)
  await announce(tx, member, 'user', 0)
  tx.deskChanged('queue')
}
