/** Reports of members, and the decisions that restrict one [SAFE-8]. */
import * as v from 'valibot'
import { Id, Timestamp } from '../fields.ts'
import { ProfileCard } from './profile.ts'

export const REPORT_REASONS = ['fake', 'harassment', 'scam', 'minor', 'nudity', 'hate', 'spam', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** What a complaint, a report or an appeal is acknowledged with: `number` as it also stands in the mail. */
export const Receipt = v.object({ number: v.string(), at: Timestamp })
export type Receipt = v.InferOutput<typeof Receipt>

/** Somebody the member has blocked, and when [PROF-14]. */
export const BlockedProfile = v.object({
  profile: ProfileCard,
  at: Timestamp,
  /** The block waits on this device; only the device says so. */
  waiting: v.optional(v.boolean()),
})
export type BlockedProfile = v.InferOutput<typeof BlockedProfile>

export const DECISION_KINDS = ['photo_rejected', 'profile_restricted', 'messages_restricted'] as const

/** A restriction of the member's own: what, why, and where the appeal stands. */
export const Decision = v.object({
  id: Id,
  kind: v.picklist(DECISION_KINDS),
  /** A code of the kind's reasons, e.g. of a rejected photo. */
  reason: v.string(),
  /** What the desk wrote to it; may be empty. */
  note: v.string(),
  at: Timestamp,
  photo: v.nullable(v.string()),
  appeal: v.nullable(
    v.object({
      at: Timestamp,
      text: v.string(),
      number: v.string(),
      answered_at: v.nullable(Timestamp),
      upheld: v.nullable(v.boolean()),
    }),
  ),
})
export type Decision = v.InferOutput<typeof Decision>
