/** The effect of a payment on ledger and Premium, in the transaction that moves it [PAY-1], [PAY-3]. */
import type { Tx } from '../../deps.ts'
import { announce } from '../feed/announce.ts'
import { unspentOf } from './credit-lots.ts'
import type { PaymentRow } from './payment-queries.ts'

type Needs = Pick<Tx, 'money' | 'payments' | 'feed' | 'changed'>
type Moved = Pick<PaymentRow, 'id' | 'userId' | 'credits'>

/** Adds the credits of a completed payment; a repeat changes nothing. */
export const grant = async (tx: Needs, { id, userId, credits }: Moved, at: number): Promise<void> => {
  await tx.money.addEntry({ userId, amount: credits, reason: 'purchase', reference: id, at })
  await announcePremium(tx, userId)
}

/**
 * Takes back the unspent credits of this payment, and none of another one. Credits that were spent before a chargeback
 * stay spent: the balance never goes below zero, and a later purchase does not pay for them.
 * @returns the number of credits taken
 */
export const takeBack = async (
  tx: Needs,
  { id, userId }: Moved,
  reason: 'refund' | 'chargeback',
  at: number,
): Promise<number> => {
  const taken = unspentOf(await tx.money.moves(userId), id)
  if (taken > 0) await tx.money.addEntry({ userId, amount: -taken, reason, reference: id, at })
  await announcePremium(tx, userId)
  return taken
}

/** Premium and balance are parts of the account, so every open device gets a change of it. */
const announcePremium = async (tx: Needs, member: number): Promise<void> => {
  await tx.payments.refreshPaid(member)
  await announce(tx, member, 'user', 0)
}
