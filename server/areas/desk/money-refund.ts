/** Refunds by the desk [DESK-12]: the unspent part, the whole payment, or another amount, each with a credit note. */
import { withdrawalOf } from '#contract/rules/withdrawal.ts'
import type { DeskRefundReason, RefundOffer, RefundPart } from '#contract/desk/entities/money.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuseDesk, type DeskRefusal } from '../../http/desk-reply.ts'
import { withdrawIn } from '../money/withdraw.ts'
import { unspentOf } from '../money/credit-lots.ts'
import { takeBack } from '../money/ledger-moves.ts'
import { movePayment } from '../money/move-payment.ts'
import type { PaymentRow } from '../money/payment-queries.ts'
import type { Queries } from '../../db/queries.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'

type Needs = Pick<Deps, 'write' | 'now' | 'newId' | 'settings'>
type Actor = { id: number }

/** @returns null if nothing of this payment can be paid back: never paid, or all of it went back */
export const refundOffer = async (queries: Pick<Queries, 'books' | 'money'>, payment: PaymentRow) => {
  if (payment.completedAt === null) return null
  const left = await leftToRefund(queries, payment)
  if (left <= 0) return null
  const unspent = unspentOf(await queries.money.moves(payment.userId), payment.id)
  const back = withdrawalOf({ credits: payment.credits, amount: left }, unspent)
  const offer: RefundOffer = {
    unspent: back.refund > 0 ? { amount: back.refund, credits: back.credits_unspent } : null,
    whole: { amount: left, credits: back.credits_unspent },
    most: left,
    vat_percentage: payment.vatPercentage,
    credit_note: await queries.books.nextCreditNote(),
  }
  return offer
}

/** Orders that the provider has not confirmed yet count as paid back, so two refunds never exceed the payment. */
const leftToRefund = async (
  { books }: Pick<Queries, 'books'>,
  { id, amount, refundedThere, chargedBackThere, refunded }: PaymentRow,
): Promise<number> => {
  const waiting = (await books.refunds(id))
    .filter(({ doneAt }) => doneAt === null)
    .reduce((sum, order) => sum + order.amount, 0)
  return amount - chargedBackThere - waiting - Math.max(refundedThere, refunded ?? 0)
}

export type RefundOrder = {
  part: RefundPart
  /** The amount on the screen: at any other amount nothing is paid back. */
  amount: number
  reason: DeskRefundReason
  note: string
}

/** @returns null when it is ordered, or the reason why nothing was */
export const refundPayment = (
  { write, now, newId }: Needs,
  staff: Actor,
  id: string,
  { part, amount, reason, note }: RefundOrder,
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    const payment = await tx.payments.byId(id)
    const offer = payment && (await refundOffer(tx, payment))
    if (!payment || !offer) return refuseDesk('not_found')
    const agreed = part === 'amount' ? amount : offer[part]?.amount
    if (agreed !== amount || amount > offer.most) return refuseDesk('changed_meanwhile')
    const at = now()
    const refund = newId()
    const credits = part === 'amount' ? 0 : await takeCredits(tx, payment, amount === offer.most, at)
    await tx.books.addRefund({ id: refund, payment: id, staff: staff.id, part, reason, amount, credits, at })
    await tx.jobs.add({ kind: 'payments.refund', payload: { payment: id, refund } }, at)
    await tx.jobs.add({ kind: 'mail.refund', payload: { payment: id, refund } }, at)
    tx.jobWaits()
    await tx.audit.add({
      staff: staff.id,
      act: 'payment.refund',
      subject: { kind: 'member', id: payment.userId },
      before: { payment: id, status: payment.status, paid_back: payment.refundedThere },
      after: { payment: id, part, amount, currency: payment.currency, credits },
      reason: note === '' ? reason : `${reason}: ${note}`,
      at,
    })
    return null
  })

/** A payment that goes back in whole is refunded, with its Premium; a part of it leaves the status. */
const takeCredits = async (tx: Tx, payment: PaymentRow, isWhole: boolean, at: number): Promise<number> => {
  const before = payment.creditsTaken ?? 0
  if (isWhole && payment.status === 'completed') {
    const moved = await movePayment(tx, payment, { to: 'refunded', by: 'staff', at })
    return (moved.creditsTaken ?? 0) - before
  }
  const taken = await takeBack(tx, payment, 'refund', at)
  await tx.payments.change(payment.id, { creditsTaken: before + taken })
  return taken
}

/** Withdraws in the name of a member who declared it in another way, such as by letter [PAY-11]. */
export const withdrawFor = (
  deps: Needs,
  staff: Actor,
  id: string,
  { amount, note }: { amount: number; note: string },
): Promise<DeskRefusal | Refusal | null> =>
  deps.write(async (tx) => {
    const payment = await tx.payments.byId(id)
    if (!payment) return refuseDesk('not_found')
    const done = await withdrawIn(tx, deps, payment, { shown: amount, by: 'staff' })
    if (isRefusal(done))
      return done.body.error === 'price_changed' ? refuseDesk('changed_meanwhile') : refuse('not_found')
    await tx.audit.add({
      staff: staff.id,
      act: 'payment.withdraw',
      subject: { kind: 'member', id: payment.userId },
      before: { payment: id, status: payment.status },
      after: { payment: id, amount: done.withdrawal.refund, credits: done.withdrawal.credits_unspent },
      reason: note,
      at: deps.now(),
    })
    return null
  })
