/** The books of a month: amounts by country, settlements of the provider, unspent credits; and the calls about them [DESK-12]. */
import * as v from 'valibot'
import { Count, Timestamp } from '../fields.ts'
import type { DeskCall } from './call.ts'
import { MONEY, SignedCount } from './member-money.ts'

/** The amounts of a month, in the order of its tables. */
export const MONTH_AMOUNTS = ['gross', 'refunds', 'chargebacks', 'vat', 'net', 'fees'] as const

/** A month of one country, currency and VAT rate. `net` + `vat` = `gross` + `refunds` + `chargebacks`. */
export const MonthRow = v.object({
  country: v.string(),
  currency: v.string(),
  vat_percentage: v.nullable(v.number()),
  payments: Count,
  gross: Count,
  refunds: SignedCount,
  chargebacks: SignedCount,
  vat: SignedCount,
  net: SignedCount,
  fees: SignedCount,
})
export type MonthRow = v.InferOutput<typeof MonthRow>

export const SETTLEMENT_FAULTS = ['unknown_payment', 'amount', 'not_booked', 'sum', 'currency'] as const

export const SettlementDifference = v.object({
  fault: v.picklist(SETTLEMENT_FAULTS),
  /** The provider's id of the payment, and ours if it is known. */
  reference: v.string(),
  payment: v.nullable(v.string()),
  /** The part of the provider's amount that our books do not have. */
  amount: SignedCount,
})
export type SettlementDifference = v.InferOutput<typeof SettlementDifference>

export const Settlement = v.object({
  id: v.string(),
  paid_out_at: Timestamp,
  currency: v.string(),
  provider: SignedCount,
  ledger: SignedCount,
  difference: SignedCount,
  fees: SignedCount,
  lines: Count,
  differences: v.array(SettlementDifference),
})
export type Settlement = v.InferOutput<typeof Settlement>

export const MoneyMonth = v.object({
  /** YYYY-MM (UTC). */
  month: v.string(),
  rows: v.array(MonthRow),
  /** The same by currency: amounts of different currencies are never added. */
  sums: v.array(v.omit(MonthRow, ['country', 'vat_percentage'])),
  settlements: v.array(Settlement),
  /** Sales of the month that are in no settlement yet. */
  unsettled: v.array(v.object({ currency: v.string(), amount: SignedCount, payments: Count })),
})
export type MoneyMonth = v.InferOutput<typeof MoneyMonth>

/** Credits that members had not spent at a time. */
export const UnspentCredits = v.object({
  at: Timestamp,
  credits: Count,
  /** The bought ones with their price; `free` is the rest. */
  bought: v.array(v.object({ currency: v.string(), credits: Count, sold_for: Count })),
  free: Count,
  /** All credits that the desk has given until then, spent or not. */
  goodwill: Count,
  /** Bought more than three years before. */
  old: Count,
})
export type UnspentCredits = v.InferOutput<typeof UnspentCredits>

const Month = v.pipe(v.string('required'), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'invalid'))

export const booksCalls = {
  'money.month': {
    method: 'GET',
    path: 'money/:month',
    roles: MONEY,
    params: v.object({ month: Month }),
    response: MoneyMonth,
    errors: [],
  },
  'money.month_csv': {
    method: 'GET',
    path: 'money/:month/csv',
    roles: MONEY,
    params: v.object({ month: Month }),
    response: 'file',
    errors: [],
  },
  /** Unspent credits at the end of a month, or now for the current one. */
  'money.unspent': {
    method: 'GET',
    path: 'money/:month/unspent',
    roles: MONEY,
    params: v.object({ month: Month }),
    response: UnspentCredits,
    errors: [],
  },
  /** Imports a settlement of the provider (`docs/payments.md` has the form). The same settlement again replaces it. */
  'money.import_settlement': {
    method: 'POST',
    path: 'settlements',
    roles: MONEY,
    body: v.object({ text: v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(60_000, 'too_long')) }),
    response: v.object({ settlements: v.array(Settlement) }),
    errors: ['settlement_unreadable'],
  },
} as const satisfies Record<string, DeskCall>
