/** A member as support sees them: contact data is covered until somebody asks for it [DESK-11]. */
import * as v from 'valibot'
import { ACCOUNT_STATUSES } from '../../entities/user.ts'
import { CountryCode, Count, Id, Timestamp } from '../../fields.ts'
import { SANCTIONS } from '../../rules/may-act.ts'
import { AUDIT_ACTS } from './audit.ts'

/** The value that a search matched. */
export const FOUND_BY = ['number', 'mail', 'payment', 'invoice', 'letter', 'name'] as const

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
    letter: Id,
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
  state: v.picklist(['asked', 'approved', 'refused']),
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
  /** The newest first. */
  history: v.array(MemberEvent),
})
export type DeskMember = v.InferOutput<typeof DeskMember>
