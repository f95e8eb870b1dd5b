/** The money of a member at the desk, and the desk's calls about it [DESK-12]. Amounts are whole minor units (cents) of a currency. */
import * as v from 'valibot'
import { LEDGER_REASONS, PAYMENT_STATUSES } from '../entities/money.ts'
import { ClientId, Count, CountryCode, Id, IdText, Timestamp } from '../fields.ts'
import { PAYMENT_METHODS } from '../payment-methods.ts'
import type { DeskCall } from './call.ts'
import { Claim } from './queue.ts'

export const SignedCount = v.pipe(v.number(), v.safeInteger())

/** The credits that one person may give one member within a number of days; more need a second person. */
export const GOODWILL_CREDITS = 50
export const GOODWILL_DAYS = 30
/** More credits than this cannot be given at once. */
const GOODWILL_MOST = 500

/** Refunds to one member in these days count together for the limit from which a second person has to allow them. */
export const REFUND_DAYS = 30

/** `unspent`: the share of the credits that are left · `whole`: all that was not paid back yet · `amount`: any part. */
export const REFUND_PARTS = ['unspent', 'whole', 'amount'] as const
export type RefundPart = (typeof REFUND_PARTS)[number]

export const DESK_REFUND_REASONS = ['withdrawal', 'goodwill', 'mistake', 'harm', 'other'] as const
export type DeskRefundReason = (typeof DESK_REFUND_REASONS)[number]

export const BOOKING_KINDS = ['sale', 'refund', 'chargeback'] as const

/** `allow` and `stop` accept the chargeback; the desk chooses one of them. `won`: the money is there again. */
export const CHARGEBACK_DECISIONS = ['allow', 'stop', 'won'] as const

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

/** A refund that the provider refused for good, and that nobody has settled yet. */
export const RefusedRefund = v.object({
  /** The order of the desk; null for the refund of a withdrawal. */
  refund: v.nullable(v.string()),
  amount: Count,
  at: Timestamp,
  /** The provider's words, or `TAKEN_BACK`. */
  reason: v.string(),
})
export type RefusedRefund = v.InferOutput<typeof RefusedRefund>

/** The provider made the refund and took it back later. */
export const TAKEN_BACK = 'taken_back'

/**
 * `again`: the provider is asked once more · `otherwise`: it was paid in another way, such as by bank transfer · `dropped`: it is not owed
 * any more, such as one that was ordered by mistake.
 */
export const REFUSED_REFUND_ANSWERS = ['again', 'otherwise', 'dropped'] as const
export type RefusedRefundAnswer = (typeof REFUSED_REFUND_ANSWERS)[number]

