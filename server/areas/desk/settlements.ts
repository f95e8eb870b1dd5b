/** Imports settlements of the provider, and compares them with our books, line by line [DESK-12]. */
import * as v from 'valibot'
import type { Settlement, SettlementDifference } from '#contract/desk/books.ts'
import { parseJson } from '#contract/json.ts'
import { placesOf } from '#contract/rules/price.ts'
import { PaymentUnavailable } from '../../adapters/payments/provider.ts'
import { SETTLEMENT_KINDS } from '../../db/schema/books.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/desk-caller.ts'
import { type DeskRefusal, type Refusal, refuse, refuseDesk } from '../../http/reply.ts'
import { settle } from '../money/settle.ts'
import type { ReadSettlement, SettlementLineRow, SettlementRow } from './money-queries.ts'

type SettlementReads = Pick<Deps['read'], 'deskMoney'>

export const importSettlements = async (
  deps: Pick<Deps, 'read' | 'write' | 'now'>,
  staff: Actor,
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
        before: before && { settlement: id, amount: before.amount },
        after: { settlement: id, amount, currency, lines: lines.length },
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

export const reconciled = async (read: SettlementReads, row: SettlementRow): Promise<Settlement> => {
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
  read: SettlementReads,
  { currency }: SettlementRow,
  { kind, reference, amount, country }: SettlementLineRow,
): Promise<SettlementDifference | null> => {
  // Erasing a payment writes its country into the line. Until then the line was compared for years, and now it has no counterpart.
  if (kind === 'fee' || country !== null) return null
  const booked = await read.deskMoney.bookedOf(reference)
  if (!booked) return { fault: 'unknown_payment', reference, payment: null, amount }
  // The provider may pay out in another currency than the payer's: the amounts cannot be compared.
  if (booked.currency !== currency) return { fault: 'currency', reference, payment: booked.id, amount: 0 }
  const ours = booked[BOOKED[kind]]
  const theirs = await read.deskMoney.settledOf(reference, kind)
  // A refund in our books may follow in a later settlement. A refund in a settlement must be in our books.
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

const Decimal = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.trim(),
  v.regex(/^-?\d{1,9}(\.\d{1,3})?$/),
)

const Line = v.object({
  settlement: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(100)),
  paid_out: v.pipe(v.string(), v.trim(), v.regex(/^20\d\d-\d\d-\d\d$/)),
  currency: v.pipe(v.string(), v.trim(), v.regex(/^[A-Z]{3}$/)),
  /** `payout` is the sum that arrived; every settlement has one. */
  kind: v.picklist([...SETTLEMENT_KINDS, 'payout']),
  reference: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
  amount: Decimal,
  fee: v.optional(v.union([v.literal(''), Decimal]), '0'),
})

/**
 * Reads settlements from text: CSV with the columns settlement, paid_out, currency, kind, reference, amount, fee, or
 * JSON with the same names. Amounts are decimals as on the provider's statement; `amount` of a refund is negative.
 * @returns the settlements, or the number of the first line (from 1) that cannot be read; 0 for the whole
 */
const settlementsFrom = (text: string): ReadSettlement[] | { line: number } => {
  const rows = text.trimStart().startsWith('[') ? jsonRows(text) : csvRows(text)
  if (rows === null || rows.length === 0) return { line: 0 }
  const settlements = new Map<string, ReadSettlement & { hasPayout: boolean }>()
  for (const [index, row] of rows.entries()) {
    const parsed = v.safeParse(Line, row)
    const paidOutAt = parsed.success ? Date.parse(`${parsed.output.paid_out}T00:00:00Z`) : Number.NaN
    if (!parsed.success || Number.isNaN(paidOutAt)) return { line: index + 1 }
    const { settlement: id, currency, kind, reference, amount, fee } = parsed.output
    const known = settlements.get(id) ?? { id, currency, paidOutAt, amount: 0, lines: [], hasPayout: false }
    if (known.currency !== currency) return { line: index + 1 }
    settlements.set(id, known)
    if (kind === 'payout') {
      known.amount = minorOf(amount, currency)
      known.hasPayout = true
    } else
      known.lines.push({
        kind,
        reference,
        amount: minorOf(amount, currency),
        fee: minorOf(fee === '' ? '0' : fee, currency),
      })
  }
  const all = [...settlements.values()]
  return all.every(({ hasPayout }) => hasPayout) ? all.map(({ hasPayout: _hasPayout, ...rest }) => rest) : { line: 0 }
}

const minorOf = (decimal: string, currency: string): number => Math.round(Number(decimal) * 10 ** placesOf(currency))

const jsonRows = (text: string): unknown[] | null => {
  const rows = parseJson(text)?.value
  return Array.isArray(rows) ? rows : null
}

/** The columns may come in any order, separated by commas or semicolons. No value contains a separator. */
const csvRows = (text: string): unknown[] | null => {
  const [head, ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (head === undefined) return null
  const separator = head.includes(';') ? ';' : ','
  const names = head.split(separator).map(unquoted)
  return lines.map((line) => {
    const values = line.split(separator).map(unquoted)
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
  })
}

const unquoted = (text: string): string => text.trim().replace(/^"(.*)"$/, '$1')
