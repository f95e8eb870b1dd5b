/** §3 Payment, Discount code, Direct debit. Amounts are whole minor units (cents) of a currency (ISO 4217). */
import * as v from 'valibot'
import { Count, CountryCode, Id, Timestamp } from '../fields.ts'
import { PAYMENT_METHODS } from '../payment-methods.ts'
import { PACKAGE_ID } from '../rules/ids.ts'

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** [PAY-5]; the machine of them is `rules/payment-state.ts`. */
export const PAYMENT_STATUSES = [
  'created',
  'pending',
  'completed',
  'failed',
  'cancelled',
  'expired',
  'refunded',
  'charged_back',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** Why a payment failed, as far as the provider says it: what the member can do about it differs. */
export const PAYMENT_FAILURES = [
  'declined',
  'insufficient_funds',
  'card_expired',
  'recurring_failed',
  /** Paid after all, when its discount had been used with another payment: it was paid back in whole [PAY-7]. */
  'discount_used',
  'other',
] as const
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number]

export const Currency = v.pipe(v.string('required'), v.regex(/^[A-Z]{3}$/, 'invalid'))

export const PackageId = v.pipe(v.string('required'), v.regex(PACKAGE_ID, 'invalid'))

export const Package = v.object({
  id: PackageId,
  credits: Count,
  /** What it costs without a discount, and what it costs this member now. */
  full_price: Count,
  price: Count,
  currency: Currency,
  /** What one message then costs, in minor units with a fraction: shown rounded up. */
  message_price: v.number(),
})
export type Package = v.InferOutput<typeof Package>

/** §3 Discount code. */
export const DISCOUNT_STATUSES = ['active', 'inactive'] as const
export const DISCOUNT_VALIDITIES = ['unlimited', 'once', 'once-per-user'] as const

export const DiscountCode = v.object({
  code: v.string(),
  value_percentage: v.number(),
  /** In minor units of `currency`, where it has one, else of the member's. */
  minimum_order_value: v.nullable(Count),
  country: v.nullable(CountryCode),
  /** Whose it is; only they can use it. */
  user_id: v.nullable(Id),
  expires: v.nullable(Timestamp),
  currency: v.nullable(Currency),
  status: v.picklist(DISCOUNT_STATUSES),
  validity: v.picklist(DISCOUNT_VALIDITIES),
  expired: v.boolean(),
  paymentmethods: v.nullable(v.array(v.picklist(PAYMENT_METHODS))),
})
export type DiscountCode = v.InferOutput<typeof DiscountCode>

/** §3 Time bonus, with when it ends. */
export const TimeBonus = v.object({ isVisible: v.boolean(), ends_at: v.nullable(Timestamp) })
export type TimeBonus = v.InferOutput<typeof TimeBonus>

/** What takes something off now, and until when: null where the price stays as it is [PAY-9]. */
export const ActiveDiscount = v.object({
  discountcode: v.nullable(DiscountCode),
  time_bonus: TimeBonus,
  price_rises_at: v.nullable(Timestamp),
})
export type ActiveDiscount = v.InferOutput<typeof ActiveDiscount>

export const PriceList = v.object({
  /** Of the payment [§3 payment country]. */
  country: CountryCode,
  currency: Currency,
  /** The cheapest first. */
  packages: v.array(Package),
  /** In the order of the country's habit; what cannot be paid with is not here. */
  methods: v.array(v.picklist(PAYMENT_METHODS)),
  discount: v.nullable(v.object({ code: v.string(), value_percentage: v.number() })),
  price_rises_at: v.nullable(Timestamp),
  /** How this member paid last, where they may again [PAY-4]. */
  last_method: v.nullable(v.picklist(PAYMENT_METHODS)),
  refund_days: Count,
})
export type PriceList = v.InferOutput<typeof PriceList>

export const Payment = v.object({
  payment_id: v.string(),
  status: v.picklist(PAYMENT_STATUSES),
  country: CountryCode,
  method: v.picklist(PAYMENT_METHODS),
  credits: Count,
  amount: Count,
  currency: Currency,
  discount: v.nullable(v.object({ code: v.string(), value_percentage: v.number() })),
  created_at: Timestamp,
  changed_at: Timestamp,
  /** Where the payer goes on, while there is something to do there. */
  checkout_url: v.nullable(v.string()),
  failure: v.nullable(v.picklist(PAYMENT_FAILURES)),
  /** Paid with a stored method, without the payer [PAY-6]. */
  repeated: v.boolean(),
  /** The charge was ordered and its answer is lost: whether it was made is being found out, and nothing is charged anew. */
  finding_out: v.boolean(),
  /** Minor units that went back by what the provider says, part or whole, whoever asked for it. */
  refunded: Count,
})
export type Payment = v.InferOutput<typeof Payment>

/** One tap with the stored method [PAY-6]. */
export const RepeatOffer = v.object({
  package: Package,
  method: v.picklist(PAYMENT_METHODS),
  /** What the payer knows it by, e.g. `•••• 4242`. */
  label: v.string(),
})
export type RepeatOffer = v.InferOutput<typeof RepeatOffer>

export const LEDGER_REASONS = [
  'signup',
  'demo',
  'message',
  'photo',
  'gift',
  'purchase',
  'refund',
  'chargeback',
] as const
export type LedgerReason = (typeof LEDGER_REASONS)[number]

/** One entry of the ledger as its member sees it [PAY-1], [PAY-11]. */
export const LedgerEntry = v.object({
  id: Id,
  at: Timestamp,
  /** Credits: positive was given, negative was spent. */
  amount: v.pipe(v.number(), v.safeInteger()),
  /** What the member had after it. */
  balance: Count,
  reason: v.picklist(LEDGER_REASONS),
  /** To whom a message, photo or gift went, where they still exist; whether they are fictional. */
  profile: v.nullable(v.object({ id: Id, name: v.string(), fictional: v.boolean() })),
  payment_id: v.nullable(v.string()),
})
export type LedgerEntry = v.InferOutput<typeof LedgerEntry>

/** §3 Company info: who sells. */
export const CompanyInfo = v.object({
  name: v.string(),
  address: v.string(),
  kvk: v.string(),
  city: v.string(),
  country: v.string(),
  tradenames: v.array(v.string()),
  vat_numbers: v.array(v.string()),
  support_phone: v.string(),
  /** No discount is offered to who deletes their account. */
  delete_discount: v.boolean(),
  added: Timestamp,
})
export type CompanyInfo = v.InferOutput<typeof CompanyInfo>

/** What a bill says; only a payment that was completed has one. */
export const Invoice = v.object({
  number: v.string(),
  at: Timestamp,
  seller: CompanyInfo,
  buyer: v.object({ name: v.string(), email: v.string(), country: CountryCode }),
  credits: Count,
  /** `net` + `vat` = `total`, all in minor units. */
  net: Count,
  vat: Count,
  vat_percentage: v.number(),
  total: Count,
  currency: Currency,
})
export type Invoice = v.InferOutput<typeof Invoice>

/** What withdrawing from a purchase would give back now, or gave back then [PAY-11]. */
export const Withdrawal = v.object({
  /** Until when it can be declared. */
  until: Timestamp,
  possible: v.boolean(),
  credits_unspent: Count,
  credits_spent: Count,
  /** Minor units that go back the way they came. */
  refund: Count,
  /** When it was declared. */
  declared_at: v.nullable(Timestamp),
})
export type Withdrawal = v.InferOutput<typeof Withdrawal>
