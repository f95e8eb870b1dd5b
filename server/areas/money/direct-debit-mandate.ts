/** The mandate of a direct debit that its payer has confirmed, signed at the provider. */
import type { Deps } from '../../deps.ts'
import type { PaymentRow } from './payment-queries.ts'
import type { Payer } from './place-order.ts'

/**
 * Told again it is the same mandate there.
 * @returns null where the payer has not confirmed it, or is gone
 * @throws PaymentUnavailable
 */
export const signedPayer = async (
  { read, payments }: Pick<Deps, 'read' | 'payments'>,
  payment: Pick<PaymentRow, 'id'>,
): Promise<Payer | null> => {
  const row = await read.directDebits.directDebit(payment.id)
  const person = row && (await read.notices.person(row.userId))
  if (!row || !person || row.confirmedAt === null) return null
  return payments.signMandate({
    id: row.id,
    accountHolder: row.accountHolder,
    iban: row.iban,
    reference: row.mandate,
    signedAt: row.confirmedAt,
    email: person.email,
  })
}
