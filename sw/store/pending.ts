/**
 * Computes the state that the member sees: the server's state with the queued writes laid over it. Nothing optimistic
 * is stored beside the outbox. So a discarded or refused write needs no undo, and the feed may arrive at any moment.
 * Pure.
 */
import type { Chat, MessagePhoto, WaitingMessage } from '#contract/entities/chat.ts'
import type { LikeState } from '#contract/entities/like.ts'
import { partnerIn } from '#contract/rules/conversation-id.ts'
import type { OutboxRow } from './outbox-rows.ts'
import type { Write, WriteOf } from './writes.ts'

/** A refused write is listed as refused and has no other effect. */
const isAlive = (row: OutboxRow): boolean => row.state !== 'failed'

/**
 * Queued and refused messages in the order of writing, without those that a later queued deletion of their conversation
 * covers.
 */
export const waitingMessages = (outbox: readonly OutboxRow[], member: number): WaitingMessage[] => {
  const deletions = deletionsIn(outbox)
  return outbox.flatMap((row): WaitingMessage[] => {
    const { write, id, order, written_at, state, failure } = row
    if (write.kind !== 'messages.send' && write.kind !== 'messages.photo') return []
    const { conversation } = write
    if (order < (deletions.get(conversation)?.order ?? 0)) return []
    const shared = { client_id: id, conversation, sender: member, sent_at: written_at, state, failure }
    if (write.kind === 'messages.photo') return [{ ...shared, type: 'photo', photo: waitingPhotoOf(id) }]
    const { body } = write
    return [
      body.type === 'text'
        ? { ...shared, type: 'text', text: body.text }
        : { ...shared, type: 'gift', gift: body.gift },
    ]
  })
}

/** The worker answers these paths from the queued picture. */
const waitingPhotoOf = (id: string): MessagePhoto => ({
  filename: `/photos/${id}/full`,
  thumb_filename: `/photos/${id}/thumb`,
  colours: '',
  width: 0,
  height: 0,
})

/** Conversations with a queued deletion: the last message it covers, and its place in the outbox [CHAT-8]. */
export const deletionsIn = (outbox: readonly OutboxRow[]): ReadonlyMap<string, { up_to: number; order: number }> =>
  new Map(
    outbox
      .filter(isAlive)
      .flatMap(({ write, order }) =>
        write.kind === 'chats.delete' ? [[write.conversation, { up_to: write.up_to, order }]] : [],
      ),
  )

/** The last message that the member read or deleted here, by the highest queued mark; 0 for none. */
export const readMarkOf = (outbox: readonly OutboxRow[], conversation: string): number =>
  Math.max(
    0,
    ...outbox
      .filter(isAlive)
      .map(({ write }) => (isSeenBy(write) && write.conversation === conversation ? write.up_to : 0)),
  )

/** Whether this write marks messages up to `up_to` as read: a read mark or a deletion. */
export const isSeenBy = (write: Write): write is WriteOf<'chats.read' | 'chats.delete'> =>
  write.kind === 'chats.read' || write.kind === 'chats.delete'

/** Queued blocks and unblocks by profile; the last write counts. */
export const waitingBlocks = (outbox: readonly OutboxRow[]): ReadonlyMap<number, boolean> =>
  new Map(
    outbox
      .filter(isAlive)
      .flatMap(({ write }) =>
        write.kind === 'blocks.put' || write.kind === 'blocks.delete'
          ? [[write.profile, write.kind === 'blocks.put']]
          : [],
      ),
  )

/** The reason a member cannot write to somebody, with a queued block or unblock applied [CHAT-9]. */
export const closedBy = (closed: Chat['closed'], block: boolean | undefined): Chat['closed'] => {
  if (block === true) return closed === 'recipient_deleted' ? closed : 'blocking'
  return block === false && closed === 'blocking' ? null : closed
}

export type ShownLike = LikeState & { waiting: boolean }

/** The likes with the queued writes applied: the last like or unlike of a profile counts. */
export const shownLikes = (likes: readonly LikeState[], outbox: readonly OutboxRow[]): ShownLike[] => {
  const shown = new Map<number, ShownLike>(likes.map((like) => [like.profile, { ...like, waiting: false }]))
  for (const { write, written_at } of outbox.filter(isAlive)) {
    if (!isOfLike(write)) continue
    const like = shown.get(write.profile) ?? { profile: write.profile, received: null, sent: null, waiting: false }
    if (write.kind === 'swipe.put' || write.kind === 'likes.put')
      shown.set(write.profile, { ...like, sent: { at: written_at }, waiting: true })
    else if (write.kind === 'likes.delete') shown.set(write.profile, { ...like, sent: null, waiting: false })
    else if (like.received) shown.set(write.profile, { ...like, received: { ...like.received, like_new: false } })
  }
  return [...shown.values()].filter((like) => like.received || like.sent)
}

/** A like in the swipe game counts as a like. A pass is not shown to anybody [LIKE-5]. */
const isOfLike = (write: Write): write is WriteOf<'likes.put' | 'likes.delete' | 'likes.seen' | 'swipe.put'> =>
  write.kind === 'likes.put' ||
  write.kind === 'likes.delete' ||
  write.kind === 'likes.seen' ||
  (write.kind === 'swipe.put' && write.body.choice === 'like')

/** A placeholder for a conversation that only this device knows so far. */
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

/** Newest first [CHAT-1]: by the last message, queued messages included. */
export const byNewest = (one: Chat, other: Chat): number => momentOf(other) - momentOf(one)

const momentOf = (chat: Chat): number =>
  Math.max(chat.last_message?.sent_at ?? 0, chat.waiting?.sent_at ?? 0, chat.incoming_at ?? 0)
