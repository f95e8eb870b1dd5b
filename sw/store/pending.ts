/**
 * What the member sees: the server's state with the waiting writes laid over it. Nothing optimistic is ever stored beside
 * the outbox, so a discarded or refused write needs no undoing, and the feed may come at any moment. Pure.
 */
import type { Chat, WaitingMessage } from '#contract/entities/chat.ts'
import type { LikeState } from '#contract/entities/like.ts'
import { partnerIn } from '#contract/rules/conversation-id.ts'
import type { OutboxRow } from './outbox-rows.ts'

/** A refused write shows itself as refused, it changes nothing any more. */
const isAlive = (row: OutboxRow): boolean => row.state !== 'failed'

/** Messages that wait in a conversation or were refused, in the order written. */
export const waitingMessages = (outbox: readonly OutboxRow[], member: number): WaitingMessage[] =>
  outbox.flatMap(({ write, id, written_at, state, failure }) =>
    write.kind === 'messages.send'
      ? [
          {
            client_id: id,
            conversation: write.conversation,
            sender: member,
            sent_at: written_at,
            type: write.body.type,
            text: write.body.text,
            state,
            failure,
          },
        ]
      : [],
  )

/** How far the member has read here, by the highest mark that waits; 0 for none. */
export const readMarkOf = (outbox: readonly OutboxRow[], conversation: string): number =>
  Math.max(
    0,
    ...outbox.map(({ write, ...row }) =>
      write.kind === 'chats.read' && write.conversation === conversation && row.state !== 'failed' ? write.up_to : 0,
    ),
  )

export type ShownLike = LikeState & { waiting: boolean }

/** The likes with what waits: the last like or unlike of a profile counts. */
export const shownLikes = (likes: readonly LikeState[], outbox: readonly OutboxRow[]): ShownLike[] => {
  const shown = new Map<number, ShownLike>(likes.map((like) => [like.profile, { ...like, waiting: false }]))
  for (const { write, written_at } of outbox.filter(isAlive)) {
    if (write.kind !== 'likes.put' && write.kind !== 'likes.delete' && write.kind !== 'likes.seen') continue
    const like = shown.get(write.profile) ?? { profile: write.profile, received: null, sent: null, waiting: false }
    if (write.kind === 'likes.put') shown.set(write.profile, { ...like, sent: { at: written_at }, waiting: true })
    else if (write.kind === 'likes.delete') shown.set(write.profile, { ...like, sent: null, waiting: false })
    else if (like.received) shown.set(write.profile, { ...like, received: { ...like.received, like_new: false } })
  }
  return [...shown.values()].filter((like) => like.received || like.sent)
}

/** A conversation that only this device knows so far. */
export const unbegunChat = (conversation: string, member: number): Chat | null => {
  const profile = partnerIn(conversation, member)
  if (profile === undefined) return null
  return {
    conversation,
    profile,
    num_unread_messages: 0,
    last_message: null,
    delivered_up_to: 0,
    read_up_to: 0,
    my_read_up_to: 0,
    closed: null,
  }
}

/** Newest first [CHAT-1]: by the last message, waiting ones included. */
export const byNewest = (one: Chat, other: Chat): number => momentOf(other) - momentOf(one)

const momentOf = (chat: Chat): number => Math.max(chat.last_message?.sent_at ?? 0, chat.waiting?.sent_at ?? 0)
