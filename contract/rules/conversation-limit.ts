/** Whether writing to somebody would begin a conversation, and how many a free member may still begin [CHAT-4], [CHAT-15]. */
import type { Profile } from '../entities/profile.ts'
import type { User } from '../entities/user.ts'

/**
 * @param me only a member has a limit
 * @returns how many more conversations may be begun, this one among them; null where there is no limit to speak of:
 *   a premium member, a conversation that exists, or a row of an older version that does not know
 */
export const conversationsLeftFor = (
  me: Pick<User, 'conversations_left'> | null,
  profile: Pick<Profile, 'talked'> | null,
): number | null => (profile?.talked === false ? (me?.conversations_left ?? null) : null)
