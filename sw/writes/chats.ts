/** Queued deletions and read marks of conversations. A deletion also covers own messages queued before it [CHAT-8]. */
import * as v from 'valibot'
import type { CallAnswer } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import type { Message } from '#contract/entities/chat.ts'
import { ConversationId, Count, Id } from '#contract/fields.ts'
import { DELETION_UNDO_MS } from '#contract/limits.ts'
import { partnerIn } from '#contract/rules/conversation-id.ts'
import { hasOnly, readConversation, removeUpTo } from '../store/conversations.ts'
import { changeMe, isFilled, readMe } from '../store/me.ts'
import type { Tx } from '../store/member-db.ts'
import { idleIn, isOf, queuedCall, stored, type OutboxTx, type Row } from './queued-call.ts'

const FEED_MS = 1_000

type Target = { conversation: string }

/** Messages share the lane with the deletion, which covers those queued before it. */
export const chatLane = ({ conversation }: Target): string => `chat:${conversation}`

export const chatTopics = ({ conversation }: Target): Topic[] => [`messages:${conversation}`, 'chats', 'user', 'device']

const ofConversation = {
  topics: chatTopics,
  isOwn: ({ conversation }: Target, member: number) => partnerIn(conversation, member) !== undefined,
  changesBadge: true,
} as const

/** `up_to`: the newest message that the device knew when the deletion was written, 0 for none. */
const Deletion = stored('chats.delete', {
  conversation: ConversationId,
  up_to: Count,
  /**
   * Set when own messages from before the deletion (`own`; missing in older rows) have been delivered since and advanced
   * `up_to` from `from`; `unsure`: the feed has not reached them yet.
   */
  carried: v.optional(v.object({ from: Count, own: v.optional(v.array(Id), []), unsure: v.boolean() })),
})

export const chatsDelete = queuedCall(Deletion, {
  ...ofConversation,
  fieldsOf: ({ body: { conversation } }) => ({ conversation, up_to: 0 }),
  lane: chatLane,
  coalesce: (lane, write) => {
    const last = lane.findLast((row) => row.state !== 'failed')
    const isQueued = isOf(last, Deletion) && last.write.up_to === write.up_to
    const drop = lane.filter((row) => row.state === 'failed' && isOf(row, Deletion))
    return isQueued ? { drop, into: last, add: false } : { drop, add: true }
  },
  request: ({ conversation, up_to }) => ({ body: up_to > 0 ? { conversation, up_to } : { conversation } }),
  /** A confirmed deletion also deletes the refused messages of the conversation. */
  acknowledge: async (tx, { row, write, outbox }) => {
    await dropRefused(outbox, row)
    await removeUpTo(tx, write.conversation, write.up_to)
  },
  overlay: ({ write: { conversation, up_to } }) => ({
    deletion: { conversation, up_to },
    read: { conversation, up_to },
  }),
  /** Adds the newest message that the device knows. If that is the answer to an own one, the feed must reach it first. */
  resolve: async (tx, write) => {
    const { chat, answered } = (await readConversation(tx, write.conversation)) ?? {}
    const up_to = chat?.last_message?.id ?? 0
    return { ...write, up_to, ...(answered?.own.includes(up_to) ? { carried: { ...answered, unsure: true } } : {}) }
  },
  undoMs: DELETION_UNDO_MS,
  isUnordered: true,
  /** The server has nothing to delete: it never saw the conversation, has deleted it, or has only unseen messages. */
  settle: async (tx, row, outbox) => {
    if (!isFilled(await readMe(tx))) return false
    const chat = (await readConversation(tx, row.write.conversation))?.chat
    const upTo = (await seenUpTo(tx, row.write)) ?? row.write.up_to
    // Without a last message the conversation is older than `message_days`, and all of it is deleted.
    if (chat && (upTo === 0 ? chat.last_message === null : (chat.hidden_up_to ?? 0) < upTo)) return false
    await dropRefused(outbox, row)
    await outbox.remove(row)
    return true
  },
  ready: async (tx, row, { outbox, now }) => {
    const upTo = await seenUpTo(tx, row.write)
    if (upTo !== null) return { ...row, write: { ...row.write, up_to: upTo } }
    await outbox.put({ ...row, retry_at: now + FEED_MS, by_server: true, paused_at: now })
    return null
  },
})

