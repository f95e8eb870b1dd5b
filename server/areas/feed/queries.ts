/** The feed of each member: the changed entities, each with its seq. */
import { and, asc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Counts } from '#contract/entities/user.ts'
import { NEW_LIKES_MAX } from '#contract/limits.ts'
import { users } from '../../db/schema/account.ts'
import { messagePhotos, messages, participants } from '../../db/schema/chat.ts'
import { changes } from '../../db/schema/feed.ts'
import { likes } from '../../db/schema/likes.ts'
import { bound, lookup, value } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { readOverRows, writeOverRows } from '../../db/lists.ts'
import { messageColumns, photoColumns } from '../chat/queries.ts'
import { isShown } from '../likes/queries.ts'

export type ChangeKind = (typeof changes.$inferSelect)['kind']

/** The unread messages in all conversations and the new visible likes [SHELL-17], [PWA-8]. */
const counts = {
  unread_messages: sql<number>`(select coalesce(sum(${participants.unread}), 0) from ${participants}
    where ${participants.member} = ${bound('member')} and ${participants.unread} > 0 and not exists
      (select 1 from blocks where blocker = ${participants.member} and blocked = ${participants.partner}))`,
  // The flag is part of the SQL text: SQLite does not use the partial index for a bound one.
  new_likes: sql<number>`(select count(*) from (select 1 from ${likes} where ${likes.liked} = ${bound('member')} and seen = 0
    and ${isShown(likes.liker)} limit ${sql.raw(String(NEW_LIKES_MAX))}) as fresh)`,
}

/** The counts are read once for all rows, and not at all without news. */
const countsIfNew = {
  unread_messages: sql<number>`case when ${changes.seq} is null then 0 else ${counts.unread_messages} end`,
  new_likes: sql<number>`case when ${changes.seq} is null then 0 else ${counts.new_likes} end`,
}

/** A row for the named parameters. */
const changeOf = (member: string, seq: string) => ({
  member: value(member),
  seq: value(seq),
  kind: value('kind'),
  entity: value('entity'),
})

