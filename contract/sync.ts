/** One answer of the member's feed: the current state of everything that changed after a `seq`. */
import * as v from 'valibot'
import { Chat, Message } from './entities/chat.ts'
import { LikeState } from './entities/like.ts'
import { ProfileCard } from './entities/profile.ts'
import { Counts, User } from './entities/user.ts'
import { ConversationId, Count } from './fields.ts'

export const SyncAnswer = v.object({
  /** The new cursor; send it as `after` in the next request. */
  seq: Count,
  /** There are more changes: ask again at once. */
  more: v.boolean(),
  /** The feed no longer contains `after`: delete the stored data (never the outbox) and fetch the full lists. */
  reset: v.boolean(),
  user: v.nullable(User),
  counts: Counts,
  messages: v.array(Message),
  chats: v.array(Chat),
  /** Conversations that were removed for this member. */
  removed_chats: v.array(ConversationId),
  /** Changed likes; if both sides are null, no like is left. */
  likes: v.array(LikeState),
  /** The profiles that the rows above refer to. */
  profiles: v.array(ProfileCard),
})
export type SyncAnswer = v.InferOutput<typeof SyncAnswer>
