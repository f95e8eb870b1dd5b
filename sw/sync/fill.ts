/** Stores the full lists, the first time and after a break in the feed. Only delivered writes leave the outbox. */
import type { CallAnswer } from '#contract/calls.ts'
import type { User } from '#contract/entities/user.ts'
import { removeConversation, writeChat } from '../store/conversations.ts'
import { replaceLikes, statesOf } from '../store/likes.ts'
import { fillMe } from '../store/me.ts'
import { outboxIn } from '../store/outbox-rows.ts'
import { writeCards } from '../store/profiles.ts'
import type { MemberSession } from '../store/session.ts'
import { nameDelivered } from '../writes/photos.ts'

export type Lists = { user: User; chats: CallAnswer<'chats.get'>; likes: CallAnswer<'likes.get'> }

export const applyFill = (session: MemberSession, { user, chats, likes }: Lists, now: number): Promise<void> =>
  session.write(['meta', 'conversations', 'messages', 'likes', 'profiles', 'outbox', 'blobs'], async (tx) => {
    await writeCards(tx, [...chats.profiles, ...likes.profiles], now)
    await replaceLikes(tx, statesOf(likes))
    const listed = new Set(chats.chats.map((chat) => chat.conversation))
    for (const row of await tx.objectStore('conversations').getAll()) {
      // Stored histories may lack messages that came in between. Conversations that are not listed are deleted
      // [CHAT-8].
      const history = row.history && { ...row.history, gap: true }
      if (listed.has(row.conversation)) await tx.objectStore('conversations').put({ ...row, history })
      else await removeConversation(tx, row.conversation)
    }
    for (const chat of chats.chats) await writeChat(tx, chat)
    // The lists may be newer than their `seq`. The feed then repeats some changes, which is harmless.
    await fillMe(tx, { user, counts: chats.counts, seq: chats.seq, synced_at: now })
    await nameDelivered(outboxIn(tx), user.profile.photos)
  })
