/** Conversations, their two sides, and their messages. */
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { AccountStatus } from '#contract/entities/user.ts'
import { conversations, messagePhotos, messages, participants } from '../../db/schema/chat.ts'
import { bound, lookup, value } from '../../db/prepared.ts'
import { hasRow } from '../find/relation-queries.ts'
import type { Db } from '../../db/database.ts'
import { sendQueries } from './send-queries.ts'
import { deliverQueries } from './deliver-queries.ts'
import { idsIn } from '../../db/lists.ts'

export type ChatRow = Awaited<ReturnType<ReturnType<typeof chatQueries>['chatsById']>>[number]
export type MessageRow = Awaited<ReturnType<ReturnType<typeof chatQueries>['messagesById']>>[number]
/** A message without its conversation's members. */
export type BareMessageRow = Omit<MessageRow, 'low' | 'high'>

export const messageColumns = {
  id: messages.id,
  clientId: messages.clientId,
  conversation: messages.conversation,
  sender: messages.sender,
  type: messages.type,
  text: messages.text,
  sentAt: messages.sentAt,
  warning: messages.warning,
  heldAt: messages.heldAt,
  unansweredAt: messages.unansweredAt,
}

/** A message held for the desk exists for its sender only [GUARD-1]. */
const isSeenBy = (member: string) => sql`(${messages.heldAt} is null or ${messages.sender} = ${bound(member)})`

/** The newest message that this side of a conversation sees. */
const lastOfSide = sql<number>`max(${conversations.lastMessage}, ${participants.heldLast})`

/** Null for a message without a photo, and for an erased photo. */
export const photoColumns = { colours: messagePhotos.colours, width: messagePhotos.width, height: messagePhotos.height }

const isBlocked = (blocker: string, blocked: string) =>
  hasRow(sql`select 1 from blocks where blocker = ${sql.raw(blocker)} and blocked = ${sql.raw(blocked)}`)

