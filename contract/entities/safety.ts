/** Reports of members, and decisions that restrict a member [SAFE-8]. */
import * as v from 'valibot'
import { ClientId, Id, Timestamp } from '../fields.ts'
import { Failure } from './failure.ts'
import { ProfileCard } from './profile.ts'

export const REPORT_REASONS = [
  'fake',
  'harassment',
  'scam',
  'blackmail',
  'minor',
  'nudity',
  'hate',
  'spam',
  'other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** The kinds of letters to the desk; a notice is a complaint about a member. */
export const LETTER_KINDS = ['complaint', 'report', 'appeal', 'notice'] as const
export type LetterKind = (typeof LETTER_KINDS)[number]

/** The acknowledgement of a complaint, report or appeal; `number` is also in the mail. */
export const Receipt = v.object({ number: v.string(), at: Timestamp })
export type Receipt = v.InferOutput<typeof Receipt>

/** A blocked profile and the time of the block [PROF-14]. */
export const BlockedProfile = v.object({
  profile: ProfileCard,
  at: Timestamp,
  /** The block is queued on this device; only the device sets this. */
  waiting: v.optional(v.boolean()),
})
export type BlockedProfile = v.InferOutput<typeof BlockedProfile>
/** A report of the member's own, and its outcome once the desk has answered. */
export const SentReport = v.object({
  /** Empty until the server has received the report. */
  number: v.string(),
  at: Timestamp,
  reason: v.picklist(REPORT_REASONS),
  /** The name of the reported member; empty once that account is erased. */
  name: v.string(),
  /** Whether that member is a fictional profile; missing from an older device or server. */
  fictional: v.optional(v.boolean(), false),
  answered_at: v.nullable(Timestamp),
  /** Whether the desk found a violation of the rules; null until it has answered. */
  upheld: v.nullable(v.boolean()),
  /** The desk's answer to the reporter; may be empty. */
  answer: v.string(),
  /** The id that the reporter's device made; missing from an older device or server. */
  client_id: v.optional(v.nullable(v.string()), null),
  /** The report is still on this device, with its text and the reason if the server refused it; only the device sets this. */
  waiting: v.optional(v.object({ id: ClientId, failure: v.nullable(Failure), text: v.string() })),
})
export type SentReport = v.InferOutput<typeof SentReport>

export const DECISION_KINDS = [
  'photo_rejected',
  'profile_restricted',
  'messages_restricted',
  'warned',
  'muted',
  'suspended',
  'banned',
  'text_removed',
] as const

/** A restriction of the member: its kind, its reason, and the state of the appeal. */
export const Decision = v.object({
  id: Id,
  kind: v.picklist(DECISION_KINDS),
  /** One of the reason codes of this kind, e.g. of a rejected photo. */
  reason: v.string(),
  /** The desk's note; may be empty. */
  note: v.string(),
  /** A program decided; missing from an older device or server. */
  by_check: v.optional(v.boolean(), false),
  at: Timestamp,
  photo: v.nullable(v.string()),
  /** When the decision ends by itself; missing from an older device or server. */
  until: v.optional(v.nullable(Timestamp), null),
  /** The time to appeal is over, by the server's clock; missing from an older device or server. */
  appeal_over: v.optional(v.boolean(), false),
  appeal: v.nullable(
    v.object({
      at: Timestamp,
      text: v.string(),
      number: v.string(),
      answered_at: v.nullable(Timestamp),
      upheld: v.nullable(v.boolean()),
      /** The desk's answer; missing from an older device or server. */
      answer: v.optional(v.string(), ''),
    }),
  ),
})
export type Decision = v.InferOutput<typeof Decision>
