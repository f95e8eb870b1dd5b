/** The only place that changes a payment's status: as the state machine allows, with all effects [PAY-5]. */
import type { PaymentStatus } from '#contract/entities/money.ts'
import { canBecome } from '#contract/rules/payment-state.ts'
import type { Tx } from '../../deps.ts'
import { announce } from '../feed/announce.ts'
import { chargedBackOf, takingReference, unspentOf } from './credit-lots.ts'
import type { NewPayment, PaymentRow, TransitionRow } from './payment-queries.ts'

type Step = {
  to: PaymentStatus
  by: TransitionRow['by']
  at: number
  /** Further columns that this step sets. */
  with?: Partial<NewPayment>
}

/**
 * Payers who return to the open page see the result there. The push is sent only if they have not returned by then.
 */
const BACK_AFTER_MS = 10_000

/** @returns the moved payment, or the unchanged one if the step is not allowed from its status */
export const movePayment = async (tx: Tx, payment: PaymentRow, step: Step): Promise<PaymentRow> =>
  // Only `endChargeback` leads back from a chargeback.
  payment.status === 'charged_back' || !canBecome(payment.status, step.to) ? payment : makeStep(tx, payment, step)

const makeStep = async (tx: Tx, payment: PaymentRow, step: Step): Promise<PaymentRow> => {
  const { to, by, at } = step
  const change = { ...step.with, ...(await ofStatus(tx, payment, step)), status: to, changedAt: at }
  const moved = await tx.payments.change(payment.id, change)
  tx.happened('payment_changed', { kind: to })
  await tx.payments.addTransition({ payment: payment.id, before: payment.status, after: to, by, at })
  return payment.status === 'charged_back' ? restore(tx, moved, at) : follow(tx, moved, step)
}

/** The payment has again the status from before its chargeback: the money is there again. */
export const endChargeback = async (
  tx: Tx,
  payment: PaymentRow,
  { by, at }: Pick<Step, 'by' | 'at'>,
): Promise<PaymentRow> => {
  const move = (await tx.payments.transitions(payment.id)).findLast(({ after }) => after === 'charged_back')
  const to = move?.before === 'refunded' ? 'refunded' : 'completed'
  return canBecome(payment.status, to) ? makeStep(tx, payment, { to, by, at }) : payment
}

const ofStatus = async (
  tx: Tx,
  { completedAt }: PaymentRow,
  { to, at }: Pick<Step, 'to' | 'at'>,
): Promise<Partial<NewPayment>> => {
  // A payment has one invoice, also after a chargeback that was won.
  if (to === 'completed' && completedAt === null)
    return { completedAt: at, invoice: await tx.payments.nextInvoice(), checkoutUrl: null, failure: null }
  return to === 'pending' ? {} : { checkoutUrl: null }
}

const follow = async (tx: Tx, payment: PaymentRow, { to, by, at }: Step): Promise<PaymentRow> => {
  const { id, userId: member } = payment
  switch (to) {
    case 'completed':
      await grant(tx, payment, at)
      await tx.jobs.add({ kind: 'mail.purchase', payload: { payment: id } }, at)
      await pushSoon(tx, payment, at)
      break
    case 'refunded':
    case 'charged_back': {
      const taken = await takeBackCredits(tx, payment, to === 'refunded' ? 'refund' : 'chargeback', at)
      return tx.payments.change(id, { creditsTaken: (payment.creditsTaken ?? 0) + taken })
    }
    case 'failed':
      if (by === 'provider') await pushSoon(tx, payment, at)
      await announce(tx, member, 'user', 0)
      break
    case 'created':
    case 'pending':
    case 'cancelled':
    case 'expired':
      // The waiting page then reads the payment again.
      await announce(tx, member, 'user', 0)
  }
  return payment
}

const pushSoon = async (tx: Tx, { id, userId: member }: PaymentRow, at: number): Promise<void> => {
  await tx.jobs.add({ kind: 'push.payment', payload: { payment: id, member }, runAt: at + BACK_AFTER_MS }, at)
}

type Needs = Pick<Tx, 'money' | 'payments' | 'feed' | 'changed'>
type MovedPayment = Pick<PaymentRow, 'id' | 'userId' | 'credits'>

/** Adds the credits of a completed payment; a repeat changes nothing. */
const grant = async (tx: Needs, { id, userId, credits }: MovedPayment, at: number): Promise<void> => {
  await tx.money.addEntry({ userId, amount: credits, reason: 'purchase', reference: id, at })
  await announcePremium(tx, userId)
}

/**
 * Takes back the unspent credits of this payment, and none of another one. Credits that were spent before a chargeback
 * stay spent: the balance never goes below zero, and a later purchase does not pay for them.
 * @returns the number of credits taken
 */
export const takeBackCredits = async (
  tx: Needs,
  { id, userId }: MovedPayment,
  reason: 'refund' | 'chargeback',
  at: number,
): Promise<number> => {
  const moves = await tx.money.moves(userId)
  const taken = unspentOf(moves, id)
  const reference = takingReference(moves, id)
  if (taken > 0) await tx.money.addEntry({ userId, amount: -taken, reason, reference, at })
  await announcePremium(tx, userId)
  return taken
}

/** Gives back what the chargeback took. The ledger says how much, so a repeat gives nothing. */
const restore = async (tx: Tx, payment: PaymentRow, at: number): Promise<PaymentRow> => {
  const { id, userId, creditsTaken } = payment
  const moves = await tx.money.moves(userId)
  const given = chargedBackOf(moves, id)
  const reference = takingReference(moves, id)
  if (given > 0) await tx.money.addEntry({ userId, amount: given, reason: 'chargeback', reference, at })
  if (payment.status === 'completed') {
    await tx.jobs.add({ kind: 'mail.chargeback_won', payload: { payment: id, credits: given } }, at)
  }
  await announcePremium(tx, userId)
  return tx.payments.change(id, { creditsTaken: (creditsTaken ?? 0) - given })
}

/** Premium and balance are parts of the account, so every open device gets a change of it. */
const announcePremium = async (tx: Needs, member: number): Promise<void> => {
  await tx.payments.refreshPaid(member)
  await announce(tx, member, 'user', 0)
}
