/**
 * Reads settlements from text: CSV with the columns settlement, paid_out, currency, kind, reference, amount, fee, or
 * JSON with the same names. Amounts are decimals as on the provider's statement; `amount` of a refund is negative.
 */
import * as v from 'valibot'
import { parseJson } from '#contract/json.ts'
import { placesOf } from '#contract/rules/price.ts'
import { SETTLEMENT_KINDS } from '../../db/schema/books.ts'

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

export type ReadSettlement = {
  id: string
  currency: string
  paidOutAt: number
  amount: number
  lines: { kind: (typeof SETTLEMENT_KINDS)[number]; reference: string; amount: number; fee: number }[]
}

/** @returns the settlements, or the number of the first line (from 1) that cannot be read; 0 for the whole */
export const settlementsFrom = (text: string): ReadSettlement[] | { line: number } => {
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
