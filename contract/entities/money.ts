/** §3 Payment, Discount code, Direct debit. Amounts are whole minor units (cents) of a currency (ISO 4217). */
import * as v from 'valibot'
import { Count, CountryCode, Id, Timestamp } from '../fields.ts'
import { PAYMENT_METHODS } from '../payment-methods.ts'
import { PACKAGE_ID } from '../rules/ids.ts'

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** [PAY-5] The statuses of a payment; the state machine is in `rules/payment-state.ts`. */
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

/** The reason a payment failed, if the provider names it: the member can react differently to each. */
export const PAYMENT_FAILURES = [
  'declined',
  'insufficient_funds',
  'card_expired',
  'recurring_failed',
  /** The payment arrived after its discount was used for another one, so it was refunded in full [PAY-7]. */
  'discount_used',
  'other',
] as const
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number]

export const Currency = v.pipe(v.string('required'), v.regex(/^[A-Z]{3}$/, 'invalid'))

export const PackageId = v.pipe(v.string('required'), v.regex(PACKAGE_ID, 'invalid'))

export const Package = v.object({
  id: PackageId,
  credits: Count,
  /** The price without a discount, and this member's price now. */
  full_price: Count,
  price: Count,
  currency: Currency,
  /** The price of one message in minor units with a fraction; shown rounded up. */
  message_price: v.number(),
})
export type Package = v.InferOutput<typeof Package>

/** §3 Discount code. */
export const DISCOUNT_STATUSES = ['active', 'inactive'] as const
export const DISCOUNT_VALIDITIES = ['unlimited', 'once', 'once-per-user'] as const

export const DiscountCode = v.object({
  code: v.string(),
  value_percentage: v.number(),
  /** In minor units of `currency`, or of the member's currency if `currency` is null. */
  minimum_order_value: v.nullable(Count),
  country: v.nullable(CountryCode),
  /** The only member who can use the code, or null. */
  user_id: v.nullable(Id),
  expires: v.nullable(Timestamp),
  currency: v.nullable(Currency),
  status: v.picklist(DISCOUNT_STATUSES),
  validity: v.picklist(DISCOUNT_VALIDITIES),
  expired: v.boolean(),
  paymentmethods: v.nullable(v.array(v.picklist(PAYMENT_METHODS))),
})
export type DiscountCode = v.InferOutput<typeof DiscountCode>

/** §3 Time bonus, with its end. */
export const TimeBonus = v.object({ isVisible: v.boolean(), ends_at: v.nullable(Timestamp) })
export type TimeBonus = v.InferOutput<typeof TimeBonus>

/** The discount that applies now and the time its price ends; null if the price does not rise [PAY-9]. */
export const ActiveDiscount = v.object({
  discountcode: v.nullable(DiscountCode),
  time_bonus: TimeBonus,
  price_rises_at: v.nullable(Timestamp),
})
export type ActiveDiscount = v.InferOutput<typeof ActiveDiscount>

export const PriceList = v.object({
  /** The country of the payment [§3 payment country]. */
  country: CountryCode,
  currency: Currency,
  /** The cheapest first. */
  packages: v.array(Package),
  /** The available methods, in the order that is common in the country. */
  methods: v.array(v.picklist(PAYMENT_METHODS)),
  discount: v.nullable(v.object({ code: v.string(), value_percentage: v.number() })),
  price_rises_at: v.nullable(Timestamp),
  /** The member's last method, if it is still available [PAY-4]. */
  last_method: v.nullable(v.picklist(PAYMENT_METHODS)),
  refund_days: Count,
  /** After a chargeback that nobody has settled, every order is refused [DESK-12]. Missing where buying is possible. */
  buying_stopped: v.optional(v.literal(true)),
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
  /** The address where the payer continues, while a step is left there. */
  checkout_url: v.nullable(v.string()),
  failure: v.nullable(v.picklist(PAYMENT_FAILURES)),
  /** Paid with a stored method, without a step of the payer [PAY-6]. */
  repeated: v.boolean(),
  /** The charge was requested and the answer was lost. The outcome is being checked, and nothing is charged again. */
  finding_out: v.boolean(),
  /** The refunded minor units, in part or in full. */
  refunded: Count,
  /** The provider could not pay the refund back in the way of the payment: the operator pays it in another one. */
  refund_refused: v.optional(v.boolean()),
})
export type Payment = v.InferOutput<typeof Payment>

/** One tap with the stored method [PAY-6]. */
export const RepeatOffer = v.object({
  package: Package,
  method: v.picklist(PAYMENT_METHODS),
  /** The masked name of the method, e.g. `•••• 4242`. */
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
  /** Credits that the desk gives as a courtesy [DESK-12]. */
  'goodwill',
  /** A message that reached nobody: its credits come back [GUARD-1]. */
  'returned',
] as const
export type LedgerReason = (typeof LEDGER_REASONS)[number]

/** One entry of the ledger as its member sees it [PAY-1], [PAY-11]. */
export const LedgerEntry = v.object({
  id: Id,
  at: Timestamp,
  /** Credits: positive if given, negative if spent. */
  amount: v.pipe(v.number(), v.safeInteger()),
  /** The balance after this entry. */
  balance: Count,
  reason: v.picklist(LEDGER_REASONS),
  /** The recipient of a message, photo or gift, if they still exist, and whether they are fictional. */
  profile: v.nullable(v.object({ id: Id, name: v.string(), fictional: v.boolean() })),
  payment_id: v.nullable(v.string()),
})
export type LedgerEntry = v.InferOutput<typeof LedgerEntry>

/** §3 Company info: the seller. */
export const CompanyInfo = v.object({
  name: v.string(),
  address: v.string(),
  kvk: v.string(),
  city: v.string(),
  country: v.string(),
  tradenames: v.array(v.string()),
  vat_numbers: v.array(v.string()),
  support_phone: v.string(),
  /** Always false: a member who deletes their account is offered no discount. */
  delete_discount: v.boolean(),
  added: Timestamp,
})
export type CompanyInfo = v.InferOutput<typeof CompanyInfo>

/** A correction of an invoice: money that went back, or, with a positive amount, a correction that was undone. Minor units. */
const CreditNote = v.object({
  number: v.string(),
  at: Timestamp,
  amount: v.pipe(v.number(), v.safeInteger()),
  vat: v.pipe(v.number(), v.safeInteger()),
})
export type CreditNote = v.InferOutput<typeof CreditNote>

/** The contents of an invoice; only a completed payment has one. */
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
  /** The oldest first; missing from an older server. */
  credit_notes: v.optional(v.array(CreditNote)),
})
export type Invoice = v.InferOutput<typeof Invoice>

/** The refund that a withdrawal would give now, or has given [PAY-11]. */
export const Withdrawal = v.object({
  /** The end of the period for a withdrawal. */
  until: Timestamp,
  possible: v.boolean(),
  credits_unspent: Count,
  credits_spent: Count,
  /** Minor units that are refunded by the original method. */
  refund: Count,
  /** When the member withdrew, or null. */
  declared_at: v.nullable(Timestamp),
})
export type Withdrawal = v.InferOutput<typeof Withdrawal>
