/** Signs a confirmed mandate at the provider, and debits it once. */
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../http/reply.ts'
import type { PaymentRow } from './payment-queries.ts'
import { failUntold, orUnavailable, placeOrder, type Payer } from './place-order.ts'

/** A repeat uses the same mandate and the same order at the provider. */
export const debitSigned = async (deps: Deps, payment: PaymentRow): Promise<PaymentRow | Refusal> => {
  const payer = await signedPayer(deps, payment).catch(orUnavailable)
  return payer ? placeOrder(deps, payment, payer) : failUntold(deps, payment)
}

/** @returns null if the payer has not confirmed it, or is gone */
const signedPayer = async ({ read, payments }: Deps, { id }: PaymentRow): Promise<Payer | null> => {
  const row = await read.directDebits.directDebit(id)
  const person = row && (await read.notices.person(row.userId))
  if (!row || !person || row.confirmedAt === null) return null
  return payments.signMandate({
    id,
    accountHolder: row.accountHolder,
    iban: row.iban,
    reference: row.mandate,
    signedAt: row.confirmedAt,
    email: person.email,
  })
}
