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
import { LOCALES } from '../locales.ts'
import { PAYMENT_METHODS } from '../payment-methods.ts'
import { ClientId, Count, IdText, PersonName, Phone, PlainLine } from '../fields.ts'
import { Empty } from './parts.ts'

const Code = v.pipe(v.string('invalid'), v.trim(), v.toUpperCase(), v.nonEmpty('required'), v.maxLength(40, 'too_long'))
const Method = v.picklist(PAYMENT_METHODS, 'invalid')
const PaymentId = v.object({ id: ClientId })

/**
 * The member asks to begin at once and acknowledges what that means for a withdrawal, as worded at the button [PAY-11].
 * App builds from before this wording send none; their orders are taken and stored without it.
 */
const BeginRequest = v.object({
  /** The version of the text, e.g. `2026-11-22`. */
  version: v.pipe(v.string('required'), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'invalid')),
  language: v.picklist(LOCALES, 'invalid'),
})

/** What the member saw before the tap: at another price nothing is bought [PAY-13]. */
const Order = {
  /** Made by the device: however often it arrives, there is one payment. */
  client_id: ClientId,
  package: PackageId,
  price: Count,
  currency: Currency,
  code: v.optional(Code),
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
  'rate_limited',
] as const

export const moneyCalls = {
  /** What packages cost the caller, or a visitor of that country. A wrong code leaves the prices as they are, and is an error. */
  'packages.get': {
    method: 'GET',
    path: 'packages',
    who: 'visitor',
    offline: 'network',
    query: v.object({ code: v.optional(Code) }),
    response: PriceList,
    errors: [...DISCOUNT_ERRORS, 'rate_limited'],
  },
  /**
   * Without a query what is active for the caller (time bonus, else welcome code); with `welcome=true` the welcome code;
   * with `code` that one, or why not.
   */
  'discountcode.get': {
    method: 'GET',
    path: 'discountcode',
    who: 'visitor',
    offline: 'network',
    query: v.object({
      welcome: v.optional(v.literal('true', 'invalid')),
      code: v.optional(Code),
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
      /** The method may be stored for repeat orders; never ticked beforehand [PAY-13]. */
      remember: v.optional(v.boolean('invalid'), false),
    }),
    response: v.object({ payment: Payment }),
    errors: [...ORDER_ERRORS, 'method_unavailable'],
  },
  /** What one tap would buy, or null where no method is stored. */
  'payments.repeat_offer': {
    method: 'GET',
    path: 'payments/repeat',
    who: 'member',
    offline: 'network',
    /** `finding_out`: the payment whose outcome is not known yet; until it is, nothing can be ordered. */
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
  /** Forgets the stored method, here and at the provider. */
  'payments.forget_method': {
    method: 'DELETE',
    path: 'payments/repeat',
    who: 'member',
    offline: 'network',
    response: Empty,
    errors: [],
  },
  /** As it stands; while it is open the provider is asked. */
  'payments.get': {
    method: 'GET',
    path: 'payments/:id',
    who: 'member',
    offline: 'network',
    params: PaymentId,
    response: v.object({ payment: Payment }),
    errors: ['not_found'],
  },
  /** The payer gave up. What the provider confirms nevertheless still counts. */
  'payments.cancel': {
    method: 'DELETE',
    path: 'payments/:id',
    who: 'member',
    offline: 'network',
    params: PaymentId,
    response: v.object({ payment: Payment }),
    errors: ['not_found'],
  },
  /** A provider says that something changed: the body carries an id alone (`id=…`), and the provider is asked back. */
  'payments.webhook': {
    method: 'POST',
    path: 'payments/webhook/:provider',
    who: 'visitor',
    offline: 'network',
    params: v.object({ provider: v.picklist(['mollie', 'sandbox'], 'invalid') }),
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
  /** Withdraws from a purchase [PAY-11]. `refund` is what the first step showed; said twice it is done once. */
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
      house_number: v.pipe(PlainLine, v.maxLength(12, 'too_long')),
      zip: v.pipe(PlainLine, v.maxLength(12, 'too_long')),
      city: PlainLine,
      phone: Phone,
    }),
    response: v.object({
      directdebit: ClientId,
      /** Where the code went, e.g. `+49 •••• 4711`, the account as it is shown, and the mandate's reference. */
      phone: v.string(),
      iban: v.string(),
      mandate: v.string(),
    }),
    errors: [...ORDER_ERRORS, 'not_found', 'method_unavailable', 'iban_blocked', 'phone_blocked', 'directdebit_limit'],
  },
  /** The code of the SMS confirms the mandate: only then is anything debited. */
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
