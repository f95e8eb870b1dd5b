/**
 * A discount counts once [PAY-7]. An open order reserves its code until the provider has ended it, so no second order
 * can be paid with it. If one is paid anyway (orders of an earlier version), it is completed and refunded in full at
 * once.
 */
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import type { Tx } from '../../deps.ts'
import { movePayment } from './move-payment.ts'
import type { PaymentRow } from './payment-queries.ts'
import { codesHeldWith } from './terms.ts'

/** Call this before the payment is completed. */
export const isDiscountUsed = async (
  tx: Pick<Tx, 'discounts'>,
  settings: SiteSettings,
  { discountCode: code, userId }: PaymentRow,
): Promise<boolean> => {
  if (code === null) return false
  const codes = codesHeldWith(settings, code)
  const { byAnyone, byBuyer } = await tx.discounts.boughtUsesOf(codes, userId)
  const isRule = codes.length > 1
  const validity = isRule ? 'once-per-user' : (await tx.discounts.byCode(code))?.validity
  return validity === 'once' ? byAnyone : validity === 'once-per-user' && byBuyer
}

export const giveBackWhole = async (tx: Tx, payment: PaymentRow, at: number): Promise<PaymentRow> => {
  const known = { refunded: payment.amount, failure: 'discount_used' } as const
  const moved = await movePayment(tx, payment, { to: 'refunded', by: 'server', at, with: known })
  await tx.jobs.add({ kind: 'payments.refund', payload: { payment: payment.id } }, at)
  tx.jobWaits()
  return moved
}
