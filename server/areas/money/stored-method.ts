/** The stored method for one-tap payments: stored with the member's consent, deleted at their request [PAY-6]. */
import type { Mandate } from '../../adapters/payments/provider.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { PaymentRow, StoredMethodRow } from './payment-queries.ts'

/** Call this with a completed payment and the mandate that the provider stored for it. */
export const storeMethodOf = async (
  tx: Tx,
  { userId, provider, credits, remember, repeated }: PaymentRow,
  mandate: Mandate | null,
  at: number,
): Promise<void> => {
  const known = await tx.payments.storedMethod(userId)
  // The next tap buys the package of the last purchase.
  if (repeated && known) return tx.payments.storeMethod({ ...known, credits, at })
  if (!remember || !mandate) return
  await tx.payments.storeMethod({ ...mandate, userId, provider, credits, at })
  // If the customer is the same, deleting it at the provider would also delete the new mandate.
  if (known && known.customer !== mandate.customer) await forgetAtProvider(tx, known, at)
}

/** @returns whether there was a stored method */
export const forgetMethod = async (tx: Tx, member: number, at: number): Promise<boolean> => {
  const known = await tx.payments.forgetMethod(member)
  if (known) await forgetAtProvider(tx, known, at)
  return known !== undefined
}

/** The job gets all ids, because a deleted account has no row to read them from. */
const forgetAtProvider = async (
  tx: Tx,
  { provider, customer, mandate }: StoredMethodRow,
  at: number,
): Promise<void> => {
  await tx.jobs.add({ kind: 'payments.forget', payload: { provider, customer, mandate } }, at)
  tx.jobWaits()
}

export const forgetStored = ({ write, now }: Pick<Deps, 'write' | 'now'>, member: number): Promise<boolean> =>
  write((tx) => forgetMethod(tx, member, now()))
