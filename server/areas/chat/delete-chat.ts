/**
 * Deletes a conversation for one member. The partner still sees all of it, and a new message restores it for both
 * [CHAT-8].
 */
import { pairOf, partnerIn } from '#contract/rules/conversation-id.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { announce } from '../feed/announce.ts'

/**
 * Idempotent, because the outbox may send it twice.
 * @param upTo the last message that the device knew; all messages if omitted
 * @returns the refusal, or null
 */
export const deleteChat = async (
  { write }: Pick<Deps, 'write'>,
  member: number,
  conversation: string,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<Refusal | null> => {
  if (partnerIn(conversation, member) === undefined) return refuse('not_found')
  return write(
    async (tx) => {
      const stored = await tx.chat.conversationOf(pairOf(conversation))
      const side = stored && (await tx.chat.sideOf(member, stored.id))
      if (!stored || !side) return refuse('not_found')
      const hidden = Math.min(upTo, Math.max(stored.lastMessage, side.heldLast))
      if (hidden <= side.hiddenUpTo) return null

      const unread = await tx.chat.unreadAfter(member, stored.id, Math.max(hidden, side.readUpTo))
      await tx.chat.hide(member, stored.id, hidden, unread)
      // Announce it only to the own devices: the partner must not learn of the deletion.
      await announce(tx, member, 'chat', stored.id)
      return null
    },
    [member],
  )
}
