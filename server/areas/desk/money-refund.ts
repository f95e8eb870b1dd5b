/** Refunds by the desk [DESK-12]: the unspent part, the whole payment, or another amount, each with a credit note. */
import { placesOf } from '#contract/rules/price.ts'
import { withdrawalOf } from '#contract/rules/withdrawal.ts'
import { REFUND_DAYS, type DeskRefundReason, type RefundOffer, type RefundPart } from '#contract/desk/member-money.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { DAY_MS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Actor } from '../../http/desk-caller.ts'
import { type DeskRefusal, isDeskRefusal, isRefusal, refuseDesk } from '../../http/reply.ts'
import { withdrawIn } from '../money/withdraw.ts'
import { unspentOf } from '../money/credit-lots.ts'
import { movePayment, takeBackCredits } from '../money/move-payment.ts'
import type { PaymentRow } from '../money/payment-queries.ts'
import { paidBack, takenByBank, unrefunded } from '../money/payment-view.ts'
import type { Queries } from '../../db/queries.ts'
import { askApproval, type ApprovalAnswer } from './ask-approval.ts'

type Needs = Pick<Deps, 'write' | 'now' | 'newId' | 'settings' | 'at'>

/** @returns null if nothing of this payment can be paid back: never paid, or all of it went back */
export const refundOffer = async (queries: Pick<Queries, 'books' | 'money' | 'payments'>, payment: PaymentRow) => {
  if (payment.completedAt === null) return null
  const left = await leftToRefund(queries, payment)
  if (left <= 0) return null
  const unspent = unspentOf(await queries.money.moves(payment.userId), payment.id)
  const back = withdrawalOf(unrefunded(payment, payment.amount - left), unspent)
  const offer: RefundOffer = {
    unspent: back.refund > 0 ? { amount: back.refund, credits: back.credits_unspent } : null,
    whole: { amount: left, credits: back.credits_unspent },
    most: left,
    vat_percentage: payment.vatPercentage,
    credit_note: await queries.books.nextCreditNote(),
  }
  return offer
}

/** Refunds that the provider has not confirmed yet count as paid back, so all together never exceed the payment. */
const leftToRefund = async (queries: Pick<Queries, 'books' | 'payments'>, payment: PaymentRow): Promise<number> => {
  const ordered = (await queries.books.refunds(payment.id))
    .filter(({ doneAt }) => doneAt === null)
    .reduce((sum, order) => sum + order.amount, 0)
  const withdrawn = await unconfirmedWithdrawal(queries, payment)
  return payment.amount - takenByBank(payment) - paidBack(payment) - ordered - withdrawn
}

/** The part of a withdrawal's refund that is not in the books: a refund that no desk ordered and that came after it is this one. */
const unconfirmedWithdrawal = async (
  { books, payments }: Pick<Queries, 'books' | 'payments'>,
  { id, refunded, withdrawnAt, completedAt }: PaymentRow,
): Promise<number> => {
  if (refunded === null) return 0
  // A withdrawal by letter is declared before it is entered.
  const move = (await payments.transitions(id)).find(({ after }) => after === 'refunded')
  const since = move?.at ?? withdrawnAt ?? completedAt ?? 0
  const paid = (await books.bookings(id))
    .filter(({ kind, refund, at }) => kind === 'refund' && refund === null && at >= since)
    .reduce((sum, { amount }) => sum - amount, 0)
  return Math.max(0, refunded - paid)
}

type RefundOrder = {
  part: RefundPart
  /** The amount on the caller's screen. If it has changed since, nothing is paid back. */
  amount: number
  /** The most that could be paid back by that screen; pages of older builds send none. */
  most?: number | undefined
  reason: DeskRefundReason
  note: string
}

/** Orders a refund. A refund over the limit waits for a second person. */
export const refundPayment = (
  { write, now, newId, settings }: Needs,
  staff: Actor,
  id: string,
  { client_id: clientId, ...order }: RefundOrder & { client_id?: string | undefined },
): Promise<ApprovalAnswer | DeskRefusal> =>
  write(async (tx) => {
    const [at, refund] = [now(), clientId ?? newId()]
    if ((await tx.books.refunds(id)).some((before) => before.id === refund)) return { waits: false }
    if (await tx.audit.repeated(staff.id, 'approval.ask', clientId)) return { waits: true }
    const checked = await checkedOrder(tx, id, order)
    if (isDeskRefusal(checked)) return checked
    const { payment } = checked
    if (await needsSecondPerson(tx, payment, order.amount, settings(), at))
      return askApproval(tx, {
        kind: 'refund',
        member: payment.userId,
        payment: id,
        part: order.part,
        refundReason: order.reason,
        amount: order.amount,
        currency: payment.currency,
        reason: order.note === '' ? order.reason : order.note,
        staff: staff.id,
        at,
        clientId,
      })
    const ordered = { staff: staff.id, payment: id, order, refund, at, approval: null }
    return (await orderRefundIn(tx, ordered)) ?? { waits: false }
  })

