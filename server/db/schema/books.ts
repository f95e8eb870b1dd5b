/** The books of the operator [DESK-12]: sales, refunds, chargebacks, settlements of the provider, and campaigns [DESK-14]. */
import {
  APPROVAL_KINDS,
  BOOKING_KINDS,
  CHARGEBACK_DECISIONS,
  DESK_REFUND_REASONS,
  REFUND_PARTS,
} from '#contract/desk/member-money.ts'
import { COST_KINDS } from '#contract/desk/campaigns.ts'
import type { CompanyInfo } from '#contract/entities/money.ts'
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from './columns.ts'

/**
 * Each company that ever sold something, as it was then: an invoice names its seller even after the settings have
 * changed.
 */
export const sellers = sqliteTable('sellers', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  company: text('company', { mode: 'json' }).$type<CompanyInfo>().notNull().unique(),
})

/**
 * Each movement of money, in minor units of the payment's currency. A booking never changes: a refund that the provider
 * cancels is a second booking with the opposite sign. Amount and VAT of a sale are positive, of a refund negative.
 */
export const bookings = sqliteTable(
  'bookings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: BOOKING_KINDS }).notNull(),
    payment: text('payment').notNull(),
    amount: integer('amount').notNull(),
    /** The part of `amount` that is value added tax. */
    vat: integer('vat').notNull(),
    at: time('at').notNull(),
    /** The consecutive number of the credit note; null for a sale, whose number is in `payments.invoice`. */
    number: integer('number'),
    /** The refund of the desk that caused the booking; null if the provider or the member did. */
    refund: text('refund'),
  },
  (t) => [
    index('bookings_at').on(t.at),
    index('bookings_payment').on(t.payment),
    uniqueIndex('bookings_number').on(t.number),
    uniqueIndex('bookings_sale')
      .on(t.payment)
      .where(sql`kind = 'sale'`),
  ],
)

/**
 * The sums of bookings that were erased after their retention, so that the month keeps its result without rows about a person.
 * Amounts as in `bookings`.
 */
export const erasedBookings = sqliteTable(
  'erased_bookings',
  {
    /** YYYY-MM (UTC). */
    month: text('month').notNull(),
    country: text('country').notNull(),
    currency: text('currency').notNull(),
    vatPercentage: real('vat_percentage').notNull(),
    kind: text('kind', { enum: BOOKING_KINDS }).notNull(),
    count: integer('count').notNull(),
    amount: integer('amount').notNull(),
    vat: integer('vat').notNull(),
  },
  (t) => [primaryKey({ columns: [t.month, t.country, t.currency, t.vatPercentage, t.kind] })],
)

/** Refunds that the desk ordered. The id is the provider's idempotency key, so a repeated order pays once. */
export const deskRefunds = sqliteTable(
  'desk_refunds',
  {
    id: text('id').primaryKey(),
    payment: text('payment').notNull(),
    staff: integer('staff').notNull(),
    part: text('part', { enum: REFUND_PARTS }).notNull(),
    reason: text('reason', { enum: DESK_REFUND_REASONS }).notNull(),
    amount: integer('amount').notNull(),
    /** The credits that were taken back with it. */
    credits: integer('credits').notNull(),
    at: time('at').notNull(),
    /** When the provider confirmed it; until then its amount counts as already paid back. */
    doneAt: time('done_at'),
    /** When and why the provider refused it for good; null again once the desk has settled it. */
    refusedAt: time('refused_at'),
    refusal: text('refusal'),
  },
  (t) => [
    index('desk_refunds_payment').on(t.payment),
    index('desk_refunds_refused')
      .on(t.refusedAt)
      .where(sql`refused_at is not null`),
  ],
)

