/**
 * A case: what was reported as it was, what has changed since, and what is known about the member [DESK-6]. Also the decisions that end
 * it [DESK-7].
 */
import * as v from 'valibot'
import { MESSAGE_TYPES, MESSAGE_WARNINGS } from '../entities/chat.ts'
import type { PhotoReason } from '../entities/photo.ts'
import { DECISION_KINDS, REPORT_REASONS, type ReportReason } from '../entities/safety.ts'
import { ACCOUNT_STATUSES } from '../entities/user.ts'
import { Count, Id, Timestamp } from '../fields.ts'
import { houseRuleOf } from '../rules/house-rules.ts'
import { AlikePhoto } from './photos.ts'
import { Claim, QueueItem, QueueMember } from './queue.ts'
import { SEVERITIES } from './severity.ts'
import { Subject } from './subject.ts'

/** The kinds of data that identify a person: accounts that share one are linked, and its keyed hash outlives a ban [DESK-10]. */
export const IDENTITY_KINDS = ['mail', 'phone', 'iban', 'device', 'photo'] as const
export type IdentityKind = (typeof IDENTITY_KINDS)[number]

/** A picture in a snapshot; `hash` names its files in the photo store. */
export const SnapshotPhoto = v.object({ id: Id, hash: v.string(), private: v.boolean(), main: v.boolean() })
export type SnapshotPhoto = v.InferOutput<typeof SnapshotPhoto>

export const SnapshotProfile = v.object({
  name: v.string(),
  gender: v.picklist(['male', 'female']),
  birth_date: v.string(),
  country: v.string(),
  region: v.string(),
  city: v.string(),
  about_me: v.string(),
  language: v.string(),
  signup_at: Timestamp,
  fictional: v.boolean(),
  photos: v.array(SnapshotPhoto),
})
export type SnapshotProfile = v.InferOutput<typeof SnapshotProfile>

export const SnapshotMessage = v.object({
  id: Id,
  sender: Id,
  sent_at: Timestamp,
  type: v.picklist(MESSAGE_TYPES),
  text: v.string(),
  /** The hash of a sent picture, or null. */
  photo: v.nullable(v.string()),
})
export type SnapshotMessage = v.InferOutput<typeof SnapshotMessage>

const CaseEvidence = v.object({
  /** The report or notice. */
  letter: Id,
  number: v.string(),
  taken_at: Timestamp,
  held_until: Timestamp,
  legal_hold: v.boolean(),
  profile: v.object({
    ...SnapshotProfile.entries,
    /** A covered photo may show nudity or a minor: its file is answered only after `case.show_photo` has logged the look. */
    photos: v.array(v.object({ ...SnapshotPhoto.entries, covered: v.boolean() })),
  }),
  /** The number of messages; they are covered until `case.messages` has logged the look. */
  messages: Count,
  /** The reported message, or null. */
  message: v.nullable(Id),
  /** The reported photo of the profile, or null. */
  photo: v.nullable(Id),
})

const CaseDecision = v.object({
  id: Id,
  kind: v.picklist(DECISION_KINDS),
  reason: v.string(),
  note: v.string(),
  at: Timestamp,
  until: v.nullable(Timestamp),
  lifted_at: v.nullable(Timestamp),
  staff: v.nullable(v.object({ id: Id, name: v.string() })),
  /** The rejected photo, for whoever answers an appeal; null for other decisions, and once its owner has deleted it. */
  photo: v.nullable(v.object({ id: Id, covered: v.boolean() })),
  /** The removed text of the profile; a removed message is in the evidence of its report. */
  removed_text: v.string(),
  appeal: v.nullable(v.object({ letter: Id, at: Timestamp, text: v.string(), upheld: v.nullable(v.boolean()) })),
  /** The caller's own decision, whose appeal somebody else answers. */
  is_own: v.boolean(),
})

export const CaseLink = v.object({
  member: Id,
  /** Empty once that account is erased. */
  name: v.string(),
  age: v.nullable(v.number()),
  kind: v.picklist(IDENTITY_KINDS),
  strength: v.picklist(['strong', 'weak']),
  /** The accounts that share it, this one included: the more, the weaker. */
  shared_by: Count,
  /** The other account is banned, or was before it was erased. */
  banned: v.boolean(),
  /** For `photo`: the other account's photo that looks most alike; null once it is gone. */
  alike: v.nullable(AlikePhoto),
})
export type CaseLink = v.InferOutput<typeof CaseLink>

