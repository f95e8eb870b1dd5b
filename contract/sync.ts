/** One answer of the member's feed: everything that changed after a `seq`, as it stands now. */
import * as v from 'valibot'
import { Chat, Message } from './entities/chat.ts'
import { LikeState } from './entities/like.ts'
import { ProfileCard } from './entities/profile.ts'
import { Counts, User } from './entities/user.ts'
import { ConversationId, Count } from './fields.ts'

export const SyncAnswer = v.object({
  /** The feed stands here now; ask with `after=seq` next. */
  seq: Count,
  /** More waits behind this page: ask again at once. */
  more: v.boolean(),
  /** The feed no longer reaches back to `after`: drop what is held (never the outbox) and fill anew. */
  reset: v.boolean(),
  user: v.nullable(User),
  counts: Counts,
  messages: v.array(Message),
  chats: v.array(Chat),
  /** Conversations that are gone for this member. */
  removed_chats: v.array(ConversationId),
  /** Both sides null: nothing is left between us. */
  likes: v.array(LikeState),
  /** Everyone whom the rows above name. */
  profiles: v.array(ProfileCard),
})
export type SyncAnswer = v.InferOutput<typeof SyncAnswer>
