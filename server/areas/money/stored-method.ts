/** How a member may pay with one tap: kept where they said so, given up whenever they say so [PAY-6]. */
import type { Mandate } from '../../adapters/payments/provider.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { PaymentRow, StoredMethodRow } from './payment-queries.ts'

/** To be called with a completed payment, and what the provider stored in the course of it. */
export const keepMethod = async (
  tx: Tx,
  { userId, provider, credits, remember, repeated }: PaymentRow,
  mandate: Mandate | null,
  at: number,
): Promise<void> => {
  const known = await tx.payments.storedMethod(userId)
  // The next tap buys what was bought last.
  if (repeated && known) return tx.payments.storeMethod({ ...known, credits, at })
  if (!remember || !mandate) return
  await tx.payments.storeMethod({ ...mandate, userId, provider, credits, at })
  // The customer is the same where the provider was told of them: forgetting it would take the new mandate along.
  if (known && known.customer !== mandate.customer) await forgetThere(tx, known, at)
}

/** @returns whether there was any */
export const forgetMethod = async (tx: Tx, member: number, at: number): Promise<boolean> => {
  const known = await tx.payments.forgetMethod(member)
  if (known) await forgetThere(tx, known, at)
  return known !== undefined
}

/** Of a member no more is known where it runs: an account that is gone leaves nothing there either. */
const forgetThere = async (tx: Tx, { provider, customer, mandate }: StoredMethodRow, at: number): Promise<void> => {
  await tx.jobs.add({ kind: 'payments.forget', payload: { provider, customer, mandate } }, at)
  tx.jobWaits()
}

export const forgetStored = ({ write, now }: Pick<Deps, 'write' | 'now'>, member: number): Promise<boolean> =>
  write((tx) => forgetMethod(tx, member, now()))
