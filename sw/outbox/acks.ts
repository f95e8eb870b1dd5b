/** The server has a write: what it answered takes the write's place, in one transaction with the end of its row. */
import type { CallAnswer } from '#contract/calls.ts'
import { bumpConversation, readConversation, writeMessage } from '../store/conversations.ts'
import { writeLike } from '../store/likes.ts'
import { changeMe, readMe } from '../store/me.ts'
import type { StoreName, Tx } from '../store/member-db.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'

export const ACK_STORES: StoreName[] = ['outbox', 'messages', 'conversations', 'likes', 'meta']

/**
 * Credits and counts are left to the feed, which is asked right after: answers of lanes side by side may come in any
 * order, the feed has one.
 * @param sentAt where the feed stood on this device when the request left
 */
export const applyAck = async (
  tx: Tx,
  row: OutboxRow,
  data: unknown,
  sentAt: { seq: number; member: number },
): Promise<void> => {
  // The answer's schema has been parsed by the call it belongs to.
  switch (row.write.kind) {
    case 'messages.send': {
      const { message } = data as CallAnswer<'messages.send'>
      await writeMessage(tx, message)
      await bumpConversation(tx, message, sentAt.member)
      return
    }
    case 'likes.put':
    case 'likes.delete': {
      if ((await readMe(tx)).seq !== sentAt.seq) return
      const { like } = data as CallAnswer<'likes.put'>
      await writeLike(tx, like)
      return
    }
    case 'likes.seen': {
      const like = await tx.objectStore('likes').get(row.write.profile)
      if (!like?.received?.like_new) return
      await writeLike(tx, { ...like, received: { ...like.received, like_new: false } })
      const { counts } = await readMe(tx)
      await changeMe(tx, { counts: { ...counts, new_likes: Math.max(0, counts.new_likes - 1) } })
      return
    }
    case 'chats.read': {
      if ((await readMe(tx)).seq !== sentAt.seq) return
      await applyReadMark(tx, row.write.conversation, row.write.up_to, data as CallAnswer<'chats.read'>)
    }
  }
}

const applyReadMark = async (
  tx: Tx,
  conversation: string,
  upTo: number,
  { num_unread_messages }: CallAnswer<'chats.read'>,
): Promise<void> => {
  const row = await readConversation(tx, conversation)
  if (!row?.chat) return
  const less = row.chat.num_unread_messages - num_unread_messages
  const my_read_up_to = Math.max(row.chat.my_read_up_to, upTo)
  await tx.objectStore('conversations').put({ ...row, chat: { ...row.chat, num_unread_messages, my_read_up_to } })
  const { counts } = await readMe(tx)
  await changeMe(tx, { counts: { ...counts, unread_messages: Math.max(0, counts.unread_messages - less) } })
}
