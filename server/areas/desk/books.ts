/** A month of money: by country and currency, with the provider's settlements reconciled to the cent [DESK-12]. */
import {
  MONTH_AMOUNTS,
  type booksCalls,
  type MoneyMonth,
  type MonthRow,
  type UnspentCredits,
} from '#contract/desk/books.ts'
import { decimalOf } from '#contract/rules/price.ts'
import type { Deps } from '../../deps.ts'
import { isDeskRefusal } from '../../http/reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { creditLots } from '../money/credit-lots.ts'
import type { PaymentRow } from '../money/payment-queries.ts'
import { unrefunded } from '../money/payment-view.ts'
import { csvOf, exportReport } from './csv.ts'
import { importSettlements, reconciled } from './settlements.ts'

type BookReads = Pick<Deps, 'read'>

/** The first moment of a month (UTC) and that of the next one. */
const monthSpan = (month: string): { from: number; to: number } => {
  const from = new Date(`${month}-01T00:00:00Z`)
  return { from: from.getTime(), to: Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1) }
}

export const moneyMonth = async ({ read }: BookReads, month: string): Promise<MoneyMonth> => {
  const { from, to } = monthSpan(month)
  const fees = await read.deskMoney.feesBetween(from, to)
  const booked = await read.deskMoney.bookedBetween(from, to)
  const rows = withFees(booked, fees)
  const settlements = []
  for (const settlement of await read.deskMoney.settlementsBetween(from, to))
    settlements.push(await reconciled(read, settlement))
  return { month, rows, sums: sumsOf(rows), settlements, unsettled: await read.deskMoney.unsettledBetween(from, to) }
}

type Fee = { country: string; currency: string; fees: number }

/** A country with two VAT rates in a month has two rows; its fees are in the first one. */
const withFees = (booked: Omit<MonthRow, 'fees'>[], fees: readonly Fee[]): MonthRow[] => {
  const left = new Map(fees.map((fee) => [`${fee.country} ${fee.currency}`, fee]))
  const rows = booked.map((row): MonthRow => {
    const key = `${row.country} ${row.currency}`
    const fee = left.get(key)?.fees ?? 0
    left.delete(key)
    return { ...row, fees: fee }
  })
  const others = [...left.values()].filter((fee) => fee.fees !== 0)
  return [...rows, ...others.map((fee) => ({ ...NOTHING, ...fee, vat_percentage: null }))]
}

const NOTHING = { payments: 0, gross: 0, refunds: 0, chargebacks: 0, vat: 0, net: 0 }
const COUNTED = ['payments', 'gross', 'refunds', 'chargebacks', 'vat', 'net', 'fees'] as const

const sumsOf = (rows: readonly MonthRow[]): MoneyMonth['sums'] => {
  const sums = new Map<string, MoneyMonth['sums'][number]>()
  for (const row of rows) {
    const sum = sums.get(row.currency) ?? { ...NOTHING, fees: 0, currency: row.currency }
    for (const name of COUNTED) sum[name] += row[name]
    sums.set(row.currency, sum)
  }
  return [...sums.values()]
}

const THREE_YEARS_MS = 3 * 365 * 86_400_000
const BATCH = 50

/** Walks the ledger of every member in batches, so that requests run in between. A batch is three statements, for any number of members. */
export const unspentCredits = async (
  { read, pause, now }: Pick<Deps, 'read' | 'pause' | 'now'>,
  month: string,
): Promise<UnspentCredits> => {
  const before = Math.min(monthSpan(month).to, now() + 1)
  const at = before - 1
  const answer: UnspentCredits = { at, credits: 0, bought: [], free: 0, goodwill: 0, old: 0 }
  const bought = new Map<string, { currency: string; credits: number; sold: number }>()
  const addBought = (row: PaymentRow, left: number): void => {
    const sum = bought.get(row.currency) ?? { currency: row.currency, credits: 0, sold: 0 }
    sum.credits += left
    // A refund lowers the price of the credits that are left; those that it took are paid for.
    const { credits, amount, taken } = unrefunded(row)
    sum.sold += (amount * left) / Math.max(credits - taken, left)
    bought.set(row.currency, sum)
    if (row.completedAt !== null && row.completedAt < at - THREE_YEARS_MS) answer.old += left
  }
  const addMembers = async (members: readonly number[]): Promise<void> => {
    const moves = await read.deskMoney.movesBefore(members, before)
    answer.goodwill += moves.reduce((sum, { reason, amount }) => sum + (reason === 'goodwill' ? amount : 0), 0)
    const lots = [...Map.groupBy(moves, ({ member }) => member).values()]
      .flatMap((own) => creditLots(own))
      .filter(({ left }) => left !== 0)
    const ids = lots.flatMap(({ payment }) => payment ?? [])
    const rows = new Map(ids.length === 0 ? [] : (await read.deskMoney.paymentsOf(ids)).map((row) => [row.id, row]))
    for (const { payment, left } of lots) {
      answer.credits += left
      const row = payment === null ? undefined : rows.get(payment)
      if (row) addBought(row, left)
      else answer.free += left
    }
  }
  for (let after = 0; ;) {
    const members = await read.deskMoney.membersWithLedger(after, BATCH)
    const last = members.at(-1)
    if (last === undefined) break
    await addMembers(members)
    after = last
    await pause(0)
  }
  answer.bought = [...bought.values()].map(({ sold, ...sum }) => ({ ...sum, sold_for: Math.round(sold) }))
  return answer
}

export const booksRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof booksCalls> => {
  return {
    'money.month': ({ params }) => moneyMonth(deps, params.month),
    'money.month_csv': ({ params: { month } }, staff) => {
      const csv = async () => monthCsv(await moneyMonth(deps, month))
      return exportReport(deps, staff, { month }, { name: `money-${month}.csv`, csv })
    },
    'money.unspent': ({ params }) => unspentCredits(deps, params.month),
    'money.import_settlement': async ({ body }, staff) => {
      const settlements = await importSettlements(deps, staff, body.text)
      return isDeskRefusal(settlements) ? settlements : { settlements }
    },
  }
}

const monthCsv = ({ month, rows }: MoneyMonth): string =>
  csvOf(
    ['month', 'country', 'currency', 'vat_percentage', 'payments', ...MONTH_AMOUNTS],
    rows.map((row) => [
      month,
      row.country,
      row.currency,
      row.vat_percentage,
      row.payments,
      ...MONTH_AMOUNTS.map((name) => decimalOf(row[name], row.currency)),
    ]),
  )
