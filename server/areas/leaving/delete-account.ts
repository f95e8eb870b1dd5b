/** The deletion of an account [ACC-12]: it closes at once, and the link in the mail can restore it for 14 days. */
import { DAY_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken, type Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { checkOwner } from '../account/check-owner.ts'
import { confirmAddress } from '../account/activation.ts'
import { beginSession, revokeSessions, type NewLogin, type Origin } from '../account/session.ts'
import { announceStatus, writeAround } from '../feed/announce.ts'

type Proof = Parameters<typeof checkOwner>[2]

/** @returns the refusal, or null */
export const deleteAccount = async (deps: Deps, caller: Caller, proof: Proof): Promise<Refusal | null> => {
  const refusal = await checkOwner(deps, caller, proof)
  if (refusal) return refusal
  await writeAround(deps, caller.id, (tx, held) => beginDeletion(tx, caller.id, deps.now(), held))
  return null
}

/** @returns false if the deletion has begun already, e.g. by a parallel call */
export const beginDeletion = async (
  tx: Tx,
  member: number,
  now: number,
  held?: readonly number[],
): Promise<boolean> => {
  if (!(await tx.leaving.beginDeletion(member, now))) return false
  await revokeSessions(tx, member, null, now)
  await tx.jobs.add({ kind: 'mail.deletion', payload: { member } }, now)
  tx.happened('deletion_asked', { member })
  await announceStatus(tx, member, now, held)
  return true
}

/** A link that was used or is too old leads to a page that says so, instead of asking in vain. */
export const isLinkOpen = async ({ read, now }: Pick<Deps, 'read' | 'now'>, link: string): Promise<boolean> =>
  (await read.account.token(hashToken(link), 'reactivate', now()))?.usedAt === null

/** Restores the account. The link came by mail, so using it also proves the address. */
export const reactivate = (deps: Deps, link: string, from: Origin): Promise<NewLogin | Refusal> =>
  deps.write(async (tx) => {
    const now = deps.now()
    const used = await tx.account.useToken(hashToken(link), 'reactivate', now)
    if (!used || !(await tx.leaving.comeBack(used.member, now - REACTIVATION_DAYS * DAY_MS)))
      return refuse('link_invalid')
    const { member } = used
    await tx.leaving.forgetLinks(member)
    await confirmAddress(tx, deps, member)
    tx.happened('account_restored', { member })
    return beginSession(tx, deps, member, from)
  })
