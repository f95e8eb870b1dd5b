/** Whether writing to somebody would begin a conversation, and how many a free member may still begin [CHAT-4], [CHAT-15]. */
import type { Profile } from '../entities/profile.ts'
import type { User } from '../entities/user.ts'

/**
 * @param me null for a visitor, who has no limit
 * @returns how many more conversations may begin, including this one. Null without a known limit: for a premium member,
 * for a conversation that exists, or for a row of an older version
 */
export const conversationsLeftFor = (
  me: Pick<User, 'conversations_left'> | null,
  profile: Pick<Profile, 'talked'> | null,
): number | null => (profile?.talked === false ? (me?.conversations_left ?? null) : null)
