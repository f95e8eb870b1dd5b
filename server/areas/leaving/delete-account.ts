/** Begins a deletion [ACC-12]: closes the account at once. The link in the mail can restore it for 14 days. */
import type { Deps, Tx } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../http/reply.ts'
import { checkOwner } from '../account/check-owner.ts'
import { revokeSessions } from '../account/session.ts'
import { announceStatus } from '../feed/announce.ts'

type Proof = Parameters<typeof checkOwner>[2]

/** @returns the refusal, or null */
export const deleteAccount = async (deps: Deps, caller: Caller, proof: Proof): Promise<Refusal | null> => {
  const refusal = await checkOwner(deps, caller, proof)
  if (refusal) return refusal
  await deps.write((tx) => beginDeletion(tx, caller.id, deps.now()))
  return null
}

/** @returns false if the deletion has begun already, e.g. by a parallel call */
export const beginDeletion = async (tx: Tx, member: number, now: number): Promise<boolean> => {
  if (!(await tx.leaving.beginDeletion(member, now))) return false
  await revokeSessions(tx, member, null, now)
  await tx.jobs.add({ kind: 'mail.deletion', payload: { member } }, now)
  tx.jobWaits()
  tx.happened('deletion_asked')
  await announceStatus(tx, member, now)
  return true
}
