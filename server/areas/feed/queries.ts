/** The feed of each member: the changed entities, each with its seq. */
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Counts } from '#contract/entities/user.ts'
import { users } from '../../db/schema/account.ts'
import { participants } from '../../db/schema/chat.ts'
import { changes } from '../../db/schema/feed.ts'
import { likes } from '../../db/schema/likes.ts'
import { bound } from '../../db/bound.ts'
import type { Db } from '../../db/database.ts'
import { isShown } from '../likes/queries.ts'

export type ChangeKind = (typeof changes.$inferSelect)['kind']

const value = sql.placeholder

export const feedQueries = (db: Db) => {
  const advance = db
    .update(users)
    .set({ feedSeq: sql`${users.feedSeq} + 1` })
    .where(eq(users.id, value('member')))
    .returning({ seq: users.feedSeq })
    .prepare()
  const append = db
    .insert(changes)
    .values({ member: value('member'), seq: value('seq'), kind: value('kind'), entity: value('entity') })
    .prepare()

  const advanceBoth = db
    .update(users)
    .set({ feedSeq: sql`${users.feedSeq} + 1` })
    .where(sql`${users.id} in (${value('one')}, ${value('other')})`)
    .returning({ member: users.id, seq: users.feedSeq })
    .prepare()
  const change = (member: string, seq: string) => ({
    member: value(member),
    seq: value(seq),
    kind: value('kind'),
    entity: value('entity'),
  })
  const appendBoth = db
    .insert(changes)
    .values([change('one', 'oneSeq'), change('other', 'otherSeq')])
    .prepare()

  const state = db
    .select({ seq: users.feedSeq, floor: users.feedFloor, acked: users.feedAcked })
    .from(users)
    .where(eq(users.id, value('member')))
    .prepare()
  const page = db
    .select({
      seq: users.feedSeq,
      floor: users.feedFloor,
      acked: users.feedAcked,
      change: { seq: changes.seq, kind: changes.kind, entity: changes.entity },
    })
    .from(users)
    .leftJoin(changes, and(eq(changes.member, users.id), gt(changes.seq, bound('after'))))
    .where(eq(users.id, value('member')))
    .orderBy(asc(changes.seq))
    .limit(value('limit'))
    .prepare()
  const changesAfter = db
    .select({ seq: changes.seq, kind: changes.kind, entity: changes.entity })
    .from(changes)
    .where(and(eq(changes.member, value('member')), gt(changes.seq, value('after'))))
    .orderBy(asc(changes.seq))
    .limit(value('limit'))
    .prepare()

  const totals = db
    .select({
      unread_messages: sql<number>`coalesce(sum(${participants.unread}), 0)`,
      // The flag is part of the SQL text: SQLite does not use the partial index for a bound one.
      new_likes: sql<number>`(select count(*) from ${likes} where ${likes.liked} = ${bound('member')} and seen = 0
        and ${isShown(likes.liker)})`,
    })
    .from(participants)
    .where(
      sql`${participants.member} = ${bound('member')} and not exists
        (select 1 from blocks where blocker = ${participants.member} and blocked = ${participants.partner})`,
    )
    .prepare()

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
    .where(eq(users.id, value('member')))
    .prepare()
  const deliver = db
    .update(participants)
    .set({ deliveredUpTo: sql`${value('upTo')}` })
    .where(
      and(
        eq(participants.member, value('member')),
        eq(participants.conversation, value('conversation')),
        sql`${participants.deliveredUpTo} < ${value('upTo')}`,
        // A block in either direction freezes the mark [CHAT-9].
        sql`not exists (select 1 from blocks
          where (blocker = ${participants.member} and blocked = ${participants.partner})
            or (blocker = ${participants.partner} and blocked = ${participants.member}))`,
      ),
    )
    .prepare()

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

    /** The state of a member's feed: newest seq, oldest seq to ask from, and acknowledged seq. */
    state: async (member: number) => state.get({ member }),

    /** The state of a member's feed, and its changes after a seq, oldest first; undefined for a missing member. */
    page: async (member: number, after: number, limit: number) => {
      const rows = await page.all({ member, after, limit })
      const [state] = rows
      return state && { state, changes: rows.flatMap(({ change }) => change ?? []) }
    },

    changesAfter: async (member: number, after: number, limit: number) => changesAfter.all({ member, after, limit }),

    /** The unread messages in all conversations and the new visible likes [SHELL-17], [PWA-8]. */
    totals: async (member: number): Promise<Counts> =>
      (await totals.get({ member })) ?? { unread_messages: 0, new_likes: 0 },

    /** Per conversation, the newest message of others with a change in (after, upTo]. */
    arrived: async (member: number, after: number, upTo: number) => arrived.all({ member, after, upTo }),

    acknowledge: async (member: number, seq: number): Promise<void> => {
      await acknowledge.run({ member, seq })
    },

    /** @returns whether the mark moved; it never moves back */
    deliver: async (member: number, conversation: number, upTo: number): Promise<boolean> =>
      (await deliver.run({ member, conversation, upTo })).changes > 0,

    /** Deletes the changes up to `floor`. Devices below it get a reset. */
    forgetUpTo: async (member: number, floor: number): Promise<void> => {
      await forget.run({ member, floor })
      await raiseFloor.run({ member, floor })
    },
  }
}
