/** The calls about conversations, and the member's feed. */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import { BlockedProfile } from '../entities/safety.ts'
import { Chat, GIFTS, Message, WaitingMessage } from '../entities/chat.ts'
import { PHOTO_TYPES, PhotoStart } from '../entities/photo.ts'
import { ProfileCard } from '../entities/profile.ts'
import { Counts } from '../entities/user.ts'
import { MESSAGE_ERRORS, PICTURE_ERRORS } from '../errors.ts'
import { ClientId, ConversationId, Count, Id, IdText, MessageText, Timestamp, intText } from '../fields.ts'
import { PHOTO_BYTES_MAX } from '../limits.ts'
import { SyncAnswer } from '../sync.ts'
import { ByProfile, cursorOf, Empty } from './parts.ts'

/** More credits than any message costs. */
const COST_MAX = 1_000_000

/** The parts of every message that is sent. `cost` is its price on the sender's screen, and at a higher one nothing is sent [CHAT-15]. */
const sent = { client_id: ClientId, profile: Id, cost: v.optional(Count) }

export const chatCalls = {
  'chats.get': {
    method: 'GET',
    path: 'chats',
    who: 'member',
    offline: 'cached',
    /** `known`: the newest message that the feed has brought to the device. */
    query: v.object({ after: cursorOf(/^(?:before-)?\d{1,16}-\d{1,16}$/), known: v.optional(IdText) }),
    /**
     * One page. The first has the conversations with the newest messages; the others have all conversations, of a server in the
     * order in which they were begun, of a device in the order of the list.
     */
    response: v.object({
      chats: v.array(Chat),
      profiles: v.array(ProfileCard),
      counts: Counts,
      /** The feed's cursor when the page was read; the device syncs from that of the first page. */
      seq: Count,
      /** The cursor of the next page, or null on the last one; an older server has no pages. */
      next: v.optional(v.nullable(v.string())),
      /**
       * Only for a request with `known`: the newest message up to that one that the server has, of any member. A restore gives no number
       * again, so the server has lost all messages between the two. An older server does not say it.
       */
      kept: v.optional(Count),
    }),
    errors: [],
  },
  'messages.list': {
    method: 'GET',
    path: 'chats/:conversation/messages',
    who: 'member',
    offline: 'cached',
    params: v.object({ conversation: ConversationId }),
    query: v.object({ before: v.optional(IdText) }),
    /** A conversation that nobody has begun is empty instead of `not_found`: `chat` is null. */
    response: v.object({
      chat: v.nullable(Chat),
      profile: ProfileCard,
      /** Oldest first; the newest page, or the page before `before`. */
      messages: v.array(Message),
      /** The `before` of the previous page; null at the beginning. */
      before: v.nullable(Id),
      /** Whether older messages are hidden by age: 'Older chat messages hidden to protect privacy' [CHAT-10]. */
      older_hidden: v.boolean(),
      /** The queued messages, oldest first; only the device sets this. */
      waiting: v.optional(v.array(WaitingMessage)),
      /** As in `Chat`, also for a conversation that nobody has begun on this device. */
      incoming_at: v.optional(v.nullable(Timestamp)),
    }),
    errors: ['not_found'],
  },
  'messages.send': {
    method: 'POST',
    path: 'messages',
    who: 'member',
    offline: 'queued',
    body: v.variant(
      'type',
      [
        v.object({ ...sent, type: v.literal('text'), text: MessageText }),
        v.object({ ...sent, type: v.literal('gift'), gift: v.picklist(GIFTS, 'invalid') }),
      ],
      'invalid',
    ),
    response: v.object({ message: Message, credits: Count }),
    errors: MESSAGE_ERRORS,
  },
  /** Sends a photo as a message: the body is the picture, or its end as in `photos.add`, which is checked and re-encoded. */
  'messages.photo': {
    method: 'POST',
    path: 'messages/photo',
    who: 'member',
    offline: 'queued',
    query: v.object({ client_id: ClientId, profile: IdText, cost: v.optional(intText(0, COST_MAX)), from: PhotoStart }),
    upload: { bytesMax: PHOTO_BYTES_MAX, types: PHOTO_TYPES },
    response: v.object({ message: Message, credits: Count }),
    errors: [...MESSAGE_ERRORS, ...PICTURE_ERRORS, 'photo_parts_missing'],
  },
  /** Removes a conversation for this member only; a new message shows it again, without older messages [CHAT-8]. */
  'chats.delete': {
    method: 'DELETE',
    path: 'chat',
    who: 'member',
    offline: 'queued',
    /** `up_to`: the last message on the device at the time of the request; unseen newer messages are not deleted. */
    body: v.object({ conversation: ConversationId, up_to: v.optional(Id) }),
    response: Empty,
    errors: ['not_found'],
  },
  /** Sends a live signal that is never stored or queued [CHAT-7]. */
  'typing.send': {
    method: 'POST',
    path: 'typing',
    who: 'member',
    offline: 'network',
    body: v.object({ profile: Id, typing: v.boolean('invalid') }),
    response: Empty,
    errors: ['not_found', 'self_not_allowed', 'rate_limited'],
  },
  'chats.read': {
    method: 'PUT',
    path: 'chats/:conversation/read',
    who: 'member',
    offline: 'queued',
    params: v.object({ conversation: ConversationId }),
    body: v.object({ up_to: Id }),
    response: v.object({ num_unread_messages: Count }),
    errors: ['not_found'],
  },
  /** The people this member has blocked, the newest block first [PROF-14]. */
  'blocks.list': {
    method: 'GET',
    path: 'blocks',
    who: 'member',
    offline: 'cached',
    response: v.object({ blocks: v.array(BlockedProfile) }),
    errors: [],
  },
  'blocks.put': {
    method: 'PUT',
    path: 'blocks/:profile',
    who: 'member',
    offline: 'queued',
    params: ByProfile,
    response: Empty,
    errors: ['not_found', 'self_not_allowed'],
  },
  'blocks.delete': {
    method: 'DELETE',
    path: 'blocks/:profile',
    who: 'member',
    offline: 'queued',
    params: ByProfile,
    response: Empty,
    errors: ['not_found', 'self_not_allowed'],
  },
  sync: {
    method: 'GET',
    path: 'sync',
    who: 'member',
    offline: 'network',
    query: v.object({ after: intText(0, Number.MAX_SAFE_INTEGER) }),
    /**
     * 204 without a body if nothing changed. A request with `after=n` also confirms that this device has everything up
     * to n.
     */
    response: SyncAnswer,
    errors: [],
  },
  events: { method: 'GET', path: 'events', who: 'member', offline: 'network', response: 'stream', errors: [] },
} as const satisfies Record<string, Call>
