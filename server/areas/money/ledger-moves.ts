/** What a payment does to the ledger and to Premium, in the transaction that moves it [PAY-1], [PAY-3]. */
import type { Tx } from '../../deps.ts'
import { announce } from '../feed/announce.ts'
import type { PaymentRow } from './payment-queries.ts'

type Needs = Pick<Tx, 'money' | 'payments' | 'feed' | 'changed'>
type Moved = Pick<PaymentRow, 'id' | 'userId' | 'credits'>

/** Gives the credits of a completed payment; said again it changes nothing. */
export const grant = async (tx: Needs, { id, userId, credits }: Moved, at: number): Promise<void> => {
  await tx.money.addEntry({ userId, amount: credits, reason: 'purchase', reference: id, at })
  await tellPremium(tx, userId)
}

/**
 * Takes back what is left: never more than the payment gave, nor than the member has.
 * @returns the credits that were taken
 */
export const takeBack = async (
  tx: Needs,
  { id, userId, credits }: Moved,
  reason: 'refund' | 'chargeback',
  at: number,
): Promise<number> => {
  const balance = (await tx.money.balance(userId)) ?? 0
  const taken = Math.min(balance, credits - (await tx.payments.takenBack(userId, id)))
  if (taken > 0) await tx.money.addEntry({ userId, amount: -taken, reason, reference: id, at })
  await tellPremium(tx, userId)
  return taken
}

/** The account is the member's Premium and balance: every open device hears that it changed. */
const tellPremium = async (tx: Needs, member: number): Promise<void> => {
  await tx.payments.refreshPaid(member)
  await announce(tx, member, 'user', 0)
}
