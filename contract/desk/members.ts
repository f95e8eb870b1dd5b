/** A member as support sees them, with contact data covered until somebody asks for it; and the calls to find, support and export [DESK-11]. */
import * as v from 'valibot'
import { ACCOUNT_STATUSES } from '../entities/user.ts'
import { ClientId, Count, CountryCode, Id, IdText, NewEmail, OperatorText, Timestamp } from '../fields.ts'
import { SANCTIONS } from '../rules/may-act.ts'
import { AUDIT_ACTS } from './audit.ts'
import type { DeskCall } from './call.ts'
import { CASE_ROLES } from './roles.ts'
import { NOTE_MAX } from './limits.ts'

/** The value that a search matched. */
export const FOUND_BY = ['number', 'mail', 'payment', 'invoice', 'letter', 'reported', 'name'] as const

const common = {
  id: Id,
  name: v.string(),
  age: Count,
  country: CountryCode,
  city: v.string(),
  status: v.picklist(ACCOUNT_STATUSES),
  sanction: v.nullable(v.picklist(SANCTIONS)),
  paid: v.boolean(),
  fictional: v.boolean(),
}

export const FoundMember = v.object({ ...common, by: v.picklist(FOUND_BY) })
export type FoundMember = v.InferOutput<typeof FoundMember>

/** Something that happened to or by a member, for the history on the member's page. */
export const MemberEvent = v.variant('kind', [
  v.object({ kind: v.literal('signup'), at: Timestamp }),
  v.object({
    kind: v.literal('payment'),
    at: Timestamp,
    /** In minor units of `currency`. */
    amount: Count,
    currency: v.string(),
    credits: Count,
    invoice: v.nullable(v.string()),
  }),
  /** A report by the member, or about the member. */
  v.object({
    kind: v.picklist(['report_made', 'reported']),
    at: Timestamp,
    /** As on its receipt, such as R-000012. */
    number: v.string(),
    reason: v.nullable(v.string()),
  }),
  v.object({
    kind: v.literal('decision'),
    at: Timestamp,
    decision: v.string(),
    reason: v.string(),
    lifted: v.boolean(),
  }),
  v.object({
    kind: v.literal('act'),
    at: Timestamp,
    act: v.picklist(AUDIT_ACTS),
    staff: v.string(),
    reason: v.string(),
    row: Id,
  }),
])
export type MemberEvent = v.InferOutput<typeof MemberEvent>

/** A copy of a member's data for an authority: asked for by one person, allowed by another. */
export const AuthorityExport = v.object({
  id: Id,
  at: Timestamp,
  by: v.object({ id: Id, name: v.string() }),
  reason: v.string(),
  /** `expired`: it was allowed, and its days are over. */
  state: v.picklist(['asked', 'approved', 'refused', 'expired']),
})
export type AuthorityExport = v.InferOutput<typeof AuthorityExport>

/** A note of the staff about a member. Notes are only added. */
const MemberNote = v.object({
  id: Id,
  at: Timestamp,
  by: v.object({ id: Id, name: v.string() }),
  text: v.string(),
})
export type MemberNote = v.InferOutput<typeof MemberNote>

export const DeskMember = v.object({
  ...common,
  gender: v.picklist(['male', 'female']),
  language: v.string(),
  about_me: v.string(),
  signup_at: Timestamp,
  last_active: Timestamp,
  sanction_until: v.nullable(Timestamp),
  deleting_since: v.nullable(Timestamp),
  /** Covered: `h••••@••••.ie`. */
  mail: v.string(),
  phones: v.array(v.string()),
  addresses: Count,
  credits: v.number(),
  /** Completed payments by currency, in minor units. */
  bought: v.array(v.object({ currency: v.string(), amount: Count, payments: Count })),
  conversations: Count,
  sessions: v.array(
    v.object({
      id: v.string(),
      device: v.string(),
      browser: v.string(),
      system: v.string(),
      created_at: Timestamp,
      last_seen_at: Timestamp,
    }),
  ),
  reports_about: Count,
  reports_made: Count,
  /** Reports whose evidence is held, and how many of these for a legal procedure. */
  evidence: v.object({ held: Count, legal: Count }),
  authority_exports: v.array(AuthorityExport),
  /** The newest notes, in the order they were written, and the number of all. */
  notes: v.object({ total: Count, newest: v.array(MemberNote) }),
  /** The newest first, up to `HISTORY_SHOWN` of each kind. */
  history: v.array(MemberEvent),
})
export type DeskMember = v.InferOutput<typeof DeskMember>

const byId = v.object({ id: IdText })
const withReason = v.object({ reason: OperatorText })

/** A reason that may be left out, e.g. because the case is on the screen. */
const Reason = v.optional(v.pipe(v.string('required'), v.trim(), v.maxLength(500, 'too_long')), '')

