/** §3 Likes. */
import * as v from 'valibot'
import { Id, Timestamp } from '../fields.ts'

/** §3 Liked-by entry: id, like_new. */
export const ReceivedLike = v.object({ id: Id, like_new: v.boolean(), at: Timestamp })
export type ReceivedLike = v.InferOutput<typeof ReceivedLike>

export const SentLike = v.object({
  id: Id,
  at: Timestamp,
  /** The like is still queued on this device; only the device sets this. */
  waiting: v.optional(v.boolean()),
})
export type SentLike = v.InferOutput<typeof SentLike>

/** The likes between the member and one profile, as the feed sends them. If both are set, it is a match. */
export const LikeState = v.object({
  profile: Id,
  received: v.nullable(v.object({ at: Timestamp, like_new: v.boolean() })),
  sent: v.nullable(v.object({ at: Timestamp })),
})
export type LikeState = v.InferOutput<typeof LikeState>

/** [LIKE-5] */
export const SWIPE_CHOICES = ['like', 'pass'] as const
export type SwipeChoice = (typeof SWIPE_CHOICES)[number]
