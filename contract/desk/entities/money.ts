/** Money at the desk [DESK-12]. Amounts are whole minor units (cents) of a currency. */
import * as v from 'valibot'
import { LEDGER_REASONS, PAYMENT_STATUSES } from '../../entities/money.ts'
import { Count, CountryCode, Id, Timestamp } from '../../fields.ts'
import { PAYMENT_METHODS } from '../../payment-methods.ts'

const Signed = v.pipe(v.number(), v.safeInteger())

/** The credits that one person may give one member within a number of days; more need a second person. */
export const GOODWILL_CREDITS = 50
export const GOODWILL_DAYS = 30
/** More credits than this cannot be given at once. */
export const GOODWILL_MOST = 500
/** Refunds to one member in these days count together for the limit from which a second person has to allow them. */
export const REFUND_DAYS = 30

/** `unspent`: the share of the credits that are left · `whole`: all that was not paid back yet · `amount`: any part. */
export const REFUND_PARTS = ['unspent', 'whole', 'amount'] as const
export type RefundPart = (typeof REFUND_PARTS)[number]

export const DESK_REFUND_REASONS = ['withdrawal', 'goodwill', 'mistake', 'harm', 'other'] as const
export type DeskRefundReason = (typeof DESK_REFUND_REASONS)[number]

export const BOOKING_KINDS = ['sale', 'refund', 'chargeback'] as const

const Part = v.object({ amount: Count, credits: Count })

/** The amounts that can be paid back of a payment now. */
export const RefundOffer = v.object({
  unspent: v.nullable(Part),
  whole: Part,
  most: Count,
  vat_percentage: v.number(),
  /** The number that the next credit note will have. */
  credit_note: Count,
})
export type RefundOffer = v.InferOutput<typeof RefundOffer>

export const DeskBooking = v.object({
  kind: v.picklist(BOOKING_KINDS),
  at: Timestamp,
  amount: Signed,
  vat: Signed,
  /** The number of the invoice or credit note. */
  number: v.string(),
})
export type DeskBooking = v.InferOutput<typeof DeskBooking>

export const DeskPayment = v.object({
  id: v.string(),
  status: v.picklist(PAYMENT_STATUSES),
  method: v.picklist(PAYMENT_METHODS),
  country: CountryCode,
  credits: Count,
  amount: Count,
  currency: v.string(),
  vat: Count,
  vat_percentage: v.number(),
  discount: v.nullable(v.object({ code: v.string(), percentage: v.number() })),
  created_at: Timestamp,
  completed_at: v.nullable(Timestamp),
  invoice: v.nullable(v.string()),
  /** Paid back so far, and ordered by the desk but not confirmed by the provider. */
  refunded: Count,
  waiting: Count,
  bookings: v.array(DeskBooking),
  refund: v.nullable(RefundOffer),
  /** Null if the member cannot withdraw any more. */
  withdrawal: v.nullable(v.object({ until: Timestamp, amount: Count, credits: Count })),
  chargeback: v.nullable(
    v.object({
      at: Timestamp,
      amount: Count,
      decision: v.nullable(v.picklist(['allow', 'stop'])),
      /** The desk contests it at the provider until this time. */
      contest_by: v.nullable(Timestamp),
    }),
  ),
})
export type DeskPayment = v.InferOutput<typeof DeskPayment>

/** Without the other member of a conversation: who wrote to whom is for those who open a case [DESK-6]. */
export const DeskLedgerEntry = v.object({
  id: Id,
  at: Timestamp,
  reason: v.picklist(LEDGER_REASONS),
  amount: Signed,
  balance: Signed,
})
export type DeskLedgerEntry = v.InferOutput<typeof DeskLedgerEntry>

export const APPROVAL_KINDS = ['refund', 'goodwill'] as const

/** Money that one person wants to give and another one has to allow. */
export const Approval = v.object({
  id: Id,
  kind: v.picklist(APPROVAL_KINDS),
  /** Null for goodwill. */
  payment: v.nullable(v.string()),
  /** Minor units; 0 for goodwill. */
  amount: Count,
  currency: v.string(),
  /** The credits of a goodwill. */
  credits: Count,
  reason: v.string(),
  by: v.object({ id: Id, name: v.string() }),
  at: Timestamp,
  /** Null while it waits. */
  decided: v.nullable(v.object({ approved: v.boolean(), by: v.string(), at: Timestamp, reason: v.string() })),
})
export type Approval = v.InferOutput<typeof Approval>

export const MemberMoney = v.object({
  member: v.object({ id: Id, name: v.string() }),
  credits: Count,
  /** The credits that came free of charge are worth nothing. Per currency of the purchases. */
  sums: v.array(v.object({ currency: v.string(), paid: Count, refunded: Count, worth: Count })),
  goodwill_left: Count,
  buying_stopped: v.boolean(),
  /** Those that wait, then the newest ones that were answered. */
  approvals: v.array(Approval),
  /** Refunds over this amount, in whole units of their currency, need a second person. */
  second_person_over: Count,
  payments: v.array(DeskPayment),
  ledger: v.array(DeskLedgerEntry),
  more: v.boolean(),
})
export type MemberMoney = v.InferOutput<typeof MemberMoney>

/** The amounts of a month, in the order of its tables. */
export const MONTH_AMOUNTS = ['gross', 'refunds', 'chargebacks', 'vat', 'net', 'fees'] as const

/** A month of one country, currency and VAT rate. `net` + `vat` = `gross` + `refunds` + `chargebacks`. */
export const MonthRow = v.object({
  country: v.string(),
  currency: v.string(),
  vat_percentage: v.nullable(v.number()),
  payments: Count,
  gross: Count,
  refunds: Signed,
  chargebacks: Signed,
  vat: Signed,
  net: Signed,
  fees: Signed,
})
export type MonthRow = v.InferOutput<typeof MonthRow>

export const SETTLEMENT_FAULTS = ['unknown_payment', 'amount', 'not_booked', 'sum', 'currency'] as const

export const SettlementDifference = v.object({
  fault: v.picklist(SETTLEMENT_FAULTS),
  /** The provider's id of the payment, and ours if it is known. */
  reference: v.string(),
  payment: v.nullable(v.string()),
  /** The part of the provider's amount that our books do not have. */
  amount: Signed,
})
export type SettlementDifference = v.InferOutput<typeof SettlementDifference>

export const Settlement = v.object({
  id: v.string(),
  paid_out_at: Timestamp,
  currency: v.string(),
  provider: Signed,
  ledger: Signed,
  difference: Signed,
  fees: Signed,
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
  unsettled: v.array(v.object({ currency: v.string(), amount: Signed, payments: Count })),
})
export type MoneyMonth = v.InferOutput<typeof MoneyMonth>

/** Credits that members had not spent at a time. */
export const UnspentCredits = v.object({
  at: Timestamp,
  credits: Count,
  /** The bought ones with their price; `free` is the rest. */
  bought: v.array(v.object({ currency: v.string(), credits: Count, sold_for: Count })),
  free: Count,
  goodwill: Count,
  /** Bought more than three years before. */
  old: Count,
})
export type UnspentCredits = v.InferOutput<typeof UnspentCredits>