export const memberCalls = {
  /** Finds members by number, whole mail, payment, invoice, the number of a receipt, or the beginning of a name, also with the age as in `Anna, 39`. */
  'members.find': {
    method: 'GET',
    path: 'members',
    roles: ['moderator', 'support', 'finance', 'owner'],
    query: v.object({
      q: v.pipe(v.string('required'), v.trim(), v.nonEmpty('required'), v.maxLength(254, 'too_long')),
      /** The last number of the page before, of members found by name. */
      before: v.optional(IdText),
    }),
    response: v.object({ members: v.array(FoundMember), more: v.boolean() }),
    errors: [],
  },
  'members.get': {
    method: 'GET',
    path: 'members/:id',
    roles: ['moderator', 'support', 'finance', 'owner'],
    about: 'member',
    params: byId,
    response: DeskMember,
    errors: ['not_found'],
  },
  /** Adds a note of the staff. No call changes or removes one: the next note corrects it. */
  'members.add_note': {
    method: 'POST',
    path: 'members/:id/notes',
    roles: ['moderator', 'support', 'finance', 'owner'],
    about: 'member',
    params: byId,
    body: v.object({
      client_id: ClientId,
      text: v.pipe(v.string('required'), v.trim(), v.nonEmpty('required'), v.maxLength(NOTE_MAX, 'too_long')),
    }),
    response: DeskMember,
    errors: ['not_found'],
  },
  /** Uncovers contact data; the audit says who looked. */
  'members.show': {
    method: 'POST',
    path: 'members/:id/show',
    roles: ['support', 'finance', 'owner'],
    about: 'member',
    params: byId,
    body: v.object({ part: v.picklist(['mail', 'phone', 'address'], 'invalid'), reason: Reason }),
    response: v.object({ values: v.array(v.string()) }),
    errors: ['not_found'],
  },
  /** Ends one session, or all if `session` is left out. */
  'members.end_sessions': {
    method: 'POST',
    path: 'members/:id/end-sessions',
    roles: CASE_ROLES,
    about: 'member',
    params: byId,
    body: v.object({ session: v.optional(v.pipe(v.string(), v.maxLength(64, 'too_long'))), reason: Reason }),
    response: DeskMember,
    errors: ['not_found'],
  },
  /** Neither the password nor a passkey works any more, all sessions end, and a mail leads to a new password. */
  'members.force_reset': {
    method: 'POST',
    path: 'members/:id/reset',
    roles: ['support', 'owner'],
    about: 'member',
    params: byId,
    body: withReason,
    response: DeskMember,
    errors: ['not_found', 'not_possible', 'server_busy'],
  },
  /** Only an address that was never confirmed; the confirmation mail goes to the new one. */
  'members.correct_mail': {
    method: 'PUT',
    path: 'members/:id/mail',
    roles: ['support', 'owner'],
    about: 'member',
    params: byId,
    body: v.object({ mail: NewEmail, reason: OperatorText }),
    response: DeskMember,
    errors: ['not_found', 'not_possible', 'mail_taken'],
  },
  /** Lifts the blocks after wrong passwords. */
  'members.unlock': {
    method: 'POST',
    path: 'members/:id/unlock',
    roles: ['support', 'owner'],
    about: 'member',
    params: byId,
    body: v.object({ reason: Reason }),
    response: DeskMember,
    errors: ['not_found'],
  },
  /** Sends the confirmation mail again. */
  'members.resend': {
    method: 'POST',
    path: 'members/:id/resend',
    roles: ['support', 'owner'],
    about: 'member',
    params: byId,
    body: v.object({ reason: Reason }),
    response: DeskMember,
    errors: ['not_found', 'not_possible'],
  },
  /** The same deletion as by the member: 14 days to undo it, and evidence stays as long as it is held. */
  'members.delete': {
    method: 'POST',
    path: 'members/:id/delete',
    roles: ['support', 'owner'],
    about: 'member',
    params: byId,
    body: withReason,
    response: DeskMember,
    errors: ['not_found', 'not_possible'],
  },
  /** Sets or ends a legal hold: all evidence about the member is retained without a time limit. */
  'members.hold': {
    method: 'PUT',
    path: 'members/:id/hold',
    roles: CASE_ROLES,
    about: 'member',
    params: byId,
    body: v.object({ held: v.boolean('invalid'), reason: OperatorText }),
    response: DeskMember,
    errors: ['not_found', 'not_possible'],
  },
  /** The member's own export, for a member who cannot log in. */
  'members.export': {
    method: 'POST',
    path: 'members/:id/export',
    roles: ['support', 'owner'],
    about: 'member',
    params: byId,
    body: withReason,
    response: 'file',
    errors: ['not_found'],
  },
  /** A copy for an authority: a second person has to allow it. */
  'authority_exports.ask': {
    method: 'POST',
    path: 'members/:id/authority-exports',
    roles: ['support', 'owner'],
    about: 'member',
    params: byId,
    body: withReason,
    response: AuthorityExport,
    errors: ['not_found'],
  },
  'authority_exports.decide': {
    method: 'POST',
    path: 'authority-exports/:id/decide',
    roles: ['support', 'owner'],
    about: 'authority_export',
    params: byId,
    body: v.object({ approved: v.boolean('invalid'), reason: OperatorText }),
    response: AuthorityExport,
    errors: ['not_found', 'own_decision', 'not_possible'],
  },
  'authority_exports.download': {
    method: 'POST',
    path: 'authority-exports/:id/file',
    roles: ['support', 'owner'],
    about: 'authority_export',
    params: byId,
    response: 'file',
    errors: ['not_found', 'not_possible'],
  },
} as const satisfies Record<string, DeskCall>
