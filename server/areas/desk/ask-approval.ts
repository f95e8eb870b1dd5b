/** Asks for a second person before money is given [DESK-12]. */
import { moneySubject } from '#contract/desk/subject.ts'
import type { Tx } from '../../deps.ts'
import { refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import type { NewApproval } from './approval-queries.ts'

/** `waits`: nothing was done yet. */
export type ApprovalAnswer = { waits: boolean }

/** @param clientId the id of the request: one that is sent again after a lost answer asks nobody twice */
export const askApproval = async (
  tx: Tx,
  { clientId, ...approval }: NewApproval & { clientId?: string | undefined },
): Promise<ApprovalAnswer | DeskRefusal> => {
  const { kind, member, payment = null, staff, at, reason, amount = 0, currency = '', credits = 0 } = approval
  if (await tx.approvals.isWaiting({ kind, member, payment })) return refuseDesk('not_possible')
  const id = await tx.approvals.add(approval)
  await tx.audit.add({
    staff,
    act: 'approval.ask',
    subject: { kind: 'member', id: member },
    after: {
      approval: id,
      kind,
      payment,
      amount,
      currency,
      credits,
      ...(clientId !== undefined && { client_id: clientId }),
    },
    reason,
    at,
  })
  tx.deskChanged('queue')
  return { waits: true }
}

/** The row of the queue is gone once nothing about the member's money waits. */
export const closeMoneyCase = async (tx: Tx, member: number, at: number): Promise<void> => {
  const subject = moneySubject(member)
  const open = await tx.queue.openCase(subject)
  if (open && (await tx.queue.itemsOf([subject], 1)).length === 0) await tx.queue.closeCase(open.id, at)
  tx.deskChanged('queue')
}
