/** Conversations, their two sides, and their messages. */
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { conversations, messages, participants } from '../../db/schema.ts'
import { bound } from '../../db/bound.ts'
import type { Db } from '../../db/database.ts'
import { sendQueries } from './send-queries.ts'

export type ChatRow = ReturnType<ReturnType<typeof chatQueries>['chats']>[number]
export type MessageRow = ReturnType<ReturnType<typeof chatQueries>['messagesById']>[number]

const value = sql.placeholder

const messageColumns = {
  id: messages.id,
  clientId: messages.clientId,
  conversation: messages.conversation,
  sender: messages.sender,
  type: messages.type,
  text: messages.text,
  sentAt: messages.sentAt,
}

const isBlocked = (blocker: string, blocked: string) =>
  sql`exists (select 1 from blocks where blocker = ${sql.raw(blocker)} and blocked = ${sql.raw(blocked)})`.mapWith(
    Boolean,
  )

export const chatQueries = (db: Db) => {
  const chatRows = () =>
    db
      .select({
        id: conversations.id,
        low: conversations.low,
        high: conversations.high,
        partner: participants.partner,
        unread: participants.unread,
        myReadUpTo: participants.readUpTo,
        partnerReadUpTo: sql<number>`other.read_up_to`,
        partnerDeliveredUpTo: sql<number>`other.delivered_up_to`,
        status: sql<'not_confirmed' | 'active' | 'deleting' | 'deleted'>`partner_user.status`,
        blocksMe: isBlocked('participants.partner', 'participants.member'),
        blockedByMe: isBlocked('participants.member', 'participants.partner'),
        last: messageColumns,
      })
      .from(participants)
      .innerJoin(conversations, eq(conversations.id, participants.conversation))
      .innerJoin(
        sql`participants as other`,
        sql`other.member = ${participants.partner} and other.conversation = ${participants.conversation}`,
      )
      .innerJoin(sql`users as partner_user`, sql`partner_user.id = ${participants.partner}`)
      .leftJoin(messages, eq(messages.id, conversations.lastMessage))

  const isMine = eq(participants.member, bound('member'))
  const chats = chatRows().where(isMine).orderBy(desc(conversations.lastMessage)).prepare()
  const chatsById = chatRows()
    .where(and(isMine, sql`${participants.conversation} in (select value from json_each(${value('ids')}))`))
    .orderBy(desc(conversations.lastMessage))
    .prepare()
  const conversationOf = db
    .select({ id: conversations.id, lastMessage: conversations.lastMessage })
    .from(conversations)
    .where(and(eq(conversations.low, value('low')), eq(conversations.high, value('high'))))
    .prepare()
  const partnersOf = db
    .select({ partner: participants.partner, conversation: participants.conversation })
    .from(participants)
    .where(isMine)
    .prepare()

  const messageRows = () =>
    db
      .select({ ...messageColumns, low: conversations.low, high: conversations.high })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversation))
  const messagesById = messageRows()
    .where(inArray(messages.id, sql`(select value from json_each(${value('ids')}))`))
    .orderBy(messages.id)
    .prepare()
  const messagesBefore = messageRows()
    .where(and(eq(messages.conversation, bound('conversation')), lt(messages.id, bound('before'))))
    .orderBy(desc(messages.id))
    .limit(value('limit'))
    .prepare()

  const unreadTotal = db
    .select({ total: sql<number>`coalesce(sum(${participants.unread}), 0)` })
    .from(participants)
    .where(isMine)
    .prepare()
  const sideOf = db
    .select({ unread: participants.unread, readUpTo: participants.readUpTo })
    .from(participants)
    .where(and(isMine, eq(participants.conversation, value('conversation'))))
    .prepare()
  const unreadAfter = db
    .select({ total: sql<number>`count(*)` })
    .from(messages)
    .where(
      and(
        eq(messages.conversation, value('conversation')),
        sql`${messages.id} > ${value('upTo')}`,
        sql`${messages.sender} <> ${value('member')}`,
      ),
    )
    .prepare()
  const markRead = db
    .update(participants)
    .set({ readUpTo: sql`${value('upTo')}`, unread: sql`${value('unread')}` })
    .where(and(isMine, eq(participants.conversation, value('conversation'))))
    .prepare()

  return {
    ...sendQueries(db),

    /** A member's conversations, the newest first. */
    chats: (member: number) => chats.all({ member }),
    /** Those of the conversations that are the member's, the newest first. */
    chatsById: (member: number, ids: readonly number[]) => chatsById.all({ member, ids: JSON.stringify(ids) }),
    /** The conversation of a pair, once someone has begun it. */
    conversationOf: (pair: { low: number; high: number }) => conversationOf.get(pair),
    partnersOf: (member: number) => partnersOf.all({ member }),

    /** Those of the messages that exist, oldest first. */
    messagesById: (ids: readonly number[]) => messagesById.all({ ids: JSON.stringify(ids) }),
    /** Newest first. */
    messagesBefore: (conversation: number, before: number, limit: number) =>
      messagesBefore.all({ conversation, before, limit }),

    /** Unread messages in all conversations [PWA-8]. */
    unreadTotal: (member: number): number => unreadTotal.get({ member })?.total ?? 0,
    /** One member's side of a conversation. */
    sideOf: (member: number, conversation: number) => sideOf.get({ member, conversation }),
    /** How many messages of the partner come after one. */
    unreadAfter: (member: number, conversation: number, upTo: number): number =>
      unreadAfter.get({ member, conversation, upTo })?.total ?? 0,
    markRead: (member: number, conversation: number, upTo: number, unread: number): void => {
      markRead.run({ member, conversation, upTo, unread })
    },
  }
}
