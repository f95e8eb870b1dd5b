/** A second person allows or refuses money that a colleague wants to give, and it is given once [DESK-12]. */
import type { Approval } from '#contract/desk/member-money.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Actor } from '../../http/desk-caller.ts'
import { isDeskRefusal, refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import type { ApprovalRow } from './approval-queries.ts'
import { closeMoneyCase } from './ask-approval.ts'
import { giveGoodwillIn } from './money-acts.ts'
import { orderRefundIn } from './money-refund.ts'
import { staffAccountsOf } from './own-account.ts'

/** The colleague who asked cannot allow it. An approval whose money cannot be given any more stays open and is refused by hand. */
export const decideApproval = (
  deps: Pick<Deps, 'write' | 'now' | 'newId'>,
  staff: Actor,
  id: number,
  { approved, reason }: { approved: boolean; reason: string },
): Promise<DeskRefusal | null> =>
  deps.write(async (tx) => {
    const at = deps.now()
    // This read is part of the transaction, so that only the first of two simultaneous answers counts.
    const row = await tx.approvals.byId(id)
    if (!row) return refuseDesk('not_found')
    if ((await staffAccountsOf(tx, staff.id)).has(row.staff)) return refuseDesk('own_decision')
    if (row.decidedAt !== null) return refuseDesk('not_possible')
    if (approved) {
      const done = await carryOut(tx, deps, row, at)
      if (isDeskRefusal(done)) return done
    }
    await tx.approvals.decide(id, { approved, decidedBy: staff.id, decidedAt: at, answer: reason })
    await tx.audit.add({
      staff: staff.id,
      act: approved ? 'approval.approve' : 'approval.refuse',
      subject: { kind: 'member', id: row.member },
      before: { approval: id, asked_by: row.staff },
      after: { approval: id, kind: row.kind, payment: row.payment, amount: row.amount, credits: row.credits },
      reason,
      at,
    })
    await closeMoneyCase(tx, row.member, at)
    return null
  })

/** Gives the money in the name of the colleague who asked. The row of the approval names the second person. */
const carryOut = (
  tx: Tx,
  { newId }: Pick<Deps, 'newId'>,
  row: ApprovalRow,
  at: number,
): Promise<DeskRefusal | null> => {
  const { staff, member, payment, part, refundReason, amount, credits, reason, id: approval } = row
  if (payment === null || part === null)
    return giveGoodwillIn(tx, { staff, member, credits, reason, reference: newId(), at, approval })
  const order = { part, amount, reason: refundReason ?? 'other', note: reason }
  return orderRefundIn(tx, { staff, payment, order, refund: newId(), at, approval })
}

export const approvalsOf = async ({ read }: Pick<Deps, 'read'>, member: number): Promise<Approval[]> => {
  const rows = await read.approvals.ofMember(member)
  const nameOf = async (id: number): Promise<string> => (await read.staff.byId(id))?.name ?? ''
  const approvals = []
  for (const row of rows) {
    const { id, kind, payment, amount, currency, credits, reason, at, decidedAt, decidedBy, approved, answer } = row
    approvals.push({
      id,
      kind,
      payment,
      amount,
      currency,
      credits,
      reason,
      by: { id: row.staff, name: await nameOf(row.staff) },
      at,
      decided:
        decidedAt === null
          ? null
          : { approved: approved === true, by: await nameOf(decidedBy ?? 0), at: decidedAt, reason: answer },
    })
  }
  return approvals
}
