/** The calls about money: prices, discounts, payments, direct debit, the ledger. Amounts are minor units. */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import {
  ActiveDiscount,
  Currency,
  Invoice,
  LedgerEntry,
  PackageId,
  Payment,
  PriceList,
  RepeatOffer,
  Withdrawal,
} from '../entities/money.ts'
import { SHORT_LINE_MAX } from '../limits.ts'
import { LOCALES } from '../locales.ts'
import { PAYMENT_METHODS, PAYMENT_PROVIDERS } from '../payment-methods.ts'
import { CalendarDay, ClientId, Count, DiscountText, IdText, PersonName, Phone, PlainLine } from '../fields.ts'
import { Empty } from './parts.ts'

const Method = v.picklist(PAYMENT_METHODS, 'invalid')
const PaymentId = v.object({ id: ClientId })

/**
 * The member's request to begin at once, with the acknowledgement what it means for a withdrawal, as worded at the
 * button [PAY-11]. Older app builds send none; their orders are accepted and stored without it.
 */
const BeginRequest = v.object({
  /** The version of the text, e.g. `2026-11-22`. */
  version: CalendarDay,
  language: v.picklist(LOCALES, 'invalid'),
})

/** The order as the member saw it before the tap: at another price, nothing is bought [PAY-13]. */
const Order = {
  /** An id made by the device: a repeated request creates no second payment. */
  client_id: ClientId,
  package: PackageId,
  price: Count,
  currency: Currency,
  code: v.optional(DiscountText),
  begin: v.optional(BeginRequest),
}

const DISCOUNT_ERRORS = [
  'discount_not_found',
  'discount_used',
  'discount_once_per_user',
  'discount_expired',
  'discount_minimum',
  'discount_country',
  'discount_currency',
  'discount_method',
  'discount_first_purchase',
] as const

const ORDER_ERRORS = [
  ...DISCOUNT_ERRORS,
  'not_found',
  'package_unknown',
  'price_changed',
  'payment_unavailable',
  'payment_unknown',
  'buying_stopped',
  'rate_limited',
] as const

