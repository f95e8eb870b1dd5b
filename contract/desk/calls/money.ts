/** The desk's calls about money [DESK-12]. */
import * as v from 'valibot'
import { ClientId, Count, IdText, Timestamp } from '../../fields.ts'
import type { DeskCall } from '../call.ts'
import {
  DESK_REFUND_REASONS,
  GOODWILL_MOST,
  MemberMoney,
  MoneyMonth,
  REFUND_PARTS,
  Settlement,
  UnspentCredits,
} from '../entities/money.ts'

const MONEY = ['finance', 'owner'] as const
/** Support reads a member's money and answers for it; the books are for finance. */
const MEMBERS_MONEY = ['support', 'finance', 'owner'] as const

const PaymentId = v.pipe(v.string('required'), v.regex(/^[0-9a-f-]{36}$/, 'invalid'))
const Note = v.pipe(v.string('required'), v.trim(), v.maxLength(500, 'too_long'))
const Reason = v.pipe(Note, v.nonEmpty('required'))
/** `waits`: nothing was ordered yet, because a second person has to allow it. */
const Ordered = v.object({ waits: v.boolean() })
const Month = v.pipe(v.string('required'), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'invalid'))

export const moneyDeskCalls = {
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
      reason: v.picklist(DESK_REFUND_REASONS, 'invalid'),
      note: Note,
      /** The same for a request that is sent again, so that it pays once. Pages of older builds send none. */
      client_id: v.optional(ClientId),
    }),
    response: Ordered,
    errors: ['not_found', 'changed_meanwhile', 'not_possible'],
  },
  /** Withdraws in the member's name: the declaration came in another way. */
  'money.withdraw': {
    method: 'POST',
    path: 'payments/:payment/withdraw',
    roles: MEMBERS_MONEY,
    about: 'payment',
    params: v.object({ payment: PaymentId }),
    body: v.object({ amount: v.pipe(Count, v.minValue(1, 'invalid')), note: Reason }),
    response: v.object({}),
    errors: ['not_found', 'changed_meanwhile'],
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
    response: Ordered,
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
    body: v.object({ decision: v.picklist(['allow', 'stop'], 'invalid'), reason: Reason }),
    response: v.object({}),
    errors: ['not_found'],
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
