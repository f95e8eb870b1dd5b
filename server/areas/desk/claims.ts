/** Claims a row of the queue for the staff member who works on it, and releases it [DESK-4]. */
import { CLAIM_MS } from '#contract/desk/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { staffAccountsOf } from './own-account.ts'

export type ClaimedByOther = { error: 'claimed_by_other'; by: number; until: number }

/**
 * Claims a subject for 10 minutes, or extends the caller's own claim.
 * @param takeOver ends the claim of a colleague
 * @returns the case's number, or the claim of a colleague
 */
export const claimSubject = async (
  tx: Pick<Tx, 'queue'>,
  { staff, subject, takeOver = false }: { staff: number; subject: string; takeOver?: boolean },
  at: number,
): Promise<{ case: number; until: number; before: number | null } | ClaimedByOther> => {
  const row = await tx.queue.caseOf(subject, at)
  const claimant = row.staff !== null && row.claimedUntil !== null && row.claimedUntil > at ? row.staff : null
  if (claimant !== null && claimant !== staff && !takeOver)
    return { error: 'claimed_by_other', by: claimant, until: row.claimedUntil ?? at }
  await tx.queue.setClaim(row.id, staff, at + CLAIM_MS)
  return { case: row.id, until: at + CLAIM_MS, before: claimant }
}

/** @returns whether the caller had claimed it */
export const releaseSubject = async (
  tx: Pick<Tx, 'queue'>,
  { staff, subject }: { staff: number; subject: string },
  at: number,
): Promise<boolean> => {
  const row = await tx.queue.openCase(subject)
  if (row?.staff !== staff || row.claimedUntil === null || row.claimedUntil <= at) return false
  await tx.queue.setClaim(row.id, null, null)
  return true
}

/** Ends the claim that a refused request made. A claim of the caller from before stays: the page shows it. */
export const releaseNewClaim = async (
  tx: Pick<Tx, 'queue'>,
  by: { staff: number; subject: string },
  { before }: { before: number | null },
  at: number,
): Promise<void> => {
  if (before !== by.staff) await releaseSubject(tx, by, at)
}

/** Nobody has so many decisions about one member that wait for an answer; equal letters of visitors may be thousands. */
const LOOKED_AT = 20

/** Claims a row with its row of the audit; `takeOver` is the reason to end a colleague's claim. */
export const claimRow = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  { staff, subject, takeOver }: { staff: number; subject: string; takeOver: string | null },
): Promise<{ case: number; until: number } | ClaimedByOther | 'own_decision'> =>
  write(async (tx) => {
    const at = now()
    // A claim on what only concerns one's own decisions would keep away the colleagues who may answer [DESK-9].
    const items = await tx.queue.itemsOf([subject], LOOKED_AT)
    const own = await staffAccountsOf(tx, staff)
    if (items.length > 0 && items.every(({ decider }) => decider !== null && own.has(decider))) return 'own_decision'
    const claimed = await claimSubject(tx, { staff, subject, takeOver: takeOver !== null }, at)
    if ('error' in claimed) return claimed
    // An extension of the own claim is no act of its own.
    if (claimed.before !== staff) {
      await tx.audit.add({
        staff,
        act: 'case.claim',
        subject: { kind: 'case', id: claimed.case },
        before: claimed.before === null ? null : { staff: claimed.before },
        after: { staff },
        reason: takeOver ?? '',
        at,
      })
      tx.deskChanged('claim')
    }
    return { case: claimed.case, until: claimed.until }
  })

export const releaseRow = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  { staff, subject }: { staff: number; subject: string },
): Promise<boolean> =>
  write(async (tx) => {
    const at = now()
    const openCase = await tx.queue.openCase(subject)
    if (!openCase || !(await releaseSubject(tx, { staff, subject }, at))) return false
    const about = { kind: 'case', id: openCase.id } as const
    await tx.audit.add({ staff, act: 'case.release', subject: about, before: { staff }, at })
    tx.deskChanged('claim')
    return true
  })
