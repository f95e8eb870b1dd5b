/**
 * Charges without the payer's action (stored method, direct debit) that the provider has not answered [PAY-5], [PAY-6].
 * Such a charge may have been made, so it neither fails nor is ordered again under another id. The order stays open, the
 * provider is asked, and the member can order nothing else until the outcome is known.
 */
import { MINUTE_MS } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'
import { movePayment } from './move-payment.ts'
import type { PaymentRow } from './payment-queries.ts'

/**
 * Until then the same order may be sent again, so this is the longest time from a tap to its charge: after a few minutes
 * nobody expects one any more. Mollie remembers its idempotency key for an hour.
 */
export const RESEND_MAX_MS = 5 * MINUTE_MS

/** After this time no request sent before `RESEND_MAX_MS` is still running: a missing order will never appear. */
const CERTAIN_MS = RESEND_MAX_MS + 5 * MINUTE_MS

const chargesAlone = ({ repeated, method }: Pick<PaymentRow, 'repeated' | 'method'>): boolean =>
  repeated || method === 'directdebit'

export const isFindingOut = (row: Pick<PaymentRow, 'status' | 'reference' | 'repeated' | 'method'>): boolean =>
  row.status === 'created' && row.reference === null && chargesAlone(row)

/**
 * Asks the provider for the charge instead of ordering it again.
 * @throws PaymentUnavailable if the provider does not answer
 */
export const findCharge = async (deps: Deps, payment: PaymentRow): Promise<PaymentRow> => {
  const { id, payerCustomer, createdAt } = payment
  if (payerCustomer === null) return payment
  const found = await deps.payments.find(id, payerCustomer)
  if (found) return takeReference(deps, payment, found.reference)
  if (deps.now() - createdAt < CERTAIN_MS) return payment
  return deps.write(async (tx) => {
    const row = (await tx.payments.byId(id)) ?? payment
    if (!isFindingOut(row)) return row
    const known = { failure: 'other', endedThere: true, ...NO_PAYER } as const
    return movePayment(tx, row, { to: 'failed', by: 'provider', at: deps.now(), with: known })
  })
}

/** Once the provider's answer is known, the payer's ids are not needed any more. */
export const NO_PAYER = { payerCustomer: null, payerMandate: null } as const

const takeReference = (deps: Deps, payment: PaymentRow, reference: string): Promise<PaymentRow> =>
  deps.write(async (tx) => {
    const row = (await tx.payments.byId(payment.id)) ?? payment
    return row.reference === null ? tx.payments.change(row.id, { reference, ...NO_PAYER }) : row
  })
