/** Withdraws from a purchase, once, for the refund that the member was shown [PAY-11]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { unspentOf } from './credit-lots.ts'
import { movePayment } from './move-payment.ts'
import { paymentFrom } from './payment-view.ts'
import { withdrawalFrom } from './withdrawal-view.ts'

export const withdraw = (
  deps: Pick<Deps, 'write' | 'settings' | 'now'>,
  member: number,
  id: string,
  shown: number,
): Promise<CallAnswer<'transactions.withdraw'> | Refusal> =>
  deps.write(async (tx) => {
    const payment = await tx.payments.byId(id)
    if (payment?.userId !== member) return refuse('not_found')
    const at = deps.now()
    const { refund_days: days } = deps.settings()
    const preview = withdrawalFrom(payment, unspentOf(await tx.money.moves(member), id), days, at)
    // A repeat gets the same answer.
    if (preview && preview.declared_at !== null) return { payment: paymentFrom(payment), withdrawal: preview }
    if (!preview?.possible) return refuse('withdrawal_over')
    const { refund, credits_unspent, credits_spent } = preview
    if (refund !== shown) return refuse('price_changed', { price: refund, currency: payment.currency })

    const moved = await movePayment(tx, payment, {
      to: 'refunded',
      by: 'member',
      at,
      with: { withdrawnAt: at, refunded: refund },
    })
    await tx.jobs.add({ kind: 'payments.refund', payload: { payment: id } }, at)
    await tx.jobs.add({ kind: 'mail.withdrawal', payload: { payment: id } }, at)
    tx.jobWaits()
    const withdrawal = { ...preview, possible: false, refund, credits_unspent, credits_spent, declared_at: at }
    return { payment: paymentFrom(moved), withdrawal }
  })
