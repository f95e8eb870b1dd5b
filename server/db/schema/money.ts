/** Credits, payments, discounts and direct debits. */
import type { MessageType } from '#contract/entities/chat.ts'
import {
  DISCOUNT_STATUSES,
  DISCOUNT_VALIDITIES,
  LEDGER_REASONS,
  PAYMENT_FAILURES,
  PAYMENT_STATUSES,
  type LedgerReason,
  type PaymentMethod,
} from '#contract/entities/money.ts'
import { LOCALES } from '#contract/locales.ts'
import { PAYMENT_METHODS, PAYMENT_PROVIDERS } from '#contract/payment-methods.ts'
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from './columns.ts'

/** The reason in the ledger for the price of a message, by its type [PAY-1]. */
export const MESSAGE_REASONS = { text: 'message', photo: 'photo', gift: 'gift' } as const satisfies Record<
  MessageType,
  LedgerReason
>

/** The reasons for which members spend credits, as a list in SQL. The index `ledger_unspent` has them, so a new one needs a migration. */
export const SPENDING = `('${Object.values(MESSAGE_REASONS).join("', '")}')`

/** Ledger entries never change [PAY-1]. One entry per member, reason and reference, so nothing is debited twice. */
export const ledger = sqliteTable(
  'ledger',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    amount: integer('amount').notNull(),
    reason: text('reason', { enum: LEDGER_REASONS }).notNull(),
    reference: text('reference').notNull(),
    /** The member's balance after the entry. */
    balance: integer('balance'),
    at: time('at').notNull(),
  },
  // The reference comes first: message references grow with time, so that debits in one commit share a page.
  (t) => [
    uniqueIndex('ledger_once').on(t.reference, t.reason, t.userId),
    index('ledger_user').on(t.userId, t.id),
    // A member may have spent a hundred thousand times; everything else is a few entries.
    index('ledger_unspent')
      .on(t.userId, t.id)
      .where(sql.raw(`reason not in ${SPENDING}`)),
  ],
)

/**
 * Payments [PAY-5]. The id comes from the payer's device, so a repeated order is the same payment. Amounts are in minor
 * units. The row of an erased member stays, as the law requires, without profile data.
 */
export const payments = sqliteTable(
  'payments',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    status: text('status', { enum: PAYMENT_STATUSES }).notNull(),
    provider: text('provider', { enum: PAYMENT_PROVIDERS }).notNull(),
    /** The provider's own id; null until the provider has answered. */
    reference: text('reference'),
    checkoutUrl: text('checkout_url'),
    method: text('method', { enum: PAYMENT_METHODS }).notNull(),
    country: text('country').notNull(),
    credits: integer('credits').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    discountCode: text('discount_code'),
    discountPercentage: real('discount_percentage'),
    vatPercentage: real('vat_percentage').notNull(),
    failure: text('failure', { enum: PAYMENT_FAILURES }),
    /** `remember`: the payer allows storing the method. `repeated`: a stored method was charged. */
    remember: flag('remember').notNull().default(false),
    repeated: flag('repeated').notNull().default(false),
    createdAt: time('created_at').notNull(),
    changedAt: time('changed_at').notNull(),
    completedAt: time('completed_at'),
    /** The consecutive invoice number, assigned when the payment is completed. */
    invoice: integer('invoice'),
    /** [PAY-11] When the member withdrew, the credits taken back, and the minor units refunded. */
    withdrawnAt: time('withdrawn_at'),
    creditsTaken: integer('credits_taken'),
    refunded: integer('refunded'),
    /** The domain of the sale, as in `users`: its company is on the invoice. */
    domain: text('domain').notNull().default(''),
    /**
     * The provider's ids of the payer, stored from before a charge is ordered until the provider's answer is known. A
     * charge without an answer is looked up by them, also after the member has removed the method.
     */
    payerCustomer: text('payer_customer'),
    payerMandate: text('payer_mandate'),
    /**
     * The payment can no longer be paid: the provider said so, or never got it. Until then its discount code stays
     * reserved.
     */
    endedThere: flag('ended_there').notNull().default(false),
    /** Minor units refunded at the provider, by whomever, and when the provider was last asked. */
    refundedThere: integer('refunded_there').notNull().default(0),
    /** Minor units that the payer's bank took back. */
    chargedBackThere: integer('charged_back_there').notNull().default(0),
    /** The part of it that came back although the provider does not say so: the desk has entered it. */
    chargedBackWon: integer('charged_back_won').notNull().default(0),
    /** Minor units that the operator paid back in another way, after the provider had refused. */
    refundedOtherwise: integer('refunded_otherwise').notNull().default(0),
    /** When and why the provider refused for good to pay `refunded`; null again once the desk has settled it. */
    refundRefusedAt: time('refund_refused_at'),
    refundRefusal: text('refund_refusal'),
    readThereAt: time('read_there_at'),
    /**
     * The request to begin at once, with its acknowledgement: time, version of the text and language. Null for orders
     * of app builds that did not ask.
     */
    beginAt: time('begin_at'),
    beginVersion: text('begin_version'),
    beginLanguage: text('begin_language', { enum: LOCALES }),
    /** The seller at the time of the invoice (`sellers`); null until the payment is completed. */
    seller: integer('seller'),
    /** The buyer on the invoice, as at the sale; null until the payment is completed, and after the erasure of the account. */
    buyerName: text('buyer_name'),
    buyerEmail: text('buyer_email'),
  },
  (t) => [
    index('payments_unsold')
      .on(t.domain)
      .where(sql`completed_at is not null and seller is null`),
    index('payments_user').on(t.userId, t.createdAt),
    index('payments_payer')
      .on(t.payerCustomer)
      .where(sql`payer_customer is not null`),
    index('payments_refund_refused')
      .on(t.refundRefusedAt)
      .where(sql`refund_refused_at is not null`),
    uniqueIndex('payments_reference').on(t.provider, t.reference),
    uniqueIndex('payments_invoice').on(t.invoice),
    index('payments_discount')
      .on(t.discountCode, t.userId)
      .where(sql`discount_code is not null`),
  ],
)