/** Refunds and goodwill that wait for a second person, or waited for one [DESK-12]. */
export const deskApprovals = sqliteTable(
  'desk_approvals',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: APPROVAL_KINDS }).notNull(),
    member: integer('member').notNull(),
    /** Null for goodwill. */
    payment: text('payment'),
    part: text('part', { enum: REFUND_PARTS }),
    refundReason: text('refund_reason', { enum: DESK_REFUND_REASONS }),
    /** Minor units of `currency`; 0 for goodwill. */
    amount: integer('amount').notNull().default(0),
    currency: text('currency').notNull().default(''),
    credits: integer('credits').notNull().default(0),
    reason: text('reason').notNull(),
    staff: integer('staff').notNull(),
    at: time('at').notNull(),
    decidedAt: time('decided_at'),
    decidedBy: integer('decided_by'),
    approved: flag('approved'),
    answer: text('answer').notNull().default(''),
  },
  (t) => [
    index('desk_approvals_member').on(t.member, t.id),
    index('desk_approvals_open')
      .on(t.at)
      .where(sql`decided_at is null`),
  ],
)

/** A payment that the payer's bank took back. Until it is decided, and after `stop`, the member cannot buy. `won`: the money is there again. */
export const chargebacks = sqliteTable(
  'chargebacks',
  {
    payment: text('payment').primaryKey(),
    /** Minor units that the bank still has. */
    amount: integer('amount').notNull(),
    at: time('at').notNull(),
    decidedAt: time('decided_at'),
    decision: text('decision', { enum: CHARGEBACK_DECISIONS }),
    staff: integer('staff'),
    /** The desk contests it at the provider until this time: it stays in the queue until then [DESK-4]. */
    contestBy: time('contest_by'),
  },
  (t) => [
    index('chargebacks_open')
      .on(t.at)
      .where(sql`decided_at is null`),
  ],
)

/** A payout of the provider to the operator's bank account. */
export const settlements = sqliteTable('settlements', {
  /** The provider's id. */
  id: text('id').primaryKey(),
  currency: text('currency').notNull(),
  /** The minor units that arrived at the bank. */
  amount: integer('amount').notNull(),
  paidOutAt: time('paid_out_at').notNull(),
  importedAt: time('imported_at').notNull(),
  staff: integer('staff').notNull(),
})

export const SETTLEMENT_KINDS = ['payment', 'refund', 'chargeback', 'fee'] as const

/** The lines of a settlement: `amount` has the sign that the provider states, `fee` is the provider's part. */
export const settlementLines = sqliteTable(
  'settlement_lines',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    settlement: text('settlement').notNull(),
    kind: text('kind', { enum: SETTLEMENT_KINDS }).notNull(),
    /** The provider's id of the payment; empty for a fee without a payment. */
    reference: text('reference').notNull(),
    amount: integer('amount').notNull(),
    fee: integer('fee').notNull().default(0),
    /** The country of a payment that was erased after its retention, instead of its reference. */
    country: text('country'),
  },
  (t) => [index('settlement_lines_settlement').on(t.settlement), index('settlement_lines_reference').on(t.reference)],
)

/** Partners who bring visitors. The link to their own numbers has a random token, stored as SHA-256. */
export const partners = sqliteTable('partners', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  tokenHash: text('token_hash').unique(),
  linkMadeAt: time('link_made_at'),
  /** A revoked link keeps its hash, so that its page can say so. */
  linkRevokedAt: time('link_revoked_at'),
  createdAt: time('created_at').notNull(),
})

/** A month of a campaign as its partner sees it, counted once. A group of fewer than ten people is null [DESK-13]. */
export const campaignMonths = sqliteTable(
  'campaign_months',
  {
    campaign: integer('campaign').notNull(),
    /** YYYY-MM, UTC. */
    month: text('month').notNull(),
    clicks: integer('clicks'),
    signups: integer('signups'),
    confirmed: integer('confirmed'),
    buyers: integer('buyers'),
  },
  (t) => [primaryKey({ columns: [t.campaign, t.month] })],
)

/** A campaign is found by the tracking record of a signup [SITE-9]; a null field fits every value. */
export const campaigns = sqliteTable(
  'campaigns',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    network: text('network'),
    ref: text('ref'),
    sub1: text('sub1'),
    sub2: text('sub2'),
    sub3: text('sub3'),
    partner: integer('partner'),
    costKind: text('cost_kind', { enum: COST_KINDS }).notNull().default('none'),
    /** Minor units of `currency`. */
    cost: integer('cost').notNull().default(0),
    currency: text('currency').notNull().default('EUR'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [uniqueIndex('campaigns_name').on(t.name)],
)
