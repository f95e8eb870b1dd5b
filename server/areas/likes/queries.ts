/** Likes and blocks between two members. */
import { and, asc, desc, eq, or, sql, type SQLWrapper } from 'drizzle-orm'
import { attempts } from '../../db/schema/account.ts'
import { blocks, likes } from '../../db/schema/likes.ts'
import { bound, value } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { idsIn } from '../../db/lists.ts'

export type TieRow = Awaited<ReturnType<ReturnType<typeof likeQueries>['statesWith']>>[number]

/** The names and main photos that both sides see until the block ends [CHAT-9]. */
type BlockCards = Pick<typeof blocks.$inferSelect, 'blockerName' | 'blockerPhoto' | 'blockedName' | 'blockedPhoto'>

/** A like in the order of time, with the other member's id. */
export type LikePlace = { at: number; id: number }

/** The time bounds the walk of the index; the pair skips the rows of the same moment that the page before has. */
const isBefore = (other: SQLWrapper) =>
  sql`${likes.at} <= ${bound('at')} and (${likes.at} < ${bound('at')} or ${other} < ${bound('id')})`

const isAfter = (other: SQLWrapper) => sql`(${likes.at}, ${other}) > (${bound('at')}, ${bound('id')})`

/** A like shows only if the other member is confirmed and not leaving, and neither blocks [ACC-6], [CHAT-9]. */
export const isShown = (other: SQLWrapper) =>
  and(
    sql`exists (select 1 from users where id = ${other} and shown_status = 'active')`,
    sql`not exists (select 1 from blocks where blocker = ${other} and blocked = ${bound('member')})`,
    sql`not exists (select 1 from blocks where blocker = ${bound('member')} and blocked = ${other})`,
  )

/** An invisible liked member shows only after liking or talking with this member [PROF-10]. */
export const isShownToLiker = (liked: SQLWrapper) =>
  and(
    isShown(liked),
    sql`(exists (select 1 from profiles where id = ${liked} and invisible = 0)
      or exists (select 1 from likes as back where back.liker = ${liked} and back.liked = ${bound('member')})
      or exists (select 1 from conversations
        where low = min(${liked}, ${bound('member')}) and high = max(${liked}, ${bound('member')})))`,
  )

/** A pop-up looks at this many new likes, so that a member with thousands costs no more than others. */
const UNSHOWN_LOOKS = 200

/** New visible likes that the member has not answered and no pop-up has shown, the newest first. */
export const unshownWalk = (db: Db) => {
  const newest = db
    .select({ liker: likes.liker, liked: likes.liked, at: likes.at })
    .from(likes)
    .where(and(eq(likes.liked, bound('member')), sql`seen = 0`))
    .orderBy(desc(likes.at), desc(likes.liker))
    .limit(UNSHOWN_LOOKS)
    .as('newest')
  return db
    .select({ id: newest.liker })
    .from(newest)
    .where(
      and(
        isShown(newest.liker),
        sql`not exists (select 1 from likes as back where back.liker = ${bound('member')} and back.liked = ${newest.liker})`,
        sql`not exists (select 1 from attempts where key = 'auto.like ' || ${newest.liker} || ' ' || ${newest.liked})`,
      ),
    )
    .orderBy(desc(newest.at), desc(newest.liker))
    .limit(1)
}

const isOther = (column: typeof likes.liker | typeof likes.liked) => sql`${column} in ${idsIn(value('ids'))}`

