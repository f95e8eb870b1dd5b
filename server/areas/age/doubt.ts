/** A check said that a member is not over 18, and a person says that this was wrong [GUARD-6]. */
import type { Tx } from '../../deps.ts'
import { announce } from '../feed/announce.ts'

/** The member may take a check again. */
export const endAgeDoubt = async (tx: Tx, member: number): Promise<void> => {
  if (await tx.age.forgetAgeDoubt(member)) await announce(tx, member, 'user', 0)
}
