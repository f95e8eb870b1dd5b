/** The audit: every act of the desk, and every look into what is covered; and the calls that read it [DESK-3]. */
import * as v from 'valibot'
import { Count, Id, IdText, Timestamp } from '../fields.ts'
import type { DeskCall } from './call.ts'

/** Looks: nothing is changed, but somebody has seen a conversation, an address, a covered photo or an export. */
export const OPENING_ACTS = [
  'case.open_conversation',
  'case.open_photo',
  'member.show_mail',
  'member.show_phone',
  'member.show_address',
  'member.show_conversation',
  'member.export',
  'authority_export.download',
  'payment.show_payer',
  'audit.export',
] as const

/** The closed list of acts, each `subject.verb`. */
export const AUDIT_ACTS = [
  ...OPENING_ACTS,
  'session.login',
  'session.logout',
  'staff.add',
  'staff.role',
  'staff.end',
  'staff.reset',
  'staff.lock',
  'staff.password',
  'staff.add_factor',
  'staff.remove_factor',
  'audit.check',
  'case.claim',
  'case.release',
  'case.decide',
  'case.undo',
  'letter.answer',
  'flag.answer',
  'decision.lift',
  'photo.approve',
  'photo.reject',
  'photo.undo',
  'member.sanction',
  'member.release',
  'member.note',
  'member.end_sessions',
  'member.force_reset',
  'member.correct_mail',
  'member.unlock',
  'member.resend',
  'member.delete',
  'hold.set',
  'hold.end',
  'authority_export.ask',
  'authority_export.approve',
  'authority_export.refuse',
  'payment.refund',
  'payment.withdraw',
  'payment.settle_chargeback',
  'payment.contest_chargeback',
  'payment.win_chargeback',
  'payment.settle_refund',
  'approval.ask',
  'approval.approve',
  'approval.refuse',
  'payer.block',
  'payer.unblock',
  'credits.goodwill',
  'settlement.import',
  'report.export',
  'announcement.draft',
  'announcement.change',
  'announcement.discard',
  'announcement.test',
  'announcement.send',
  'announcement.stop',
  'code.add',
  'code.change',
  'campaign.add',
  'campaign.change',
  'partner.add',
  'partner.link',
  'partner.revoke',
  'setting.change',
  'setting.undo',
  'fictional.add',
  'fictional.change',
  'fictional.pause',
  'fictional.resume',
  'fictional.answer',
] as const
export type AuditAct = (typeof AUDIT_ACTS)[number]

export const AUDIT_SUBJECTS = [
  'staff',
  'member',
  'photo',
  'letter',
  'decision',
  'case',
  'conversation',
  'message',
  'payment',
  'settlement',
  'code',
  'campaign',
  'authority_export',
] as const
export type AuditSubject = { kind: (typeof AUDIT_SUBJECTS)[number]; id: number }

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** A row of the audit. `hash` covers the row and `previous_hash`. */
export const AuditRow = v.object({
  id: Id,
  at: Timestamp,
  /** Null for the desk itself, e.g. a job. */
  staff: v.nullable(v.object({ id: Id, name: v.string() })),
  act: v.picklist(AUDIT_ACTS),
  subject: v.nullable(v.object({ kind: v.picklist(AUDIT_SUBJECTS), id: Id })),
  before: v.unknown(),
  after: v.unknown(),
  reason: v.string(),
  previous_hash: v.string(),
  hash: v.string(),
})
export type AuditRow = v.InferOutput<typeof AuditRow>

/** The result of a check of the chain: the rows that are intact, and the first broken one. */
export const AuditCheck = v.object({
  rows: v.number(),
  /** The newest row's hash: compare it with a copy from outside, such as a log line, to notice cut off rows. */
  newest_hash: v.string(),
  broken: v.nullable(v.object({ id: Id, fault: v.picklist(['gap', 'chain', 'content']) })),
})
export type AuditCheck = v.InferOutput<typeof AuditCheck>

const TimeText = v.pipe(v.string('required'), v.regex(/^\d{1,15}$/, 'invalid'), v.transform(Number))

export const auditCalls = {
  /** The newest rows first; `before` is the last id of the previous page. */
  'audit.list': {
    method: 'GET',
    path: 'audit',
    roles: ['owner'],
    query: v.object({
      before: v.optional(IdText),
      staff: v.optional(IdText),
      act: v.optional(v.picklist(AUDIT_ACTS, 'invalid')),
      subject_kind: v.optional(v.picklist(AUDIT_SUBJECTS, 'invalid')),
      subject: v.optional(IdText),
      /** `1`: only looks into conversations, addresses, photos and exports. */
      openings: v.optional(v.literal('1', 'invalid')),
      since: v.optional(TimeText),
    }),
    response: v.object({
      rows: v.array(AuditRow),
      /** All rows that fit, and all rows of the audit. */
      total: Count,
      all: Count,
      first_at: v.nullable(Timestamp),
      more: v.boolean(),
      /** The last check of the chain that is in the audit. */
      checked: v.nullable(v.object({ at: Timestamp, rows: Count, intact: v.boolean() })),
    }),
    errors: [],
  },
  'audit.check': {
    method: 'POST',
    path: 'audit/check',
    roles: ['owner'],
    response: AuditCheck,
    errors: [],
  },
} as const satisfies Record<string, DeskCall>
