/** §3 Chat conversation entry and messages. */
import * as v from 'valibot'
import { ClientId, ConversationId, Count, Id, Timestamp } from '../fields.ts'
import { orNewer } from '../newer.ts'
import { Failure, UploadedShare, WAITING_STATES } from './failure.ts'
import { CLOSED_REASONS } from '../rules/may-write.ts'

/** The findings that a recipient is warned of in the first messages of a new account [GUARD-1]. */
export const MESSAGE_WARNINGS = ['link', 'phone', 'mail', 'messenger', 'repeated'] as const
export type MessageWarning = (typeof MESSAGE_WARNINGS)[number]

const shared = {
  /** The id that the sender's device made [CHAT-5]. */
  client_id: ClientId,
  conversation: ConversationId,
  /** The sender's profile id. */
  sender: Id,
  sent_at: Timestamp,
}

/** §8 [CHAT-3] */
export const GIFTS = ['rose', 'kiss', 'coffee', 'heart', 'chocolate', 'teddy', 'champagne', 'star'] as const
export type Gift = (typeof GIFTS)[number]

/**
 * A photo in a conversation, which only the two members see. Until it is sent, the sender's device answers its paths.
 */
export const MessagePhoto = v.object({
  filename: v.string(),
  thumb_filename: v.string(),
  /** Four corner colours, `rrggbb` each, or empty. */
  colours: v.string(),
  /** The size of the full rendition in pixels; 0 if not known yet. */
  width: Count,
  height: Count,
})
export type MessagePhoto = v.InferOutput<typeof MessagePhoto>

export const MESSAGE_TYPES = ['text', 'photo', 'gift'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

const contents = {
  text: { type: v.literal('text'), text: v.string() },
  photo: { type: v.literal('photo'), photo: MessagePhoto },
  gift: { type: v.literal('gift'), gift: v.picklist(GIFTS) },
} satisfies Record<MessageType, v.ObjectEntries>

/** Only the recipient's copy has warnings; rows of older devices and servers lack them. */
const warned = { warning: v.optional(v.array(v.picklist(MESSAGE_WARNINGS))) }

/** Only the sender's copy says that nobody answered in time and the credits came back [GUARD-7]. */
const unanswered = { unanswered: v.optional(v.literal(true)) }

/**
 * A message that the server has stored. Ids grow in the order in which the server accepted them. From a newer server it may have a type
 * that is not in the list [PWA-10].
 */
export const Message = v.variant(
  'type',
  [
    v.object({ ...shared, id: Id, ...warned, ...unanswered, ...contents.text }),
    v.object({ ...shared, id: Id, ...warned, ...unanswered, ...contents.photo }),
    v.object({ ...shared, id: Id, ...warned, ...unanswered, ...contents.gift }),
  ],
  orNewer({ ...shared, id: Id }),
)
export type Message = v.InferOutput<typeof Message>

const waits = { state: v.picklist(WAITING_STATES), failure: v.nullable(Failure) }

/** A message that is only on this device so far; the server never sends one. The worker may be newer than the page. */
export const WaitingMessage = v.variant(
  'type',
  [
    v.object({ ...shared, ...waits, ...contents.text }),
    v.object({ ...shared, ...waits, uploaded: UploadedShare, ...contents.photo }),
    v.object({ ...shared, ...waits, ...contents.gift }),
  ],
  orNewer({ ...shared, ...waits }),
)
export type WaitingMessage = v.InferOutput<typeof WaitingMessage>

export const Chat = v.object({
  conversation: ConversationId,
  /** The partner's profile id. */
  profile: Id,
  num_unread_messages: Count,
  last_message: v.nullable(Message),
  /** The last message ids that the partner's devices received and the partner read. */
  delivered_up_to: Count,
  read_up_to: Count,
  /** The last message that the member has read. */
  my_read_up_to: Count,
  /** The member removed the conversation up to this message; other devices delete it too [CHAT-8]. */
  hidden_up_to: v.optional(Count),
  /** When the member was warned that the partner was banned for fraud [DESK-10]; missing without a warning. */
  warned_at: v.optional(Timestamp),
  /** The reason the member cannot write here, or null. */
  closed: v.nullable(v.picklist(CLOSED_REASONS)),
  /** The newest queued or refused message on this device; only the device sets it. */
  waiting: v.optional(v.nullable(WaitingMessage)),
  /** The time of a push whose message is not on this device yet [PWA-14]; only the device sets it. */
  incoming_at: v.optional(v.nullable(Timestamp)),
})
export type Chat = v.InferOutput<typeof Chat>