export const chatQueries = (db: Db) => {
  const chatRows = () =>
    db
      .select({
        id: conversations.id,
        low: conversations.low,
        high: conversations.high,
        member: participants.member,
        partner: participants.partner,
        unread: participants.unread,
        myReadUpTo: participants.readUpTo,
        hiddenUpTo: participants.hiddenUpTo,
        warnedAt: participants.warnedAt,
        lastMessage: lastOfSide,
        partnerReadUpTo: sql<number>`other.read_up_to`,
        partnerDeliveredUpTo: sql<number>`other.delivered_up_to`,
        fictional: sql<boolean>`(select fictional from profiles where id = ${participants.partner})`.mapWith(Boolean),
        invisible: sql<boolean>`(select invisible from profiles where id = ${participants.partner})`.mapWith(Boolean),
        status: sql<AccountStatus>`partner_user.shown_status`,
        blocksMe: isBlocked('participants.partner', 'participants.member'),
        blockedByMe: isBlocked('participants.member', 'participants.partner'),
        last: messageColumns,
        lastPhoto: photoColumns,
      })
      .from(participants)
      .innerJoin(conversations, eq(conversations.id, participants.conversation))
      .innerJoin(
        sql`participants as other`,
        sql`other.member = ${participants.partner} and other.conversation = ${participants.conversation}`,
      )
      .innerJoin(sql`users as partner_user`, sql`partner_user.id = ${participants.partner}`)
      .leftJoin(messages, sql`${messages.id} = ${lastOfSide}`)
      .leftJoin(messagePhotos, eq(messagePhotos.message, messages.id))

  const isMine = eq(participants.member, bound('member'))
  // `>`: not the deleted ones with nothing new since [CHAT-8].
  const isListed = and(isMine, sql`${lastOfSide} > ${participants.hiddenUpTo}`)
  // Only the ids are sorted: the other columns of thousands of conversations would cost ten times as much.
  const newestChats = db
    .select({ id: participants.conversation })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversation))
    .where(isListed)
    .orderBy(desc(lastOfSide))
    .limit(value('limit'))
    .prepare()
  const chatsAfter = chatRows()
    .where(and(isListed, gt(participants.conversation, bound('after'))))
    .orderBy(asc(participants.conversation))
    .limit(value('limit'))
    .prepare()
  const chatsBefore = chatRows()
    .where(and(isListed, lt(participants.conversation, bound('before'))))
    .orderBy(desc(participants.conversation))
    .limit(value('limit'))
    .prepare()
  const chatsById = lookup(
    chatRows()
      .where(and(isMine, inArray(participants.conversation, idsIn(value('ids')))))
      .orderBy(desc(lastOfSide))
      .prepare(),
  )
  const conversationOf = db
    .select({ id: conversations.id, lastMessage: conversations.lastMessage })
    .from(conversations)
    .where(and(eq(conversations.low, value('low')), eq(conversations.high, value('high'))))
    .prepare()
  const partnersAfter = db
    .select({ partner: participants.partner, conversation: participants.conversation })
    .from(participants)
    .where(and(isMine, gt(participants.conversation, bound('after'))))
    .orderBy(asc(participants.conversation))
    .limit(value('limit'))
    .prepare()

  const messageRows = () =>
    db
      .select({ ...messageColumns, low: conversations.low, high: conversations.high, photo: photoColumns })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversation))
      .leftJoin(messagePhotos, eq(messagePhotos.message, messages.id))
  const messagesById = lookup(
    messageRows()
      .where(inArray(messages.id, idsIn(value('ids'))))
      .orderBy(messages.id)
      .prepare(),
  )
  const newestUpTo = db
    .select({ id: messages.id })
    .from(messages)
    .where(lte(messages.id, bound('known')))
    .orderBy(desc(messages.id))
    .limit(1)
    .prepare()
  const messagesBefore = messageRows()
    .where(
      and(
        eq(messages.conversation, bound('conversation')),
        lt(messages.id, bound('before')),
        gt(messages.id, bound('hiddenUpTo')),
        isSeenBy('viewer'),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(value('limit'))
    .prepare()
  const oldest = db
    .select({ sentAt: messages.sentAt })
    .from(messages)
    .where(
      and(eq(messages.conversation, bound('conversation')), gt(messages.id, bound('hiddenUpTo')), isSeenBy('viewer')),
    )
    .orderBy(asc(messages.id))
    .limit(1)
    .prepare()

  const photoHash = db
    .select({ hash: messagePhotos.hash })
    .from(messagePhotos)
    .where(eq(messagePhotos.message, value('message')))
    .prepare()

  const sideOf = db
    .select({
      unread: participants.unread,
      readUpTo: participants.readUpTo,
      hiddenUpTo: participants.hiddenUpTo,
      heldLast: participants.heldLast,
    })
    .from(participants)
    .where(and(isMine, eq(participants.conversation, value('conversation'))))
    .prepare()
  const agedUnread = db
    .select({ conversation: sql<number>`p.conversation`, hiddenUpTo: sql<number>`p.hidden_up_to` })
    .from(
      sql`participants as p cross join conversations as c on c.id = p.conversation
        cross join messages as m on m.id = c.last_message`,
    )
    .where(sql`p.member = ${bound('member')} and p.unread > 0 and m.sent_at < ${bound('since')}`)
    .prepare()
  const unreadAfter = db
    .select({ total: sql<number>`count(*)` })
    .from(messages)
    .where(
      and(
        eq(messages.conversation, value('conversation')),
        sql`${messages.id} > ${value('upTo')}`,
        sql`${messages.sender} <> ${value('member')}`,
        isNull(messages.heldAt),
      ),
    )
    .prepare()
  const markRead = db
    .update(participants)
    .set({ readUpTo: sql`${value('upTo')}`, unread: sql`${value('unread')}` })
    .where(and(isMine, eq(participants.conversation, value('conversation'))))
    .prepare()

  const hide = db
    .update(participants)
    .set({ hiddenUpTo: sql`${value('upTo')}`, unread: sql`${value('unread')}` })
    .where(and(isMine, eq(participants.conversation, value('conversation'))))
    .prepare()

  return {
    ...sendQueries(db),
    ...deliverQueries(db),

    /** The ids of a member's conversations but the deleted ones, the newest message first. */
    newestChats: async (member: number, limit: number): Promise<number[]> =>
      (await newestChats.all({ member, limit })).map(({ id }) => id),
    /** The conversations but the deleted ones that were begun before one, the newest first. */
    chatsBefore: async (member: number, before: number, limit: number) => chatsBefore.all({ member, before, limit }),
    /** The next conversations but the deleted ones, in the order in which they were begun. */
    chatsAfter: async (member: number, after: number, limit: number) => chatsAfter.all({ member, after, limit }),
    /** The member's conversations among these; deleted ones too, the newest first. */
    chatsById: async (member: number, ids: readonly number[]) => chatsById.all({ member, ids: JSON.stringify(ids) }),
    /** The conversation of a pair, once someone has begun it. */
    conversationOf: async (pair: { low: number; high: number }) => conversationOf.get(pair),
    /** The next partners in the order of their conversations. */
    partnersAfter: async (member: number, after: number, limit: number) => partnersAfter.all({ member, after, limit }),

    /** The messages among these that exist, oldest first. */
    messagesById: async (ids: readonly number[]) => messagesById.all({ ids: JSON.stringify(ids) }),
    /** The newest message of all members up to this number; 0 if there is none. */
    newestUpTo: async (known: number): Promise<number> => (await newestUpTo.get({ known }))?.id ?? 0,
    /** The messages that a member sees, newest first, back to the last one that the member has deleted. */
    messagesBefore: async (viewer: number, conversation: number, before: number, hiddenUpTo: number, limit: number) =>
      messagesBefore.all({ viewer, conversation, before, hiddenUpTo, limit }),
    /** The time of the first message that the member sees and has not deleted, or undefined if there is none. */
    oldestSentAt: async (viewer: number, conversation: number, hiddenUpTo: number): Promise<number | undefined> =>
      (await oldest.get({ viewer, conversation, hiddenUpTo }))?.sentAt,

    /** The files of a message's photo, for the desk alone: members ask by `site.messagePhotoFor`. */
    photoHashOf: async (message: number): Promise<string | undefined> => (await photoHash.get({ message }))?.hash,

    /** One member's side of a conversation. */
    sideOf: async (member: number, conversation: number) => sideOf.get({ member, conversation }),
    /** Conversations with something unread whose last message was sent before `since`. */
    agedUnread: async (member: number, since: number) => agedUnread.all({ member, since }),
    /** How many messages of the partner come after one. */
    unreadAfter: async (member: number, conversation: number, upTo: number): Promise<number> =>
      (await unreadAfter.get({ member, conversation, upTo }))?.total ?? 0,
    markRead: async (member: number, conversation: number, upTo: number, unread: number): Promise<void> => {
      await markRead.run({ member, conversation, upTo, unread })
    },
    /** The messages up to one are no longer the member's [CHAT-8]. */
    hide: async (member: number, conversation: number, upTo: number, unread: number): Promise<void> => {
      await hide.run({ member, conversation, upTo, unread })
    },
  }
}
