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

/** §8 [CHAT-3] */
export const GIFTS = ['rose', 'kiss', 'coffee', 'heart', 'chocolate', 'teddy', 'champagne', 'star'] as const
export type Gift = (typeof GIFTS)[number]

/** A photo in a conversation: only its two see it. Until it is sent its paths are answered by the sender's device. */
export const MessagePhoto = v.object({
  filename: v.string(),
  thumb_filename: v.string(),
  /** Four corner colours, `rrggbb` each, or empty. */
  colours: v.string(),
  /** Of the full rendition, in pixels; 0 where not known yet. */
  width: Count,
  height: Count,
})
export type MessagePhoto = v.InferOutput<typeof MessagePhoto>

const contents = {
  text: { type: v.literal('text'), text: v.string() },
  photo: { type: v.literal('photo'), photo: MessagePhoto },
  gift: { type: v.literal('gift'), gift: v.picklist(GIFTS) },
}

/** A message the server holds. Ids grow in the order the server accepted them. */
export const Message = v.variant('type', [
  v.object({ ...shared, id: Id, ...contents.text }),
  v.object({ ...shared, id: Id, ...contents.photo }),
  v.object({ ...shared, id: Id, ...contents.gift }),
])
export type Message = v.InferOutput<typeof Message>

const waits = { state: v.picklist(['queued', 'sending', 'failed']), failure: v.nullable(Failure) }

/** A message that only this device holds so far; the server never sends one. */
export const WaitingMessage = v.variant('type', [
  v.object({ ...shared, ...waits, ...contents.text }),
  v.object({ ...shared, ...waits, ...contents.photo }),
  v.object({ ...shared, ...waits, ...contents.gift }),
])
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
  /** I removed the conversation up to this message: other devices forget it, too [CHAT-8]. */
  hidden_up_to: v.optional(Count),
  /** Why I cannot write here, or null. */
  closed: v.nullable(v.picklist(CLOSED_REASONS)),
  /** The newest message that waits or was refused on this device; only the device fills it in. */
  waiting: v.optional(v.nullable(WaitingMessage)),
  /** When a push told of a message that this device does not hold yet [PWA-14]; only the device fills it in. */
  incoming_at: v.optional(v.nullable(Timestamp)),
})
export type Chat = v.InferOutput<typeof Chat>
