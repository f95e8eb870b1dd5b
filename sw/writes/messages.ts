/** Queued messages: texts, gifts and photos of a conversation [CHAT-5]. */
import * as v from 'valibot'
import { calls, type CallAnswer } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import { ClientId, ConversationId, Count, Id } from '#contract/fields.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { bumpConversation, noteAnswered, writeMessage } from '../store/conversations.ts'
import { changeMe, readMe } from '../store/me.ts'
import type { Tx } from '../store/member-db.ts'
import { carryDeletion, chatLane, chatTopics } from './chats.ts'
import { alwaysAdded, queuedCall, stored, type OutboxTx, type Row, type SentAt } from './queued-call.ts'

type AnsweredMessage = { row: Row; answer: CallAnswer<'messages.send'>; sentAt: SentAt; outbox: OutboxTx }

/** Texts, gifts and photos of one conversation are sent in one order, and none is sent twice. */
const inConversation = {
  lane: chatLane,
  coalesce: alwaysAdded,
  topics: chatTopics,
  sendingTopics: ({ conversation }: { conversation: string }): Topic[] => [`messages:${conversation}`],
  acknowledge: async (
    tx: Tx,
    { row, answer: { message, credits }, sentAt, outbox }: AnsweredMessage,
  ): Promise<void> => {
    await carryDeletion(tx, outbox, { row, message, isUnsure: true })
    await noteAnswered(tx, message)
    await writeMessage(tx, message)
    await bumpConversation(tx, message, sentAt.member)
    await takeCredits(tx, credits, sentAt.seq)
  },
  isUnordered: true,
  isShownRefused: true,
} as const

const Send = stored('messages.send', { conversation: ConversationId, body: calls['messages.send'].body })

export const messagesSend = queuedCall(Send, {
  ...inConversation,
  fieldsOf: ({ body }, member) => ({ conversation: conversationId(member, body.profile), body }),
  request: ({ body }) => ({ body }),
  atCost: (write, cost) => ({ ...write, body: { ...write.body, cost } }),
  overlay: ({ write: { conversation, body } }) => ({
    message: {
      conversation,
      content: body.type === 'text' ? { type: 'text', text: body.text } : { type: 'gift', gift: body.gift },
    },
  }),
  ownId: ({ body }) => body.client_id,
  message: ({ conversation, body }) => ({ conversation, type: body.type }),
  isDelivered: (tx, { body }, member) => isStored(tx, member, body.client_id),
})

/** The picture itself is in `blobs`, under the same client id. */
const Photo = stored('messages.photo', {
  conversation: ConversationId,
  client_id: ClientId,
  profile: Id,
  cost: v.optional(Count),
})

export const messagesPhoto = queuedCall(Photo, {
  ...inConversation,
  fieldsOf: ({ query: { client_id, profile, cost } }, member) => ({
    conversation: conversationId(member, profile),
    client_id,
    profile,
    cost,
  }),
  request: ({ client_id, profile, cost }) => ({
    query: { client_id, profile: String(profile), ...(cost !== undefined && { cost: String(cost) }) },
  }),
  atCost: (write, cost) => ({ ...write, cost }),
  overlay: ({ id, uploaded, write: { conversation } }) => ({
    message: { conversation, content: { type: 'photo', photo: queuedPhotoOf(id), uploaded } },
  }),
  ownId: ({ client_id }) => client_id,
  picture: ({ client_id }) => client_id,
  message: ({ conversation }) => ({ conversation, type: 'photo' }),
  isDelivered: (tx, { client_id }, member) => isStored(tx, member, client_id),
})

/** The worker answers these paths from the queued picture. */
const queuedPhotoOf = (id: string) => ({
  filename: `/photos/${id}/full`,
  thumb_filename: `/photos/${id}/thumb`,
  colours: '',
  width: 0,
  height: 0,
})

const isStored = async (tx: Tx, member: number, clientId: string): Promise<boolean> =>
  (await tx.objectStore('messages').index('client').count([member, clientId])) > 0

/**
 * Lowers the stored balance at once, since the deleted row no longer reserves the price. If answers arrive in any
 * order, the lowest balance is the newest. Credits bought in between arrive with the feed.
 */
const takeCredits = async (tx: Tx, credits: number, seq: number): Promise<void> => {
  const { user, ...me } = await readMe(tx)
  if (user && me.seq === seq && credits < user.credits) await changeMe(tx, { user: { ...user, credits } })
}
