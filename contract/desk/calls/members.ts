/** The desk's calls about members: find, support, export [DESK-11]. */
import * as v from 'valibot'
import { ClientId, Email, IdText, OperatorText } from '../../fields.ts'
import type { DeskCall } from '../call.ts'
import { AuthorityExport, DeskMember, FoundMember } from '../entities/member.ts'
import { NOTE_MAX } from '../limits.ts'
import { CASE_ROLES } from '../roles.ts'

const byId = v.object({ id: IdText })
const withReason = v.object({ reason: OperatorText })

/** A reason that may be left out, e.g. because the case is on the screen. */
const Reason = v.optional(v.pipe(v.string('required'), v.trim(), v.maxLength(500, 'too_long')), '')

export const memberCalls = {
  /** Finds members by number, whole mail, payment, invoice, the number of a receipt, or the beginning of a name. */
  'members.find': {
    method: 'GET',
    path: 'members',
    roles: ['moderator', 'support', 'finance', 'owner'],
    query: v.object({
      q: v.pipe(v.string('required'), v.trim(), v.nonEmpty('required'), v.maxLength(254, 'too_long')),
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
    body: v.object({ mail: Email, reason: OperatorText }),
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
  /** Holds all evidence about the member without an end, for a legal procedure, or ends that hold. */
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
