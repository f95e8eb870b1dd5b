/** Begins a deletion [ACC-12]: closes the account at once. The link in the mail can restore it for 14 days. */
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../http/reply.ts'
import { checkPassword } from '../account/check-password.ts'
import { revokeSessions } from '../account/session.ts'
import { announceStatus } from '../feed/announce.ts'

/** @returns the refusal, or null */
export const deleteAccount = async (deps: Deps, caller: Caller, password: string): Promise<Refusal | null> => {
  const refusal = await checkPassword(deps, caller, password)
  if (refusal) return refusal
  await deps.write(async (tx) => {
    const now = deps.now()
    // A parallel call was first and has done everything.
    if (!(await tx.leaving.beginDeletion(caller.id, now))) return
    await revokeSessions(tx, caller.id, null, now)
    await tx.jobs.add({ kind: 'mail.deletion', payload: { member: caller.id } }, now)
    tx.jobWaits()
    tx.happened('deletion_asked')
    await announceStatus(tx, caller.id, now)
  })
  return null
}