/** A first message that the automatic check holds [GUARD-1]. It is covered until `case.held_message` has logged the look. */
export const HeldMessage = v.object({
  flag: Id,
  found: v.array(v.picklist(MESSAGE_WARNINGS)),
})
export type HeldMessage = v.InferOutput<typeof HeldMessage>

export const Case = v.object({
  case: v.nullable(Id),
  subject: Subject,
  member: QueueMember,
  severity: v.nullable(v.picklist(SEVERITIES)),
  due_at: v.nullable(Timestamp),
  claim: v.nullable(Claim),
  items: v.array(QueueItem),
  /** The members whose reports wait, with all their reports and the outcomes. Older servers do not name them. */
  reporters: v.optional(v.array(v.object({ id: Id, reports: Count, upheld: Count, dismissed: Count })), []),
  held: v.array(HeldMessage),
  /** The newest first. */
  evidence: v.array(CaseEvidence),
  /** Fields that differ between the oldest waiting snapshot and now; `after` is null once the account is erased. */
  changed: v.array(
    v.object({
      field: v.picklist(['name', 'about_me', 'birth_date', 'country', 'region', 'city', 'photos']),
      before: v.string(),
      after: v.nullable(v.string()),
    }),
  ),
  history: v.object({
    joined_at: v.nullable(Timestamp),
    language: v.string(),
    status: v.picklist(ACCOUNT_STATUSES),
    wrote_to: Count,
    upheld: Count,
    dismissed: Count,
  }),
  decisions: v.array(CaseDecision),
  links: v.array(CaseLink),
})
export type Case = v.InferOutput<typeof Case>

export const OpenedMessage = v.object({
  /** The row of the audit that logs this look. */
  audit: Id,
  at: Timestamp,
  text: v.string(),
  /** The recipient, by name; empty once that account is erased. */
  to: v.string(),
})

export const CaseMessages = v.object({
  /** The row of the audit that logs this look. */
  audit: Id,
  at: Timestamp,
  reported: v.nullable(Id),
  messages: v.array(SnapshotMessage),
})

/** A statement in the member's language and in the language of the desk, before it is sent. */
export const StatementPreview = v.object({
  language: v.string(),
  subject: v.string(),
  paragraphs: v.array(v.string()),
  desk_paragraphs: v.array(v.string()),
  /** Members who hear the outcome of their report: the first by name, and the number of the others. */
  reporters: v.array(v.string()),
  more_reporters: Count,
  /** Members whom a ban for fraud would warn. */
  warned: Count,
})

export const CaseReason = v.picklist(REPORT_REASONS, 'invalid')

/** The cause of a decision, as the transparency report counts it [DESK-15]. */
export const DECISION_SOURCES = ['report', 'notice', 'flag', 'own'] as const
export type DecisionSource = (typeof DECISION_SOURCES)[number]

/** The choices in a case. `none` closes its reports as unfounded. */
export const DECISION_ACTS = [
  'none',
  'warn',
  'remove_photo',
  'remove_text',
  'mute',
  'restrict',
  'suspend',
  'ban',
] as const
export const DecisionAct = v.picklist(DECISION_ACTS)
export type DecisionAct = (typeof DECISION_ACTS)[number]

/** Whether a decision finds that the member is a minor. Every other one ends a doubt about the age [GUARD-6]. */
export const findsMinor = ({ act, reason }: { act: DecisionAct; reason: ReportReason }): boolean =>
  reason === 'minor' && (act === 'restrict' || act === 'suspend' || act === 'ban')

/** The subject of a report or of a removal; both null for the profile. */
type ReportedContent = { message: number | null; photo: number | null }

/**
 * Whether a decision acts on what a report says, unless the person who decides says otherwise: their grounds rest on the same
 * house rule, and a removal is about the reported photo or message, or the report about the whole profile (DSA art. 16(5)).
 */
export const actsOn = (
  report: ReportedContent & { reason: string | null },
  decision: ReportedContent & { act: DecisionAct; ground: ReportReason | PhotoReason },
): boolean => {
  const { act, ground, message, photo } = decision
  if (act === 'none' || houseRuleOf(report.reason ?? 'other').rule !== houseRuleOf(ground).rule) return false
  if (act !== 'remove_photo' && act !== 'remove_text') return true
  return (report.message ?? message) === message && (report.photo ?? photo) === photo
}
