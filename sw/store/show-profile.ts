/** Adds the current likes, blocks and conversation to a stored profile: these change faster than the profile itself. */
import type { Profile } from '#contract/entities/profile.ts'
import { conversationId, partnerIn } from '#contract/rules/conversation-id.ts'
import { queuedBlocks, shownLikes } from '../writes/overlays.ts'
import { messageIn } from '../writes/table.ts'
import { closedBy, readConversation } from './conversations.ts'
import { readMe } from './me.ts'
import { readOutbox } from './outbox-rows.ts'
import type { MemberSession } from './session.ts'

export const showProfile = (session: MemberSession, profile: Profile): Promise<Profile> =>
  session.read(['meta', 'likes', 'outbox', 'conversations'], async (tx) => {
    if (!(await readMe(tx)).filled) return profile
    const stored = await tx.objectStore('likes').get(profile.id)
    const outbox = await readOutbox(tx)
    const like = shownLikes(stored ? [stored] : [], outbox).find((like) => like.profile === profile.id)
    const block = queuedBlocks(outbox).get(profile.id)
    const chat = (await readConversation(tx, conversationId(session.member, profile.id)))?.chat
    const isWritten = outbox.some(({ write, state }) => {
      const message = state === 'failed' ? null : messageIn(write)
      return message !== null && partnerIn(message.conversation, session.member) === profile.id
    })
    return {
      ...profile,
      liked: Boolean(like?.sent),
      likes_me: Boolean(like?.received),
      blocked: block ?? profile.blocked,
      closed: closedBy(chat ? chat.closed : profile.closed, block),
      talked: profile.talked === true || Boolean(chat) || isWritten,
    }
  })
