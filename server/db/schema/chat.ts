/** Conversations and messages. */
import { MESSAGE_TYPES } from '#contract/entities/chat.ts'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from './columns.ts'

/** A conversation belongs to a pair; its public id is `low-high`. */
export const conversations = sqliteTable(
  'conversations',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    low: integer('low').notNull(),
    high: integer('high').notNull(),
    startedBy: integer('started_by').notNull(),
    lastMessage: integer('last_message').notNull().default(0),
    /** The number of further messages by the member who began it that are still first messages; an answer ends them [GUARD-1]. */
    openingLeft: integer('opening_left').notNull().default(0),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('conversations_pair').on(t.low, t.high),
    index('conversations_started').on(t.startedBy, t.createdAt),
  ],
)

/** One side of a conversation: unread count, read mark and delivered mark (message ids). */
export const participants = sqliteTable(
  'participants',
  {
    member: integer('member').notNull(),
    conversation: integer('conversation').notNull(),
    partner: integer('partner').notNull(),
    unread: integer('unread').notNull().default(0),
    readUpTo: integer('read_up_to').notNull().default(0),
    deliveredUpTo: integer('delivered_up_to').notNull().default(0),
    /**
     * The last message when this member deleted the conversation: this member no longer sees it or any earlier one
     * [CHAT-8].
     */
    hiddenUpTo: integer('hidden_up_to').notNull().default(0),
    /** This member's newest message that is held for the desk: only this member sees it [GUARD-1]. */
    heldLast: integer('held_last').notNull().default(0),
    /** When this member was warned that the partner is a fraudster [DESK-10]. */
    warnedAt: time('warned_at'),
  },
  (t) => [primaryKey({ columns: [t.member, t.conversation] })],
)

export const messages = sqliteTable(
  'messages',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    conversation: integer('conversation').notNull(),
    sender: integer('sender').notNull(),
    /** An id from the sender's device: a message that arrives twice is stored once [CHAT-5]. */
    clientId: text('client_id').notNull(),
    type: text('type', { enum: MESSAGE_TYPES }).notNull(),
    /** The text, the name of the gift, or empty for a photo. */
    text: text('text').notNull(),
    sentAt: time('sent_at').notNull(),
    /** The reasons for a warning to the recipient, joined by spaces [GUARD-1]. */
    warning: text('warning'),
    /** When the message was held for the desk. Its recipient does not see it until the desk releases it [GUARD-1]. */
    heldAt: time('held_at'),
    /** When the credits came back because nobody answered for the fictional profile [GUARD-7]. */
    unansweredAt: time('unanswered_at'),
  },
  (t) => [
    // The id comes first: it grows with time, so that messages of many senders in one commit share a page.
    uniqueIndex('messages_client').on(t.clientId, t.sender),
    index('messages_conversation').on(t.conversation, t.id),
  ],
)

/**
 * Messages to fictional profiles that wait for an answer [GUARD-7]. A row is written in the transaction of the debit and
 * deleted in the transaction of the answer or of the refund, whichever comes first.
 */
export const awaitedAnswers = sqliteTable(
  'awaited_answers',
  {
    message: integer('message').primaryKey(),
    member: integer('member').notNull(),
    profile: integer('profile').notNull(),
    /** The price of the message. */
    credits: integer('credits').notNull(),
    at: time('at').notNull(),
  },
  (t) => [index('awaited_answers_pair').on(t.member, t.profile), index('awaited_answers_at').on(t.at)],
)

/** The photo of a message. Its files are in the photo store; only the two members of the conversation may see it. */
export const messagePhotos = sqliteTable(
  'message_photos',
  {
    message: integer('message').primaryKey(),
    hash: text('hash').notNull(),
    colours: text('colours').notNull().default(''),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
  },
  (t) => [index('message_photos_hash').on(t.hash)],
)
