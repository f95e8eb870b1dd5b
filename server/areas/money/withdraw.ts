/** Withdraws from a purchase, once, for the refund that the member was shown [PAY-11]. */
import type { CallAnswer } from '#contract/calls.ts'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { ALL_DOMAINS } from '../../settings.ts'
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

/**
 * The same inside a transaction, also for the desk in a member's name [DESK-12].
 * @param received when the declaration was received, if that was earlier: it decides whether the withdrawal is in time
 */
export const withdrawIn = async (
  tx: Tx,
  deps: Pick<Deps, 'at' | 'now'>,
  payment: PaymentRow,
  { shown, by, received = null }: { shown: number; by: 'member' | 'staff'; received?: number | null },
): Promise<CallAnswer<'transactions.withdraw'> | Refusal> => {
  const { id } = payment
  const at = deps.now()
  const declaredAt = received ?? at
  const days = await refundDaysOf(tx, deps, payment)
  const unspent = unspentOf(await tx.money.moves(payment.userId), id)
  const preview = withdrawalFrom(await withOpenRefunds(tx, payment), unspent, days, declaredAt)
  // A repeat gets the same answer.
  if (preview && preview.declared_at !== null) return { payment: paymentFrom(payment), withdrawal: preview }
  if (!preview?.possible) return refuse('withdrawal_over')
  const { refund, credits_unspent, credits_spent } = preview
  if (refund !== shown) return refuse('price_changed', { price: refund, currency: payment.currency })

  const moved = await movePayment(tx, payment, {
    to: 'refunded',
    by,
    at,
    with: { withdrawnAt: declaredAt, refunded: refund },
  })
  await tx.jobs.add({ kind: 'payments.refund', payload: { payment: id } }, at)
  const byDay = received === null ? {} : ({ by_day: true } as const)
  await tx.jobs.add({ kind: 'mail.withdrawal', payload: { payment: id, ...byDay } }, at)
  const withdrawal = { ...preview, possible: false, refund, credits_unspent, credits_spent, declared_at: declaredAt }
  return { payment: paymentFrom(moved), withdrawal }
}

/** More changes of the setting than this are not read. */
const CHANGES = 100

/**
 * The days of withdrawal from a purchase: the most that counted at its domain since the order, because its form and its
 * receipt promised them [PAY-11], [SITE-15].
 */
export const refundDaysOf = async (
  { settingChanges, site }: Pick<Queries, 'settingChanges' | 'site'>,
  { at }: Pick<Deps, 'at'>,
  payment: Pick<PaymentRow, 'domain' | 'createdAt'>,
): Promise<number> => {
  const { domain, refund_days: now } = at(payment.domain).settings()
  const changes = await settingChanges.of('refund_days', CHANGES, payment.createdAt)
  if (changes.length === 0) return now
  const rows = (await site.settingRows(domain)).filter(({ key }) => key === 'refund_days')
  const stored = new Map(rows.map((row) => [row.domain, row.value]))
  // From the newest change back to the order.
  const counted = changes.map(({ domain: changed, before }) => {
    if (before === null) stored.delete(changed)
    else stored.set(changed, before.value)
    return Number(stored.get(domain) ?? stored.get(ALL_DOMAINS) ?? DEFAULT_SITE_SETTINGS.refund_days)
  })
  return Math.max(now, ...counted)
}

/** The payment as it will be once the provider has confirmed the refunds that the desk ordered. */
export const withOpenRefunds = async ({ books }: Pick<Queries, 'books'>, payment: PaymentRow): Promise<PaymentRow> => {
  const open = (await books.refunds(payment.id)).filter(({ doneAt }) => doneAt === null)
  return { ...payment, refundedThere: open.reduce((sum, { amount }) => sum + amount, payment.refundedThere) }
}
