/** Compares a settlement of the provider with our books, line by line [DESK-12]. */
import type { Settlement, SettlementDifference } from '#contract/desk/books.ts'
import type { Deps } from '../../deps.ts'
import { PaymentUnavailable } from '../../adapters/payments/provider.ts'
import { refuseDesk, type DeskRefusal } from '../../http/desk-reply.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { settle } from '../money/settle.ts'
import type { SettlementLineRow, SettlementRow } from './money-queries.ts'
import { settlementsFrom } from './settlement-text.ts'

type Read = Pick<Deps['read'], 'deskMoney'>

export const importSettlements = async (
  deps: Pick<Deps, 'read' | 'write' | 'now'>,
  staff: { id: number },
  text: string,
): Promise<Settlement[] | DeskRefusal> => {
  const found = settlementsFrom(text)
  if (!Array.isArray(found)) return refuseDesk('settlement_unreadable', { line: found.line })
  await deps.write(async (tx) => {
    for (const settlement of found) {
      const { id, amount, currency, lines } = settlement
      const before = (await tx.deskMoney.settlement(id)) ?? null
      await tx.deskMoney.putSettlement(settlement, staff.id, deps.now())
      await tx.audit.add({
        staff: staff.id,
        act: 'settlement.import',
        subject: null,
        before: before && { settlement: id, amount: before.amount },
        after: { settlement: id, amount, currency, lines: lines.length },
        reason: '',
        at: deps.now(),
      })
    }
  })
  const settlements = []
  for (const { id } of found) {
    const row = await deps.read.deskMoney.settlement(id)
    if (row) settlements.push(await reconciled(deps.read, row))
  }
  return settlements
}

export const reconciled = async (read: Read, row: SettlementRow): Promise<Settlement> => {
  const lines = await read.deskMoney.linesOf(row.id)
  const stated = lines.reduce((sum, { amount, fee }) => sum + amount - fee, 0)
  const differences: SettlementDifference[] = []
  for (const line of lines) {
    const difference = await differenceOf(read, row, line)
    if (difference) differences.push(difference)
  }
  if (stated !== row.amount)
    differences.push({ fault: 'sum', reference: '', payment: null, amount: row.amount - stated })
  const difference = differences.reduce((sum, { amount }) => sum + amount, 0)
  return {
    id: row.id,
    paid_out_at: row.paidOutAt,
    currency: row.currency,
    provider: row.amount,
    ledger: row.amount - difference,
    difference,
    fees: lines.reduce((sum, { fee }) => sum + fee, 0),
    lines: lines.length,
    differences,
  }
}

const BOOKED = { payment: 'sale', refund: 'refund', chargeback: 'chargeback' } as const

const differenceOf = async (
  read: Read,
  { currency }: SettlementRow,
  { kind, reference, amount, country }: SettlementLineRow,
): Promise<SettlementDifference | null> => {
  // A line with a country was compared for years, until its payment was erased.
  if (kind === 'fee' || country !== null) return null
  const booked = await read.deskMoney.bookedOf(reference)
  if (!booked) return { fault: 'unknown_payment', reference, payment: null, amount }
  // The provider may pay out in another currency than it was paid in: then no amount can be compared.
  if (booked.currency !== currency) return { fault: 'currency', reference, payment: booked.id, amount: 0 }
  const ours = booked[BOOKED[kind]]
  const theirs = await read.deskMoney.settledOf(reference, kind)
  // A refund that we booked may be in a later settlement, but none may be here that we did not book.
  const beyond = kind === 'payment' ? theirs - ours : Math.min(0, theirs - ours)
  if (beyond === 0) return null
  const fault = ours === 0 || kind !== 'payment' ? 'not_booked' : 'amount'
  return { fault, reference, payment: booked.id, amount: kind === 'payment' ? beyond : Math.max(beyond, amount) }
}

/** Asks the provider about a payment: a refund that was made there is booked by its answer. */
export const readPaymentNow = async (
  deps: Pick<Deps, 'read' | 'write' | 'now' | 'payments' | 'log' | 'at'>,
  id: string,
): Promise<DeskRefusal | Refusal | null> => {
  if (!(await deps.read.payments.byId(id))) return refuseDesk('not_found')
  try {
    await settle(deps, id)
    return null
  } catch (error) {
    if (error instanceof PaymentUnavailable) return refuse('server_busy', { retry_after: 30 })
    throw error
  }
}