export const DeskBooking = v.object({
  kind: v.picklist(BOOKING_KINDS),
  at: Timestamp,
  amount: SignedCount,
  vat: SignedCount,
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
  refused_refunds: v.array(RefusedRefund),
  bookings: v.array(DeskBooking),
  refund: v.nullable(RefundOffer),
  /** Null if there is nothing to withdraw from. After `until`, only a declaration that was received before counts. */
  withdrawal: v.nullable(v.object({ until: Timestamp, amount: Count, credits: Count })),
  chargeback: v.nullable(
    v.object({
      at: Timestamp,
      amount: Count,
      decision: v.nullable(v.picklist(CHARGEBACK_DECISIONS)),
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
  amount: SignedCount,
  balance: SignedCount,
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
  /** The approvals that wait, then the newest answered ones. */
  approvals: v.array(Approval),
  /** Refunds over this amount, in whole units of their currency, need a second person. */
  second_person_over: Count,
  /** The claim on the row of the queue that leads here. Servers of older builds send none. */
  claim: v.optional(v.nullable(Claim), null),
  payments: v.array(DeskPayment),
  ledger: v.array(DeskLedgerEntry),
  more: v.boolean(),
})
export type MemberMoney = v.InferOutput<typeof MemberMoney>

export const MONEY = ['finance', 'owner'] as const

/** Support reads a member's money and answers for it; the books are for finance. */
const MEMBERS_MONEY = ['support', 'finance', 'owner'] as const

const PaymentId = v.pipe(v.string('required'), v.regex(/^[0-9a-f-]{36}$/, 'invalid'))
const Note = v.pipe(v.string('required'), v.trim(), v.maxLength(500, 'too_long'))
const Reason = v.pipe(Note, v.nonEmpty('required'))
/** `waits`: nothing was ordered yet, because a second person has to allow it. */
const ApprovalAnswer = v.object({ waits: v.boolean() })

export const memberMoneyCalls = {
  /** Payments, ledger and invoices of a member; `before` is the last ledger entry of the previous page. */
  'money.member': {
    method: 'GET',
    path: 'members/:member/money',
    roles: MEMBERS_MONEY,
    about: 'member',
    params: v.object({ member: IdText }),
    query: v.object({ before: v.optional(IdText) }),
    response: MemberMoney,
    errors: ['not_found'],
  },
  'money.refund': {
    method: 'POST',
    path: 'payments/:payment/refund',
    roles: MEMBERS_MONEY,
    about: 'payment',
    params: v.object({ payment: PaymentId }),
    body: v.object({
      part: v.picklist(REFUND_PARTS, 'invalid'),
      amount: v.pipe(Count, v.minValue(1, 'invalid')),
      /** The most that could be refunded when the screen was read: a colleague may have refunded something since. */
      most: v.optional(Count),
      reason: v.picklist(DESK_REFUND_REASONS, 'invalid'),
      note: Note,
      /** The same for a request that is sent again, so that it pays once. Pages of older builds send none. */
      client_id: v.optional(ClientId),
    }),
    response: ApprovalAnswer,
    errors: ['not_found', 'changed_meanwhile', 'not_possible'],
  },
  /** Withdraws in the member's name: the declaration came in another way. */
  'money.withdraw': {
    method: 'POST',
    path: 'payments/:payment/withdraw',
    roles: MEMBERS_MONEY,
    about: 'payment',
    params: v.object({ payment: PaymentId }),
    body: v.object({
      amount: v.pipe(Count, v.minValue(1, 'invalid')),
      note: Reason,
      /** The day (UTC) on which the declaration was received, if it was not today. It decides whether the withdrawal is in time. */
      received_on: v.optional(v.pipe(v.string('required'), v.isoDate('invalid'))),
    }),
    response: v.object({}),
    errors: ['not_found', 'changed_meanwhile', 'withdrawal_over', 'invalid_input'],
  },
  'money.goodwill': {
    method: 'POST',
    path: 'members/:member/goodwill',
    roles: MEMBERS_MONEY,
    about: 'member',
    params: v.object({ member: IdText }),
    body: v.object({
      credits: v.pipe(Count, v.minValue(1, 'invalid'), v.maxValue(GOODWILL_MOST, 'invalid')),
      /** The same for a request that is sent again, so that it acts once. Pages of older builds send none. */
      client_id: v.optional(ClientId),
      reason: Reason,
    }),
    response: ApprovalAnswer,
    errors: ['not_found', 'not_possible'],
  },
  /** Answers a colleague's request for money. What it asks for is done once, in the same moment. */
  'approvals.decide': {
    method: 'POST',
    path: 'approvals/:id/decide',
    roles: MEMBERS_MONEY,
    about: 'approval',
    params: v.object({ id: IdText }),
    body: v.object({ approved: v.boolean('invalid'), reason: Reason }),
    response: v.object({}),
    errors: ['not_found', 'own_decision', 'not_possible', 'changed_meanwhile'],
  },
  'money.decide_chargeback': {
    method: 'POST',
    path: 'payments/:payment/chargeback',
    roles: MONEY,
    about: 'payment',
    params: v.object({ payment: PaymentId }),
    body: v.object({
      decision: v.picklist(['allow', 'stop'], 'invalid'),
      reason: Reason,
      /** The decision on the page: nobody reverses one that they have not seen. Pages of older builds send none. */
      seen: v.optional(v.nullable(v.picklist(CHARGEBACK_DECISIONS, 'invalid'))),
    }),
    response: v.object({}),
    errors: ['not_found', 'not_possible', 'changed_meanwhile'],
  },
  /** Enters that a chargeback is won and the money there again, for a provider that does not report it. */
  'money.win_chargeback': {
    method: 'POST',
    path: 'payments/:payment/chargeback/won',
    roles: MONEY,
    about: 'payment',
    params: v.object({ payment: PaymentId }),
    body: v.object({ reason: Reason }),
    response: v.object({}),
    errors: ['not_found', 'not_possible'],
  },
  /** Notes that the chargeback is contested at the provider, and until when an answer is due. */
  'money.contest_chargeback': {
    method: 'POST',
    path: 'payments/:payment/chargeback/contest',
    roles: MONEY,
    about: 'payment',
    params: v.object({ payment: PaymentId }),
    body: v.object({ contest_by: Timestamp, reason: Reason }),
    response: v.object({}),
    errors: ['not_found', 'not_possible'],
  },
  /** Settles a refund that the provider refused for good. */
  'money.settle_refund': {
    method: 'POST',
    path: 'payments/:payment/refund/settle',
    roles: MONEY,
    about: 'payment',
    params: v.object({ payment: PaymentId }),
    body: v.object({
      refund: v.nullable(PaymentId),
      answer: v.picklist(REFUSED_REFUND_ANSWERS, 'invalid'),
      reason: Reason,
    }),
    response: v.object({}),
    errors: ['not_found', 'changed_meanwhile'],
  },
  /** Asks the provider about a payment now, so that a refund made there is booked. */
  'money.read_payment': {
    method: 'POST',
    path: 'payments/:payment/read',
    roles: MONEY,
    about: 'payment',
    params: v.object({ payment: PaymentId }),
    response: v.object({}),
    errors: ['not_found', 'server_busy'],
  },
} as const satisfies Record<string, DeskCall>
