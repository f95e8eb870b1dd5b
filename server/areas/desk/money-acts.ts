/** Goodwill credits, and decisions about chargebacks and refused refunds [DESK-12]. */
import type { DeskParsed } from '#contract/desk/calls.ts'
import { DAY_MS } from '#contract/limits.ts'
import { GOODWILL_CREDITS, GOODWILL_DAYS, type RefusedRefundAnswer } from '#contract/desk/member-money.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Actor } from '../../http/desk-caller.ts'
import { refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import { announce } from '../feed/announce.ts'
import { bookChanges } from '../money/book.ts'
import { endChargeback } from '../money/move-payment.ts'
import { takenByBank } from '../money/payment-view.ts'
import { bookPaidOtherwise, dropRefund, orderAgain, refusedRefunds } from '../money/refused-refund.ts'
import { askApproval, closeMoneyCase, type ApprovalAnswer } from './ask-approval.ts'

type Needs = Pick<Deps, 'write' | 'now' | 'newId'>

/** The credits that the desk may still give this member. */
export const goodwillLeft = async (
  { books }: Pick<Deps['read'], 'books'>,
  member: number,
  now: number,
): Promise<number> => Math.max(0, GOODWILL_CREDITS - (await books.goodwillSince(member, now - GOODWILL_DAYS * DAY_MS)))

/** Gives credits. More than the limit waits for a second person. */
export const giveGoodwill = (
  { write, now, newId }: Needs,
  staff: Actor,
  member: number,
  { credits, reason, client_id: clientId }: { credits: number; reason: string; client_id?: string | undefined },
): Promise<ApprovalAnswer | DeskRefusal> =>
  write(async (tx) => {
    const at = now()
    if (await tx.audit.repeated(staff.id, 'credits.goodwill', clientId)) return { waits: false }
    if (await tx.audit.repeated(staff.id, 'approval.ask', clientId)) return { waits: true }
    if ((await tx.money.balance(member)) === undefined) return refuseDesk('not_found')
    if (credits > (await goodwillLeft(tx, member, at)))
      return askApproval(tx, { kind: 'goodwill', member, credits, reason, staff: staff.id, at, clientId })
    const given = { staff: staff.id, member, credits, reason, reference: newId(), at, approval: null, clientId }
    return (await giveGoodwillIn(tx, given)) ?? { waits: false }
  })

type Goodwill = {
  staff: number
  member: number
  credits: number
  reason: string
  reference: string
  at: number
  /** The request that a second person allowed, or null. */
  approval: number | null
  clientId?: string | undefined
}

export const giveGoodwillIn = async (
  tx: Tx,
  { staff, member, credits, reason, reference, at, approval, clientId }: Goodwill,
): Promise<DeskRefusal | null> => {
  const before = await tx.money.balance(member)
  if (before === undefined) return refuseDesk('not_found')
  const after = await tx.money.addEntry({ userId: member, amount: credits, reason: 'goodwill', reference, at })
  await announce(tx, member, 'user', 0)
  await tx.audit.add({
    staff,
    act: 'credits.goodwill',
    subject: { kind: 'member', id: member },
    before: { credits: before },
    after: {
      credits: after,
      ...(approval !== null && { approval }),
      ...(clientId !== undefined && { client_id: clientId }),
    },
    reason,
    at,
  })
  return null
}

/** `allow`: the member may buy again. `stop`: no further purchases; the desk can change it later. */
export const decideChargeback = (
  { write, now }: Needs,
  staff: Actor,
  payment: string,
  { decision, reason, seen }: DeskParsed<'money.decide_chargeback'>['body'],
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    const [row, chargeback] = [await tx.payments.byId(payment), await tx.books.chargeback(payment)]
    if (!row || !chargeback) return refuseDesk('not_found')
    if (chargeback.decision === 'won') return refuseDesk('not_possible')
    const isNews = seen !== undefined && seen !== chargeback.decision
    // The same decision twice is a request that was sent again, or a colleague of the same opinion.
    if (isNews && decision !== chargeback.decision) return refuseDesk('changed_meanwhile')
    if (!(await tx.books.decideChargeback(payment, decision, staff.id, now()))) return null
    await tx.audit.add({
      staff: staff.id,
      act: 'payment.settle_chargeback',
      subject: { kind: 'member', id: row.userId },
      before: { payment, decision: chargeback.decision },
      after: { payment, decision },
      reason,
      at: now(),
    })
    await closeMoneyCase(tx, row.userId, now())
    return null
  })

/** The chargeback stays in the queue, due at the time until which it can be contested. */
export const contestChargeback = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: Actor,
  payment: string,
  { contest_by: contestBy, reason }: { contest_by: number; reason: string },
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    const [row, chargeback] = [await tx.payments.byId(payment), await tx.books.chargeback(payment)]
    if (!row || !chargeback) return refuseDesk('not_found')
    if (chargeback.decision !== null || contestBy <= now()) return refuseDesk('not_possible')
    await tx.books.contestChargeback(payment, contestBy)
    await tx.audit.add({
      staff: staff.id,
      act: 'payment.contest_chargeback',
      subject: { kind: 'member', id: row.userId },
      before: { payment, contest_by: chargeback.contestBy },
      after: { payment, contest_by: contestBy },
      reason,
      at: now(),
    })
    tx.deskChanged('queue')
    return null
  })

/** The money is there again, although the provider does not say so. If it says so later, nothing happens again. */
export const winChargeback = (
  { write, now, at: siteAt }: Pick<Deps, 'write' | 'now' | 'at'>,
  staff: Actor,
  id: string,
  { reason }: { reason: string },
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    const [payment, at] = [await tx.payments.byId(id), now()]
    if (!payment) return refuseDesk('not_found')
    const amount = takenByBank(payment)
    if (payment.status !== 'charged_back' || amount <= 0) return refuseDesk('not_possible')
    const known = await tx.payments.change(id, { chargedBackWon: payment.chargedBackThere })
    const moved = await endChargeback(tx, known, { by: 'staff', at })
    const { company } = siteAt(payment.domain).settings()
    await bookChanges(tx, payment, moved, { company, at })
    await tx.audit.add({
      staff: staff.id,
      act: 'payment.win_chargeback',
      subject: { kind: 'member', id: payment.userId },
      before: { payment: id, status: payment.status, charged_back: amount },
      after: { payment: id, status: moved.status },
      reason,
      at,
    })
    await closeMoneyCase(tx, payment.userId, at)
    return null
  })

const SETTLE = {
  again: orderAgain,
  otherwise: bookPaidOtherwise,
  dropped: dropRefund,
} as const satisfies Record<RefusedRefundAnswer, unknown>

/** Ends the wait of a refund that the provider refused for good, or took back. */
export const settleRefusedRefund = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: Actor,
  id: string,
  { refund, answer, reason }: { refund: string | null; answer: RefusedRefundAnswer; reason: string },
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    const [payment, at] = [await tx.payments.byId(id), now()]
    if (!payment) return refuseDesk('not_found')
    const refused = (await refusedRefunds(tx, payment)).find((one) => one.refund === refund)
    // A colleague was faster, or the money went back at the provider.
    if (!refused) return refuseDesk('changed_meanwhile')
    await SETTLE[answer](tx, payment, refused, at)
    await tx.audit.add({
      staff: staff.id,
      act: 'payment.settle_refund',
      subject: { kind: 'member', id: payment.userId },
      before: { payment: id, refund, amount: refused.amount, refused: refused.reason },
      after: { payment: id, answer },
      reason,
      at,
    })
    await closeMoneyCase(tx, payment.userId, at)
    return null
  })
