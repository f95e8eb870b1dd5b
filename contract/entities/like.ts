/** §3 Likes. */
import * as v from 'valibot'
import { Id, Timestamp } from '../fields.ts'

/** §3 Liked-by entry: id, like_new. */
export const LikedBy = v.object({ id: Id, like_new: v.boolean(), at: Timestamp })
export type LikedBy = v.InferOutput<typeof LikedBy>

export const Liked = v.object({
  id: Id,
  at: Timestamp,
  /** The like waits on this device; only the device says so. */
  waiting: v.optional(v.boolean()),
})
export type Liked = v.InferOutput<typeof Liked>

/** Everything between me and one profile: what the feed carries. Both sides set is a match. */
export const LikeState = v.object({
  profile: Id,
  received: v.nullable(v.object({ at: Timestamp, like_new: v.boolean() })),
  sent: v.nullable(v.object({ at: Timestamp })),
})
export type LikeState = v.InferOutput<typeof LikeState>

/** [LIKE-5] */
export const SWIPE_CHOICES = ['like', 'pass'] as const
export type SwipeChoice = (typeof SWIPE_CHOICES)[number]