/** Several small refunds count together, so that nobody divides a large one. */
const needsSecondPerson = async (
  { approvals }: Pick<Tx, 'approvals'>,
  { userId, currency }: PaymentRow,
  amount: number,
  settings: Pick<SiteSettings, 'second_person_over'>,
  at: number,
): Promise<boolean> => {
  const before = await approvals.refundedSince(userId, currency, at - REFUND_DAYS * DAY_MS)
  return before + amount > secondPersonOver(settings, currency)
}

/** The limit in minor units of a currency. */
const secondPersonOver = (
  { second_person_over: limit }: Pick<SiteSettings, 'second_person_over'>,
  currency: string,
): number => limit * 10 ** placesOf(currency)

const checkedOrder = async (
  tx: Tx,
  id: string,
  { part, amount, most }: Pick<RefundOrder, 'part' | 'amount' | 'most'>,
): Promise<{ payment: PaymentRow; offer: RefundOffer } | DeskRefusal> => {
  const payment = await tx.payments.byId(id)
  const offer = payment && (await refundOffer(tx, payment))
  if (!payment || !offer) return refuseDesk('not_found')
  if (most !== undefined && most !== offer.most) return refuseDesk('changed_meanwhile')
  const agreed = part === 'amount' ? amount : offer[part]?.amount
  return agreed !== amount || amount > offer.most ? refuseDesk('changed_meanwhile') : { payment, offer }
}

type Ordering = {
  staff: number
  payment: string
  order: RefundOrder
  /** The id of the refund. */
  refund: string
  at: number
  /** The request that a second person allowed, or null. */
  approval: number | null
}

/** @returns null when it is ordered, or the reason why nothing was */
export const orderRefundIn = async (
  tx: Tx,
  { staff, payment: id, order, refund, at, approval }: Ordering,
): Promise<DeskRefusal | null> => {
  const { part, amount, reason, note } = order
  const checked = await checkedOrder(tx, id, order)
  if (isDeskRefusal(checked)) return checked
  const { payment, offer } = checked
  const credits = part === 'amount' ? 0 : await takeCredits(tx, payment, amount === offer.most, at)
  await tx.books.addRefund({ id: refund, payment: id, staff, part, reason, amount, credits, at })
  await tx.jobs.add({ kind: 'payments.refund', payload: { payment: id, refund } }, at)
  await tx.audit.add({
    staff,
    act: 'payment.refund',
    subject: { kind: 'member', id: payment.userId },
    before: { payment: id, status: payment.status, paid_back: paidBack(payment) },
    after: { payment: id, part, amount, currency: payment.currency, credits, ...(approval !== null && { approval }) },
    reason: note === '' ? reason : `${reason}: ${note}`,
    at,
  })
  return null
}

/** A full refund ends the payment and its Premium. After a partial refund the payment stays paid. */
const takeCredits = async (tx: Tx, payment: PaymentRow, isWhole: boolean, at: number): Promise<number> => {
  const before = payment.creditsTaken ?? 0
  if (isWhole && payment.status === 'completed') {
    const moved = await movePayment(tx, payment, { to: 'refunded', by: 'staff', at })
    return (moved.creditsTaken ?? 0) - before
  }
  const taken = await takeBackCredits(tx, payment, 'refund', at)
  await tx.payments.change(payment.id, { creditsTaken: before + taken })
  return taken
}

/** Withdraws in the name of a member who declared it in another way, such as by letter [PAY-11]. */
export const withdrawFor = (
  deps: Needs,
  staff: Actor,
  id: string,
  { amount, note, received_on: day }: { amount: number; note: string; received_on?: string | undefined },
): Promise<DeskRefusal | null> =>
  deps.write(async (tx) => {
    const payment = await tx.payments.byId(id)
    if (payment?.completedAt == null) return refuseDesk('not_found')
    const received = day === undefined ? null : momentOf(day, payment.completedAt, deps.now())
    if (received === 'impossible') return refuseDesk('invalid_input', { fields: { received_on: 'out_of_range' } })
    const done = await withdrawIn(tx, deps, payment, { shown: amount, by: 'staff', received })
    if (isRefusal(done))
      return refuseDesk(done.body.error === 'price_changed' ? 'changed_meanwhile' : 'withdrawal_over')
    await tx.audit.add({
      staff: staff.id,
      act: 'payment.withdraw',
      subject: { kind: 'member', id: payment.userId },
      before: { payment: id, status: payment.status },
      after: {
        payment: id,
        amount: done.withdrawal.refund,
        credits: done.withdrawal.credits_unspent,
        ...(day !== undefined && { received_on: day }),
      },
      reason: note,
      at: deps.now(),
    })
    return null
  })

/**
 * The moment of a declaration of which only the day (UTC) is known: its noon, so that it is the same day almost everywhere.
 * @returns `impossible` for a day that has not begun, or one before the purchase
 */
const momentOf = (day: string, completedAt: number, now: number): number | 'impossible' => {
  const begin = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(begin) || begin > now || begin + DAY_MS <= completedAt) return 'impossible'
  return Math.min(now, Math.max(completedAt, begin + DAY_MS / 2))
}
