/** The snapshot of a reported member [DESK-6], as the server stores it. */
import * as v from 'valibot'
import { MESSAGE_TYPES } from '../../entities/chat.ts'
import { Id, Timestamp } from '../../fields.ts'

/** Kinds of identity whose keyed hashes outlive a banned account [DESK-10]. */
export const SNAPSHOT_MARKS = ['mail', 'phone', 'iban', 'device', 'photo'] as const
export type MarkKind = (typeof SNAPSHOT_MARKS)[number]

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