export const moneyCalls = {
  /**
   * The prices of packages for the caller, or for a visitor of that country. A wrong code is an error and changes no
   * price.
   */
  'packages.get': {
    method: 'GET',
    path: 'packages',
    who: 'visitor',
    offline: 'network',
    query: v.object({ code: v.optional(DiscountText) }),
    response: PriceList,
    errors: [...DISCOUNT_ERRORS, 'rate_limited'],
  },
  /**
   * Without a query, the active discount of the caller (time bonus, else welcome code). With `welcome=true`, the
   * welcome code. With `code`, that code, or the reason it does not apply.
   */
  'discountcode.get': {
    method: 'GET',
    path: 'discountcode',
    who: 'visitor',
    offline: 'network',
    query: v.object({
      welcome: v.optional(v.literal('true', 'invalid')),
      code: v.optional(DiscountText),
      package: v.optional(PackageId),
      method: v.optional(Method),
    }),
    response: ActiveDiscount,
    errors: [...DISCOUNT_ERRORS, 'package_unknown', 'rate_limited'],
  },
  'payments.create': {
    method: 'POST',
    path: 'payments',
    who: 'member',
    offline: 'network',
    body: v.object({
      ...Order,
      method: Method,
      /** Whether the method may be stored for repeat orders; never preselected [PAY-13]. */
      remember: v.optional(v.boolean('invalid'), false),
    }),
    response: v.object({ payment: Payment }),
    errors: [...ORDER_ERRORS, 'method_unavailable'],
  },
  /** The order that one tap would place, or null without a stored method. */
  'payments.repeat_offer': {
    method: 'GET',
    path: 'payments/repeat',
    who: 'member',
    offline: 'network',
    /** `finding_out`: a payment whose outcome is unknown; until it is known, nothing can be ordered. */
    response: v.object({ offer: v.nullable(RepeatOffer), finding_out: v.nullable(ClientId) }),
    errors: [],
  },
  'payments.repeat': {
    method: 'POST',
    path: 'payments/repeat',
    who: 'member',
    offline: 'network',
    body: v.object(Order),
    response: v.object({ payment: Payment }),
    errors: [...ORDER_ERRORS, 'no_stored_method'],
  },
  /** Deletes the stored method, here and at the provider. */
  'payments.forget_method': {
    method: 'DELETE',
    path: 'payments/repeat',
    who: 'member',
    offline: 'network',
    response: Empty,
    errors: [],
  },
  /** The current state of a payment; while it is open, the provider is asked. */
  'payments.get': {
    method: 'GET',
    path: 'payments/:id',
    who: 'member',
    offline: 'network',
    params: PaymentId,
    response: v.object({ payment: Payment }),
    errors: ['not_found'],
  },
  /** Cancels a payment. If the provider confirms it nevertheless, it still counts. */
  'payments.cancel': {
    method: 'DELETE',
    path: 'payments/:id',
    who: 'member',
    offline: 'network',
    params: PaymentId,
    response: v.object({ payment: Payment }),
    errors: ['not_found'],
  },
  /**
   * Called by a provider when a payment changed: the body has only an id (`id=…`), and the server asks the provider
   * back.
   */
  'payments.webhook': {
    method: 'POST',
    path: 'payments/webhook/:provider',
    who: 'visitor',
    offline: 'network',
    params: v.object({ provider: v.picklist(PAYMENT_PROVIDERS, 'invalid') }),
    form: true,
    body: v.object({ id: v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(100, 'too_long')) }),
    response: Empty,
    errors: ['rate_limited', 'payment_unavailable'],
  },
  /** Payments, the newest first, and the ledger below `before` (an entry's id), 50 a page. */
  'transactions.list': {
    method: 'GET',
    path: 'transactions',
    who: 'member',
    offline: 'network',
    query: v.object({ before: v.optional(IdText) }),
    response: v.object({
      payments: v.array(Payment),
      entries: v.array(LedgerEntry),
      has_more: v.boolean(),
    }),
    errors: [],
  },
  'transactions.get': {
    method: 'GET',
    path: 'transactions/:id',
    who: 'member',
    offline: 'network',
    params: PaymentId,
    response: v.object({
      payment: Payment,
      invoice: v.nullable(Invoice),
      withdrawal: v.nullable(Withdrawal),
    }),
    errors: ['not_found'],
  },
  /**
   * Withdraws from a purchase [PAY-11]. `refund` is the amount the first step showed. A repeated request has no second
   * effect.
   */
  'transactions.withdraw': {
    method: 'POST',
    path: 'transactions/:id/withdraw',
    who: 'member',
    offline: 'network',
    params: PaymentId,
    body: v.object({ refund: Count }),
    response: v.object({ payment: Payment, withdrawal: Withdrawal }),
    errors: ['not_found', 'withdrawal_over', 'price_changed', 'payment_unavailable'],
  },
  /** Takes the form and sends the code by SMS [PAY-10]. */
  'directdebit.start': {
    method: 'POST',
    path: 'directdebit',
    who: 'member',
    offline: 'network',
    body: v.object({
      ...Order,
      account_holder: PersonName,
      iban: v.pipe(v.string('required'), v.trim(), v.nonEmpty('required'), v.maxLength(50, 'iban_invalid')),
      street: PlainLine,
      house_number: v.pipe(PlainLine, v.maxLength(SHORT_LINE_MAX, 'too_long')),
      zip: v.pipe(PlainLine, v.maxLength(SHORT_LINE_MAX, 'too_long')),
      city: PlainLine,
      phone: Phone,
    }),
    response: v.object({
      directdebit: ClientId,
      /** The phone number the code was sent to, e.g. `+49 •••• 4711`; the masked IBAN; the mandate's reference. */
      phone: v.string(),
      iban: v.string(),
      mandate: v.string(),
    }),
    errors: [...ORDER_ERRORS, 'not_found', 'method_unavailable', 'iban_blocked', 'phone_blocked', 'directdebit_limit'],
  },
  /** Confirms the mandate by the code of the SMS; nothing is debited before. */
  'directdebit.confirm': {
    method: 'POST',
    path: 'directdebit/confirm',
    who: 'member',
    offline: 'network',
    body: v.object({
      directdebit: ClientId,
      sms_code: v.pipe(v.string('required'), v.trim(), v.nonEmpty('required'), v.maxLength(12, 'invalid')),
      begin: v.optional(BeginRequest),
    }),
    response: v.object({ payment: Payment }),
    errors: [
      ...ORDER_ERRORS,
      'not_found',
      'sms_code_invalid',
      'link_invalid',
      'iban_blocked',
      'phone_blocked',
      'directdebit_limit',
    ],
  },
} as const satisfies Record<string, Call>