/**
 * The last message that the deletion covers, or null if only the feed can say: a message that the device did not know
 * at the deletion must stay. Needs `messages`.
 */
const seenUpTo = async (
  tx: Tx,
  { conversation, up_to, carried }: v.InferOutput<typeof Deletion>,
): Promise<number | null> => {
  // An earlier attempt reduced the deletion to its start and was cut off. An empty range of ids would throw forever.
  if (!carried || carried.from >= up_to) return up_to
  if (carried.unsure) return null
  const isOnlyOwn = await hasOnly(tx, conversation, carried.own, carried.from, up_to)
  return isOnlyOwn ? up_to : carried.from
}

const ReadMark = stored('chats.read', { conversation: ConversationId, up_to: Id })

export const chatsRead = queuedCall(ReadMark, {
  ...ofConversation,
  fieldsOf: ({ params, body }) => ({ conversation: params.conversation, up_to: body.up_to }),
  lane: ({ conversation }) => `read:${conversation}`,
  coalesce: (lane, write) => {
    const covering = lane.find((row) => row.state !== 'failed' && isOf(row, ReadMark) && row.write.up_to >= write.up_to)
    return covering ? { drop: [], into: covering, add: false } : { drop: idleIn(lane), add: true }
  },
  request: ({ conversation, up_to }) => ({ params: { conversation }, body: { up_to } }),
  acknowledge: async (tx, { write, answer, sentAt }) => {
    if ((await readMe(tx)).seq === sentAt.seq) await applyReadMark(tx, write.conversation, write.up_to, answer)
  },
  overlay: ({ write: { conversation, up_to } }) => ({ read: { conversation, up_to } }),
  answerIfGone: () => ({ num_unread_messages: 0 }),
})

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

/**
 * A queued message got its number, so queued deletions behind it extend to it. Needs `conversations`.
 * @param isUnsure the partner may have written in between without the device knowing yet
 */
export const carryDeletion = async (
  tx: Tx,
  outbox: OutboxTx,
  { row, message, isUnsure }: { row: Row; message: Message; isUnsure: boolean },
): Promise<void> => {
  const last = (await readConversation(tx, message.conversation))?.chat?.last_message
  for (const laterRow of await outbox.all()) {
    if (!isOf(laterRow, Deletion) || laterRow.lane !== row.lane || laterRow.order < row.order) continue
    const { up_to, carried } = laterRow.write
    // The partner has written since. Their message stays, and so does the own message.
    if (up_to >= message.id || (last && last.id > up_to && last.sender !== message.sender)) continue
    const { from, own } = carried ?? { from: up_to, own: [] }
    await outbox.put({
      ...laterRow,
      write: {
        ...laterRow.write,
        up_to: message.id,
        carried: { from, own: [...own, message.id], unsure: isUnsure },
      },
    })
  }
}

/** The feed has reached an own message, so everything the partner wrote before it is stored. */
export const confirmDeletion = async (outbox: OutboxTx, { conversation, id }: Message): Promise<void> => {
  for (const row of await outbox.all()) {
    if (!isOf(row, Deletion) || row.write.conversation !== conversation || row.write.up_to > id) continue
    const { carried } = row.write
    if (carried?.unsure) await outbox.put({ ...row, write: { ...row.write, carried: { ...carried, unsure: false } } })
  }
}

/** Deletes the refused writes that were queued before the deletion. */
const dropRefused = async (outbox: OutboxTx, row: Row): Promise<void> => {
  for (const before of await outbox.all())
    if (before.lane === row.lane && before.order < row.order && before.state === 'failed') await outbox.remove(before)
}
