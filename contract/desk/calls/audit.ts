/** The desk's calls about the audit [DESK-3]. */
import * as v from 'valibot'
import { Count, IdText, Timestamp } from '../../fields.ts'
import type { DeskCall } from '../call.ts'
import { AUDIT_ACTS, AUDIT_SUBJECTS, AuditCheck, AuditRow } from '../entities/audit.ts'

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
