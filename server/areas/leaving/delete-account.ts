/** Deletion begins [ACC-12]: the account is closed at once, and can be brought back for 14 days by the link in the mail. */
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../http/reply.ts'
import { checkPassword } from '../account/check-password.ts'
import { revokeSessions } from '../account/session.ts'
import { announceStanding } from '../feed/announce.ts'

/** @returns why not, or null where it is done */
export const deleteAccount = async (deps: Deps, caller: Caller, password: string): Promise<Refusal | null> => {
  const refusal = await checkPassword(deps, caller, password)
  if (refusal) return refusal
  await deps.write(async (tx) => {
    const now = deps.now()
    // Asked for twice at once: the first has done it all.
    if (!(await tx.leaving.beginDeletion(caller.id, now))) return
    await revokeSessions(tx, caller.id, null, now)
    await tx.jobs.add({ kind: 'mail.deletion', payload: { member: caller.id } }, now)
    tx.jobWaits()
    await announceStanding(tx, caller.id)
  })
  return null
}