/** Every change of a payment's status, and its cause. */
export const paymentTransitions = sqliteTable(
  'payment_transitions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    payment: text('payment').notNull(),
    /** Null for the first status. */
    before: text('before', { enum: PAYMENT_STATUSES }),
    after: text('after', { enum: PAYMENT_STATUSES }).notNull(),
    by: text('by', { enum: ['member', 'provider', 'server', 'staff'] }).notNull(),
    at: time('at').notNull(),
  },
  (t) => [index('payment_transitions_payment').on(t.payment)],
)

/** The stored method for repeat orders [PAY-6]; the provider has the card, we have the provider's ids. */
export const storedMethods = sqliteTable('stored_methods', {
  userId: integer('user_id').primaryKey(),
  provider: text('provider', { enum: PAYMENT_PROVIDERS }).notNull(),
  customer: text('customer').notNull(),
  mandate: text('mandate').notNull(),
  method: text('method', { enum: PAYMENT_METHODS }).notNull(),
  label: text('label').notNull(),
  /** The last package that was bought. */
  credits: integer('credits').notNull(),
  at: time('at').notNull(),
})

/** §3 Discount codes; the time bonus and the welcome code are rules, not rows. */
export const discountCodes = sqliteTable('discount_codes', {
  code: text('code').primaryKey(),
  valuePercentage: real('value_percentage').notNull(),
  minimumOrderValue: integer('minimum_order_value'),
  country: text('country'),
  userId: integer('user_id'),
  expires: time('expires'),
  currency: text('currency'),
  status: text('status', { enum: DISCOUNT_STATUSES }).notNull(),
  validity: text('validity', { enum: DISCOUNT_VALIDITIES }).notNull(),
  paymentmethods: text('paymentmethods', { mode: 'json' }).$type<PaymentMethod[] | null>(),
  /** The campaign that gives the code away (`campaigns`) [DESK-14]. */
  campaign: integer('campaign'),
})

/** [PAY-10] A direct debit, from the form to the SMS code. Erased with the account. */
export const directDebits = sqliteTable(
  'direct_debits',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    credits: integer('credits').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    discountCode: text('discount_code'),
    accountHolder: text('account_holder').notNull(),
    iban: text('iban').notNull(),
    street: text('street').notNull(),
    houseNumber: text('house_number').notNull(),
    zip: text('zip').notNull(),
    city: text('city').notNull(),
    phone: text('phone').notNull(),
    mandate: text('mandate').notNull(),
    /** SHA-256 of the SMS code. */
    codeHash: text('code_hash').notNull(),
    failures: integer('failures').notNull().default(0),
    createdAt: time('created_at').notNull(),
    confirmedAt: time('confirmed_at'),
  },
  (t) => [index('direct_debits_user').on(t.userId, t.createdAt), index('direct_debits_iban').on(t.iban, t.createdAt)],
)

/**
 * IBANs and phones that must not be debited again, as SHA-256 of the normalised value, so none is stored in plain text.
 */
export const blockedPayers = sqliteTable(
  'blocked_payers',
  {
    kind: text('kind', { enum: ['iban', 'phone'] }).notNull(),
    hash: text('hash').notNull(),
    at: time('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.hash] })],
)

/** The sandbox provider's own records of its payments, separate from ours, as a real provider's are. */
export const sandboxPayments = sqliteTable('sandbox_payments', {
  reference: text('reference').primaryKey(),
  state: text('state', { mode: 'json' }).$type<unknown>().notNull(),
})