export const likeQueries = (db: Db) => {
  const isReceived = and(eq(likes.liked, bound('member')), isShown(likes.liker))
  const newReceived = db
    .select({ id: likes.liker, at: likes.at, seen: likes.seen })
    .from(likes)
    // The flag is part of the SQL text: SQLite does not use the partial index for a bound one.
    .where(and(isReceived, sql`seen = 0`))
    .orderBy(desc(likes.at), desc(likes.liker))
    .limit(value('limit'))
    .prepare()
  const receivedBefore = db
    .select({ id: likes.liker, at: likes.at, seen: likes.seen })
    .from(likes)
    .where(and(isReceived, isBefore(likes.liker)))
    .orderBy(desc(likes.at), desc(likes.liker))
    .limit(value('limit'))
    .prepare()
  const receivedUpTo = db.select({ id: likes.liker }).from(likes).where(isReceived).limit(value('limit')).prepare()
  const sentBefore = db
    .select({ id: likes.liked, at: likes.at })
    .from(likes)
    .where(and(eq(likes.liker, bound('member')), isBefore(likes.liked), isShownToLiker(likes.liked)))
    .orderBy(desc(likes.at), desc(likes.liked))
    .limit(value('limit'))
    .prepare()
  const state = () => db.select({ liker: likes.liker, liked: likes.liked, at: likes.at, seen: likes.seen }).from(likes)
  // With an `or` of both directions PostgreSQL reads all likes of the member for each page.
  const statesWith = state()
    .where(and(eq(likes.liker, bound('member')), isOther(likes.liked), isShownToLiker(likes.liked)))
    .unionAll(state().where(and(eq(likes.liked, bound('member')), isOther(likes.liker), isShown(likes.liker))))
    .prepare()
  const likedAfter = db
    .select({ id: likes.liked, at: likes.at })
    .from(likes)
    .where(and(eq(likes.liker, bound('member')), isAfter(likes.liked)))
    .orderBy(asc(likes.at), asc(likes.liked))
    .limit(value('limit'))
    .prepare()
  const likersAfter = db
    .select({ id: likes.liker, at: likes.at })
    .from(likes)
    .where(and(eq(likes.liked, bound('member')), isAfter(likes.liker)))
    .orderBy(asc(likes.at), asc(likes.liker))
    .limit(value('limit'))
    .prepare()

  const isLike = and(eq(likes.liker, value('liker')), eq(likes.liked, value('liked')))
  const put = db
    .insert(likes)
    .values({ liker: value('liker'), liked: value('liked'), at: value('at') })
    .onConflictDoNothing()
    .prepare()
  const remove = db.delete(likes).where(isLike).prepare()
  const see = db
    .update(likes)
    .set({ seen: true })
    .where(and(isLike, eq(likes.seen, false)))
    .prepare()

  const unshown = unshownWalk(db).prepare()

  const block = db
    .insert(blocks)
    .values({
      blocker: value('blocker'),
      blocked: value('blocked'),
      at: value('at'),
      blockerName: value('blockerName'),
      blockerPhoto: value('blockerPhoto'),
      blockedName: value('blockedName'),
      blockedPhoto: value('blockedPhoto'),
    })
    .onConflictDoNothing()
    .prepare()
  const unblock = db
    .delete(blocks)
    .where(and(eq(blocks.blocker, value('blocker')), eq(blocks.blocked, value('blocked'))))
    .prepare()

  const around = db
    .select({ blocker: blocks.blocker, blocked: blocks.blocked })
    .from(blocks)
    .where(or(eq(blocks.blocker, bound('member')), eq(blocks.blocked, bound('member'))))
    .prepare()
  const blocked = db
    .select({ id: blocks.blocked, at: blocks.at })
    .from(blocks)
    .where(eq(blocks.blocker, bound('member')))
    .orderBy(desc(blocks.at), desc(blocks.blocked))
    .prepare()

  return {
    /** The newest received likes that are new [LIKE-4]. */
    newReceived: async (member: number, limit: number) => newReceived.all({ member, limit }),
    /** The received likes before a place, the newest first. */
    received: async (member: number, before: LikePlace, limit: number) =>
      receivedBefore.all({ member, ...before, limit }),
    /** How many likes a member has received, counted up to a limit. */
    receivedUpTo: async (member: number, limit: number): Promise<number> =>
      (await receivedUpTo.all({ member, limit })).length,
    /** The sent likes before a place, the newest first. */
    sent: async (member: number, before: LikePlace, limit: number) => sentBefore.all({ member, ...before, limit }),
    /** Visible likes between a member and the others, in both directions. */
    statesWith: async (member: number, others: readonly number[]) =>
      statesWith.all({ member, ids: JSON.stringify(others) }),
    /** The next members that this one likes, visible or not, the oldest like first. */
    likedAfter: async (member: number, after: LikePlace, limit: number) => likedAfter.all({ member, ...after, limit }),
    /** The next members who like this one, visible or not, the oldest like first. */
    likersAfter: async (member: number, after: LikePlace, limit: number) =>
      likersAfter.all({ member, ...after, limit }),

    /** The newest unanswered new like that no pop-up has shown, or null [LIKE-6]. */
    unshown: async (member: number): Promise<number | null> => (await unshown.get({ member }))?.id ?? null,
    /** Stores that a pop-up has shown the like. The row stays, because the like may stay new for long. */
    show: async (liker: number, liked: number, at: number): Promise<void> => {
      await db
        .insert(attempts)
        .values({ key: `auto.like ${liker} ${liked}`, count: 1, since: at, blockedUntil: Number.MAX_SAFE_INTEGER })
        .onConflictDoNothing()
        .run()
    },

    /** @returns whether the like is new [LIKE-2]; the next four also return whether they changed anything */
    put: async (liker: number, liked: number, at: number): Promise<boolean> =>
      (await put.run({ liker, liked, at })).changes > 0,
    remove: async (liker: number, liked: number): Promise<boolean> => (await remove.run({ liker, liked })).changes > 0,
    see: async (liker: number, liked: number): Promise<boolean> => (await see.run({ liker, liked })).changes > 0,
    block: async (blocker: number, blocked: number, cards: BlockCards, at: number): Promise<boolean> =>
      (await block.run({ blocker, blocked, at, ...cards })).changes > 0,
    /** The members with a block between them and one member, in either direction. */
    blocksAround: async (member: number): Promise<number[]> =>
      (await around.all({ member })).map(({ blocker, blocked: other }) => (blocker === member ? other : blocker)),
    /** The members one member has blocked, the newest block first. */
    blockedBy: async (member: number) => blocked.all({ member }),
    unblock: async (blocker: number, blocked: number): Promise<boolean> =>
      (await unblock.run({ blocker, blocked })).changes > 0,
  }
}
