/** How far a member has read a conversation [CHAT-1]; the mark never goes back, so marks may arrive in any order. */
import type { CallAnswer } from '#contract/calls.ts'
import { pairOf, partnerIn } from '#contract/rules/conversation-id.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { announce, announceToBoth } from '../feed/announce.ts'
import { shownSince } from './chat-view.ts'

export const markRead = async (
  { write }: Pick<Deps, 'write'>,
  member: number,
  conversation: string,
  upTo: number,
): Promise<CallAnswer<'chats.read'> | Refusal> => {
  const partner = partnerIn(conversation, member)
  if (partner === undefined) return refuse('not_found')
  return write(
    async (tx) => {
      const stored = await tx.chat.conversationOf(pairOf(conversation))
      const side = stored && (await tx.chat.sideOf(member, stored.id))
      if (!stored || !side) return refuse('not_found')
      // Never past the newest message: a message still to come is not read.
      const mark = Math.min(upTo, stored.lastMessage)
      if (mark <= side.readUpTo) return { num_unread_messages: side.unread }

      const unread = await tx.chat.unreadAfter(member, stored.id, Math.max(mark, side.hiddenUpTo))
      const relation = await tx.find.relation(member, partner)
      if (relation?.blocksMe || relation?.blockedByMe) {
        // A block freezes the mark: neither side learns what the other reads [CHAT-9].
        await tx.chat.markRead(member, stored.id, side.readUpTo, unread)
        await announce(tx, member, 'chat', stored.id)
        return { num_unread_messages: relation.blockedByMe ? 0 : unread }
      }
      await tx.chat.markRead(member, stored.id, mark, unread)
      await announceToBoth(tx, [member, partner], 'chat', stored.id)
      return { num_unread_messages: unread }
    },
    [member, partner],
  )
}

/** Clears unread counts of messages that are too old to be shown: no badge counts messages that nobody can open [CHAT-10]. */
export const forgetAgedUnread = async (
  deps: Pick<Deps, 'read' | 'write' | 'now' | 'settings'>,
  member: number,
): Promise<void> => {
  const since = shownSince(deps)
  if ((await deps.read.chat.agedUnread(member, since)).length === 0) return
  await deps.write(
    async (tx) => {
      for (const { conversation, hiddenUpTo } of await tx.chat.agedUnread(member, since)) {
        // Do not mark them as read: the partner must not see a read mark that is not true.
        await tx.chat.hide(member, conversation, hiddenUpTo, 0)
        await announce(tx, member, 'chat', conversation)
      }
    },
    [member],
  )
}
