/** The statements for sending. This is the hottest path of the server, so each reads as much as possible at once. */
import { and, desc, eq, gt, isNotNull, lt, ne, sql, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { users } from '../../db/schema/account.ts'
import { conversations, messagePhotos, messages, participants } from '../../db/schema/chat.ts'
import { profiles } from '../../db/schema/profile.ts'
import { bound, value } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { readOverRows } from '../../db/lists.ts'
import { hasRow } from '../find/relation-queries.ts'

export type SendFacts = Awaited<ReturnType<ReturnType<typeof sendQueries>['facts']>>[number]

export type SentPhoto = Omit<typeof messagePhotos.$inferSelect, 'message'>

/** The number of conversations a member has started, deleted ones too [CHAT-4]. */
export const startedBy = (member: SQLWrapper) => sql<number>`(select count(*)
  from participants as p cross join conversations as c on c.id = p.conversation
  where p.member = ${member} and +c.started_by = ${member})`

/** The number of conversations and texts to read, and the length of a text that counts. */
type BegunTexts = { conversations: number; texts: number; length: number }

/** Only this many messages of a conversation are scored, and none after an answer [GUARD-1]. */
export const OPENING_MAX = 5

/** `opening_left` after a message of this sender. */
export const openingAfter = (sender: SQLWrapper) => sql`case when ${conversations.startedBy} = ${sender}
  and ${conversations.openingLeft} > 0 then ${conversations.openingLeft} - 1 else 0 end`

export const sendQueries = (db: Db) => {
  const sender = bound('sender')
  const me = alias(users, 'me')
  const [by, to] = [sql`item.sender`, sql`item.recipient`]

  const facts = readOverRows({ sender: 'bigint', recipient: 'bigint', clientId: 'text' }, ({ rows }) =>
    db
      .select({
        sender: sql<number>`item.sender`,
        credits: me.credits,
        paid: me.paidUser,
        sentBefore: sql<number | null>`(select id from messages where client_id = item."clientId" and sender = ${by})`,
        conversation: conversations.id,
        startedBy: conversations.startedBy,
        lastMessage: conversations.lastMessage,
        openingLeft: conversations.openingLeft,
        blocksMe: hasRow(sql`select 1 from blocks where blocker = ${to} and blocked = ${by}`),
        blockedByMe: hasRow(sql`select 1 from blocks where blocker = ${by} and blocked = ${to}`),
        likesMe: hasRow(sql`select 1 from likes where liker = ${to} and liked = ${by}`),
        isPushed: hasRow(sql`select 1 from push_subscriptions where user_id = ${to}`),
        recipient: { name: profiles.name, invisible: profiles.invisible, fictional: profiles.fictional },
        status: users.shownStatus,
        mySanction: me.sanction,
        mySanctionUntil: me.sanctionUntil,
        myAgeDue: me.ageDue,
        mySignupAt: me.signupAt,
      })
      .from(me)
      .innerJoin(rows, eq(me.id, by))
      .leftJoin(profiles, sql`${profiles.id} = ${to}`)
      .leftJoin(users, eq(users.id, profiles.id))
      .leftJoin(
        conversations,
        sql`${conversations.low} = min(${by}, ${to}) and ${conversations.high} = max(${by}, ${to})`,
      )
      .prepare(),
  )

  const begin = db
    .insert(conversations)
    .values({
      low: value('low'),
      high: value('high'),
      startedBy: value('sender'),
      openingLeft: OPENING_MAX,
      createdAt: value('at'),
    })
    .returning({ id: conversations.id })
    .prepare()
  const join = db
    .insert(participants)
    .values({ member: value('member'), conversation: value('conversation'), partner: value('partner') })
    .prepare()

  // Count over the member's own conversations, deleted ones too. They are few, so no extra index is needed.
  const started = db
    .select({ total: startedBy(sender) })
    .from(users)
    .where(eq(users.id, sender))
    .prepare()

  const addPhoto = db
    .insert(messagePhotos)
    .values({
      message: value('message'),
      hash: value('hash'),
      colours: value('colours'),
      width: value('width'),
      height: value('height'),
    })
    .prepare()
  const countOpening = db
    .update(conversations)
    .set({ openingLeft: openingAfter(value('sender')) })
    .where(eq(conversations.id, value('conversation')))
    .prepare()
  const begunLately = db
    .select({ at: conversations.createdAt })
    .from(conversations)
    .where(and(eq(conversations.startedBy, value('sender')), gt(conversations.createdAt, value('since'))))
    .orderBy(desc(conversations.createdAt))
    .limit(1)
    .offset(value('place'))
    .prepare()
  const holdBack = db
    .update(participants)
    .set({ heldLast: sql`${value('message')}` })
    .where(and(eq(participants.member, value('sender')), eq(participants.conversation, value('conversation'))))
    .prepare()
  // The newest conversations come from an index, so the cost does not grow with the history.
  const begunTexts = db
    .select({ conversation: sql<number>`m.conversation`, text: sql<string>`m.text` })
    .from(
      sql`(select id from conversations where started_by = ${sender} order by created_at desc limit ${value('limit')}) as c
        cross join messages as m on m.conversation = c.id and m.sender = ${sender} and m.type = 'text'`,
    )
    .where(sql`length(m.text) >= ${value('length')}`)
    .limit(value('texts'))
    .prepare()
  const unhold = db
    .update(messages)
    .set({ heldAt: null })
    .where(and(eq(messages.id, value('message')), isNotNull(messages.heldAt)))
    .returning({ id: messages.id, conversation: messages.conversation, sender: messages.sender })
    .prepare()
  const raiseLast = db
    .update(conversations)
    .set({ lastMessage: sql`max(${conversations.lastMessage}, ${value('message')})` })
    .where(eq(conversations.id, value('conversation')))
    .prepare()
  const lastOf = db
    .select({ lastMessage: conversations.lastMessage })
    .from(conversations)
    .where(eq(conversations.id, value('conversation')))
    .prepare()

  return {
    /**
     * All data that decides whether messages of different senders may be sent, in one query. `sentBefore` is the message
     * with this client id if it already exists [CHAT-5]. `recipient` and `status` are null if there is no such recipient.
     * `lastMessage` is 0 while all messages of the conversation are held.
     */
    facts: async (sends: readonly { sender: number; recipient: number; clientId: string }[]) => facts(sends),

    /** The number of conversations a member has started, deleted ones too [CHAT-4]. */
    startedBy: async (sender: number): Promise<number> => (await started.get({ sender }))?.total ?? 0,

    /** Creates a conversation with both participants. @returns its id */
    begin: async (sender: number, recipient: number, at: number): Promise<number> => {
      const pair = { low: Math.min(sender, recipient), high: Math.max(sender, recipient) }
      const { id } = await begin.get({ ...pair, sender, at })
      await join.run({ member: sender, conversation: id, partner: recipient })
      await join.run({ member: recipient, conversation: id, partner: sender })
      return id
    },

    /** The time at which the sender began the conversation at this place, counted from the newest since then. */
    begunLately: async (sender: number, since: number, place: number): Promise<number | undefined> =>
      (await begunLately.get({ sender, since, place }))?.at,

    /** The last message that both members see; 0 if all are held. */
    lastOf: async (conversation: number): Promise<number> => (await lastOf.get({ conversation }))?.lastMessage ?? 0,

    /** The sender's texts in the newest conversations that the sender started [GUARD-1]. */
    begunTexts: async (sender: number, { conversations: limit, texts, length }: BegunTexts) =>
      begunTexts.all({ sender, limit, texts, length }),

    /**
     * Shows a held message to its recipient as well. A later message may have been read meanwhile: the recipient's mark then goes
     * back, or no device would read this one and its unread count would stay [CHAT-1]. @returns null if it was not held
     */
    release: async (message: number): Promise<{ conversation: number; sender: number } | null> => {
      const row = await unhold.get({ message })
      if (!row) return null
      await raiseLast.run({ message, conversation: row.conversation })
      await db
        .update(participants)
        .set({ unread: sql`${participants.unread} + 1`, readUpTo: sql`min(${participants.readUpTo}, ${message - 1})` })
        .where(
          and(
            eq(participants.conversation, row.conversation),
            ne(participants.member, row.sender),
            lt(participants.hiddenUpTo, message),
          ),
        )
        .run()
      return row
    },

    /** The photo of a message. */
    addPhoto: async (photo: SentPhoto, message: number): Promise<void> => {
      await addPhoto.run({ ...photo, message })
    },

    /** A held message changes only the sender's side, and counts as one of the first ones [GUARD-1]. */
    holdBack: async (held: { conversation: number; sender: number }, message: number): Promise<void> => {
      await holdBack.run({ ...held, message })
      await countOpening.run(held)
    },
  }
}
