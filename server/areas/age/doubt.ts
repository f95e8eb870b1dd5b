/** A check said that a member is not over 18, and a person says that this was wrong [GUARD-6]. */
import { AGE_WAYS } from '#contract/entities/age-check.ts'
import { dateOf } from '#contract/rules/age.ts'
import type { Tx } from '../../deps.ts'
import { announce } from '../feed/announce.ts'
import type { FlagRow } from '../safety/flag-queries.ts'

/** The member may take a check again. */
export const endAgeDoubt = async (tx: Tx, member: number): Promise<void> => {
  if (await tx.age.forgetAgeDoubt(member)) await announce(tx, member, 'user', 0)
}

/** The desk took that back, so the check counts again, unless the member has taken another one meanwhile. */
export const restoreAgeDoubt = async (tx: Tx, { member, facts, createdAt }: FlagRow): Promise<void> => {
  const way = AGE_WAYS.find((one) => one === facts['way'])
  if (way === undefined || (await tx.age.ageFacts(member))?.result !== null) return
  await tx.age.setAgeCheck({ userId: member, way, result: 'not_over', day: dateOf(createdAt) })
  await announce(tx, member, 'user', 0)
}
