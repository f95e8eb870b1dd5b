/**
 * Refunds that the provider refused for good [DESK-12]. Asking again by itself would change nothing, so each waits in the desk's queue
 * until somebody orders it again, or has paid it in another way.
 */
import type { RefusedRefund } from '#contract/desk/member-money.ts'
import type { Queries } from '../../db/queries.ts'
import type { Tx } from '../../deps.ts'
import type { JobPayload } from '../../jobs/kinds.ts'
import { announce } from '../feed/announce.ts'
import { bookBack } from './book.ts'
import type { PaymentRow } from './payment-queries.ts'
import { paidBack, takenByBank } from './payment-view.ts'

/** @param refusal the provider's reason */
export const storeRefusal = async (
  tx: Tx,
  { payment: id, refund }: JobPayload<'payments.refund'>,
  refusal: string,
  at: number,
): Promise<void> => {
  await change(tx, id, refund ?? null, { at, refusal })
  const payment = await tx.payments.byId(id)
  // The member's page no longer says that the money is on its way.
  if (payment) await announce(tx, payment.userId, 'user', 0)
  tx.deskChanged('queue')
}

const change = async (
  tx: Tx,
  payment: string,
  refund: string | null,
  refused: { at: number; refusal: string } | null,
): Promise<void> => {
  const [at, refusal] = refused ? [refused.at, refused.refusal] : [null, null]
  if (refund === null) await tx.payments.change(payment, { refundRefusedAt: at, refundRefusal: refusal })
  else await tx.books.changeRefund(refund, { refusedAt: at, refusal })
}

/**
 * The refused refunds of a payment that nobody has settled yet: that of a withdrawal, and those that the desk ordered. What has gone back
 * meanwhile in another way, such as by the bank, is not owed any more.
 */
export const refusedRefunds = async (
  { books }: Pick<Queries, 'books'>,
  payment: PaymentRow,
): Promise<RefusedRefund[]> => {
  const { id, refunded, refundRefusedAt, refundRefusal } = payment
  const left = Math.max(0, payment.amount - paidBack(payment) - takenByBank(payment))
  const orders = (await books.refunds(id)).map((order) => ({ ...order, refund: order.id }))
  const own = { refund: null, amount: refunded ?? 0, refusedAt: refundRefusedAt, refusal: refundRefusal }
  return [own, ...orders].flatMap(({ refund, amount, refusedAt, refusal }) =>
    refusedAt === null ? [] : [{ refund, amount: Math.min(amount, left), at: refusedAt, reason: refusal ?? '' }],
  )
}

type SettledRefund = Pick<RefusedRefund, 'refund' | 'amount'>

/** The provider is asked again. A repeated key is the same refund, so nothing is paid twice. */
export const orderAgain = async (tx: Tx, payment: PaymentRow, { refund }: SettledRefund, at: number): Promise<void> => {
  await change(tx, payment.id, refund, null)
  const payload = { payment: payment.id, ...(refund !== null && { refund }) }
  await tx.jobs.add({ kind: 'payments.refund', payload }, at)
  await announce(tx, payment.userId, 'user', 0)
}

/** The operator has paid it in another way: from now on it is in the books like every refund, with a credit note of its own. */
export const bookPaidOtherwise = async (
  tx: Tx,
  payment: PaymentRow,
  { refund, amount }: SettledRefund,
  at: number,
): Promise<void> => {
  await change(tx, payment.id, refund, null)
  await bookBack(tx, payment, { kind: 'refund', more: amount, refund, at })
  if (refund !== null) await tx.books.changeRefund(refund, { doneAt: at })
  await tx.payments.change(payment.id, { refundedOtherwise: payment.refundedOtherwise + amount })
  await announce(tx, payment.userId, 'user', 0)
}

/** Nothing is owed any more. What the member has lost with it stays taken. */
export const dropRefund = async (tx: Tx, payment: PaymentRow, { refund }: SettledRefund, at: number): Promise<void> => {
  await change(tx, payment.id, refund, null)
  if (refund !== null) await tx.books.changeRefund(refund, { amount: 0, doneAt: at })
  else await tx.payments.change(payment.id, { refunded: 0 })
  await announce(tx, payment.userId, 'user', 0)
}