export const feedQueries = (db: Db) => {
  const advance = db
    .update(users)
    .set({ feedSeq: sql`${users.feedSeq} + 1` })
    .where(eq(users.id, value('member')))
    .returning({ seq: users.feedSeq })
    .prepare()
  const append = db.insert(changes).values(changeOf('member', 'seq')).prepare()

  const advanceBoth = db
    .update(users)
    .set({ feedSeq: sql`${users.feedSeq} + 1` })
    .where(sql`${users.id} in (${value('one')}, ${value('other')})`)
    .returning({ member: users.id, seq: users.feedSeq })
    .prepare()
  const appendBoth = db
    .insert(changes)
    .values([changeOf('one', 'oneSeq'), changeOf('other', 'otherSeq')])
    .prepare()

  const advanceEach = readOverRows({ member: 'bigint', steps: 'bigint' }, ({ of, join }) => {
    const update = db.update(users).set({ feedSeq: sql`${users.feedSeq} + ${of('steps')}` })
    join(update)
    return update
      .where(sql`${users.id} = ${of('member')}`)
      .returning({ member: users.id, seq: users.feedSeq })
      .prepare()
  })
  const appendEach = writeOverRows(
    { member: 'bigint', seq: 'bigint', kind: 'text', entity: 'bigint' },
    ({ of, values }) =>
      db
        .insert(changes)
        .select(values(sql`${of('member')}, ${of('seq')}, ${of('kind')}, ${of('entity')}`))
        .prepare(),
  )

  const state = lookup(
    db
      .select({ seq: users.feedSeq, floor: users.feedFloor, acked: users.feedAcked })
      .from(users)
      .where(eq(users.id, value('member')))
      .prepare(),
  )
  const page = lookup(
    db
      .select({
        seq: users.feedSeq,
        floor: users.feedFloor,
        acked: users.feedAcked,
        ...countsIfNew,
        change: { seq: changes.seq, kind: changes.kind, entity: changes.entity },
        message: messageColumns,
        photo: photoColumns,
      })
      .from(users)
      .leftJoin(changes, and(eq(changes.member, users.id), gt(changes.seq, bound('after'))))
      .leftJoin(messages, sql`${changes.kind} = 'message' and ${messages.id} = ${changes.entity}`)
      .leftJoin(messagePhotos, eq(messagePhotos.message, messages.id))
      .where(eq(users.id, bound('member')))
      .orderBy(asc(changes.seq))
      .limit(value('limit'))
      .prepare(),
  )
  const changesAfter = lookup(
    db
      .select({ seq: changes.seq, kind: changes.kind, entity: changes.entity })
      .from(changes)
      .where(and(eq(changes.member, bound('member')), gt(changes.seq, bound('after'))))
      .orderBy(asc(changes.seq))
      .limit(value('limit'))
      .prepare(),
  )

  const totals = lookup(
    db
      .select(counts)
      .from(users)
      .where(eq(users.id, value('member')))
      .prepare(),
  )

  const seqAndTotals = lookup(
    db
      .select({ seq: users.feedSeq, counts })
      .from(users)
      .where(eq(users.id, value('member')))
      .prepare(),
  )

  // The `+` makes SQLite search by message id instead of walking all messages of the partners.
  const arrived = db
    .select({
      conversation: sql<number>`m.conversation`,
      partner: sql<number>`m.sender`,
      upTo: sql<number>`max(m.id)`,
    })
    .from(sql`changes as c cross join messages as m on m.id = c.entity`)
    .where(
      sql`c.member = ${bound('member')} and c.seq > ${bound('after')} and c.seq <= ${bound('upTo')}
        and c.kind = 'message' and +m.sender <> ${bound('member')}`,
    )
    .groupBy(sql`m.conversation, m.sender`)
    .prepare()
  const acknowledge = db
    .update(users)
    .set({ feedAcked: sql`${value('seq')}` })
    .where(and(eq(users.id, value('member')), lt(users.feedAcked, value('seq'))))
    .prepare()
  const deliver = readOverRows({ recipient: 'bigint', chat: 'bigint', upTo: 'bigint' }, ({ of, join }) => {
    const update = db.update(participants).set({ deliveredUpTo: of('upTo') })
    join(update)
    return update
      .where(
        and(
          sql`${participants.member} = ${of('recipient')} and ${participants.conversation} = ${of('chat')}`,
          sql`${participants.deliveredUpTo} < ${of('upTo')}`,
          // A block in either direction freezes the mark [CHAT-9].
          sql`not exists (select 1 from blocks
            where (blocker = ${participants.member} and blocked = ${participants.partner})
              or (blocker = ${participants.partner} and blocked = ${participants.member}))`,
        ),
      )
      .returning({ conversation: participants.conversation, partner: participants.partner })
      .prepare()
  })

  const forget = db
    .delete(changes)
    .where(and(eq(changes.member, value('member')), lte(changes.seq, value('floor'))))
    .prepare()
  const raiseFloor = db
    .update(users)
    .set({ feedFloor: sql`${value('floor')}` })
    .where(eq(users.id, value('member')))
    .prepare()

  return {
    /** Appends a change to a member's feed. @returns its seq */
    append: async (member: number, kind: ChangeKind, entity: number): Promise<number> => {
      const seq = (await advance.get({ member }))?.seq
      if (seq === undefined) throw new Error('A change for nobody')
      await append.run({ member, seq, kind, entity })
      return seq
    },

    /** Appends the same change for two members, as every message does. @returns the seq of each */
    appendBoth: async (
      [one, other]: readonly [number, number],
      kind: ChangeKind,
      entity: number,
    ): Promise<[number, number]> => {
      const seqs = new Map((await advanceBoth.all({ one, other })).map(({ member, seq }) => [member, seq]))
      const [oneSeq, otherSeq] = [seqs.get(one), seqs.get(other)]
      if (oneSeq === undefined || otherSeq === undefined) throw new Error('A change for nobody')
      await appendBoth.run({ one, other, oneSeq, otherSeq, kind, entity })
      return [oneSeq, otherSeq]
    },

    /**
     * Appends changes for several members, who are locked in the order of their ids: two such writes never wait for one another.
     * @returns the seq of each
     */
    appendEach: async (
      entries: readonly { member: number; kind: ChangeKind; entity: number }[],
    ): Promise<{ member: number; seq: number }[]> => {
      const byMember = [...Map.groupBy(entries, ({ member }) => member)].toSorted(([one], [other]) => one - other)
      const advanced = await advanceEach(byMember.map(([member, { length }]) => ({ member, steps: length })))
      const seqs = new Map(advanced.map(({ member, seq }) => [member, seq]))
      const rows = byMember.flatMap(([member, own]) => {
        const last = seqs.get(member)
        if (last === undefined) throw new Error('A change for nobody')
        return own.map((entry, index) => ({ ...entry, seq: last - own.length + 1 + index }))
      })
      await appendEach(rows)
      return rows
    },

    /** The state of a member's feed: newest seq, oldest seq to ask from, and acknowledged seq. */
    state: async (member: number) => state.get({ member }),

    /**
     * The state of a member's feed, its counts if there is news, and its changes after a seq with their messages, oldest
     * first; undefined for a missing member.
     */
    page: async (member: number, after: number, limit: number) => {
      const rows = await page.all({ member, after, limit })
      const [first] = rows
      if (!first) return undefined
      const { seq, floor, acked, unread_messages, new_likes } = first
      return {
        state: { seq, floor, acked },
        counts: { unread_messages, new_likes },
        changes: rows.flatMap(({ change, message, photo }) =>
          change ? { ...change, message: message && { ...message, photo } } : [],
        ),
      }
    },

    changesAfter: async (member: number, after: number, limit: number) => changesAfter.all({ member, after, limit }),

    /** The unread messages in all conversations and the new visible likes [SHELL-17], [PWA-8]. */
    totals: async (member: number): Promise<Counts> =>
      (await totals.get({ member })) ?? { unread_messages: 0, new_likes: 0 },

    /** The newest seq of a member's feed and the same totals; undefined for a missing member. */
    seqAndTotals: async (member: number) => seqAndTotals.get({ member }),

    /** Per conversation, the newest message of others with a change in (after, upTo]. */
    arrived: async (member: number, after: number, upTo: number) => arrived.all({ member, after, upTo }),

    /** Another device may have acknowledged more. */
    acknowledge: async (member: number, seq: number): Promise<void> => {
      await acknowledge.run({ member, seq })
    },

    /** Moves the marks of conversations up to messages. @returns the conversations whose mark moved; it never moves back */
    deliver: async (member: number, messages: readonly { conversation: number; upTo: number }[]) =>
      deliver(messages.map(({ conversation, upTo }) => ({ recipient: member, chat: conversation, upTo }))),

    /** Deletes the changes up to `floor`. Devices below it get a reset. */
    forgetUpTo: async (member: number, floor: number): Promise<void> => {
      await forget.run({ member, floor })
      await raiseFloor.run({ member, floor })
    },
  }
}
