/** §3 Chat conversation entry and messages. */
import * as v from 'valibot'
import { ClientId, ConversationId, Count, Id, Timestamp } from '../fields.ts'
import { Failure } from './failure.ts'
import { CLOSED_REASONS } from '../rules/may-write.ts'

const shared = {
  /** The id its sender's device made [CHAT-5]. */
  client_id: ClientId,
  conversation: ConversationId,
  /** Profile id. */
  sender: Id,
  sent_at: Timestamp,
}

/** A message the server holds. Ids grow in the order the server accepted them. Photo and gift join as variants. */
export const Message = v.variant('type', [v.object({ ...shared, id: Id, type: v.literal('text'), text: v.string() })])
export type Message = v.InferOutput<typeof Message>

/** A message that only this device holds so far; the server never sends one. */
export const WaitingMessage = v.object({
  ...shared,
  type: v.literal('text'),
  text: v.string(),
  state: v.picklist(['queued', 'sending', 'failed']),
  failure: v.nullable(Failure),
})
export type WaitingMessage = v.InferOutput<typeof WaitingMessage>

export const Chat = v.object({
  conversation: ConversationId,
  /** The partner's profile id. */
  profile: Id,
  num_unread_messages: Count,
  last_message: v.nullable(Message),
  /** How far the partner's devices have received and the partner has read, as message ids. */
  delivered_up_to: Count,
  read_up_to: Count,
  /** How far I have read. */
  my_read_up_to: Count,
  /** Why I cannot write here, or null. */
  closed: v.nullable(v.picklist(CLOSED_REASONS)),
  /** The newest message that waits or was refused on this device; only the device fills it in. */
  waiting: v.optional(v.nullable(WaitingMessage)),
})
export type Chat = v.InferOutput<typeof Chat>
