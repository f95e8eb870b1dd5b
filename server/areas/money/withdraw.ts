/** Withdraws from a purchase, once, for the refund that the member was shown [PAY-11]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { unspentOf } from './credit-lots.ts'
import { movePayment } from './move-payment.ts'
import type { PaymentRow } from './payment-queries.ts'
import { paymentFrom, withdrawalFrom } from './payment-view.ts'

export const withdraw = (
  deps: Pick<Deps, 'write' | 'at' | 'now'>,
  member: number,
  id: string,
  shown: number,
): Promise<CallAnswer<'transactions.withdraw'> | Refusal> =>
  deps.write(async (tx) => {
    const payment = await tx.payments.byId(id)
    return payment?.userId === member ? withdrawIn(tx, deps, payment, { shown, by: 'member' }) : refuse('not_found')
  })

/** The same inside a transaction, also for the desk in a member's name [DESK-12]. */
export const withdrawIn = async (
  tx: Tx,
  deps: Pick<Deps, 'at' | 'now'>,
  payment: PaymentRow,
  { shown, by }: { shown: number; by: 'member' | 'staff' },
): Promise<CallAnswer<'transactions.withdraw'> | Refusal> => {
  const { id } = payment
  const at = deps.now()
  // The receipt promised the days of the domain of the purchase [SITE-15].
  const { refund_days: days } = deps.at(payment.domain).settings()
  const unspent = unspentOf(await tx.money.moves(payment.userId), id)
  const preview = withdrawalFrom(await withOpenRefunds(tx, payment), unspent, days, at)
  // A repeat gets the same answer.
  if (preview && preview.declared_at !== null) return { payment: paymentFrom(payment), withdrawal: preview }
  if (!preview?.possible) return refuse('withdrawal_over')
  const { refund, credits_unspent, credits_spent } = preview
  if (refund !== shown) return refuse('price_changed', { price: refund, currency: payment.currency })

  const moved = await movePayment(tx, payment, {
    to: 'refunded',
    by,
    at,
    with: { withdrawnAt: at, refunded: refund },
  })
  await tx.jobs.add({ kind: 'payments.refund', payload: { payment: id } }, at)
  await tx.jobs.add({ kind: 'mail.withdrawal', payload: { payment: id } }, at)
  tx.jobWaits()
  const withdrawal = { ...preview, possible: false, refund, credits_unspent, credits_spent, declared_at: at }
  return { payment: paymentFrom(moved), withdrawal }
}

/** The payment as it will be once the provider has confirmed the refunds that the desk ordered. */
export const withOpenRefunds = async ({ books }: Pick<Queries, 'books'>, payment: PaymentRow): Promise<PaymentRow> => {
  const open = (await books.refunds(payment.id)).filter(({ doneAt }) => doneAt === null)
  return { ...payment, refundedThere: open.reduce((sum, { amount }) => sum + amount, payment.refundedThere) }
}
