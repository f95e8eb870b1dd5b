/** Stored swipes: the choices, the number of likes, and the day that they count for [LIKE-5]. */
import { and, eq, sql } from 'drizzle-orm'
import type { LocalDay } from '#contract/rules/local-day.ts'
import { bound, value } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { attempts, users } from '../../db/schema/account.ts'
import { swipes } from '../../db/schema/likes.ts'

export type SwipeChoice = (typeof swipes.$inferSelect)['choice']

const holdKey = (member: number): string => `swipe.day ${member}`

/** The choice is part of the SQL text: SQLite does not use the partial index for a bound one. */
export const likesSinceWalk = (db: Db) =>
  db
    .select({ total: sql<number>`count(*)` })
    .from(swipes)
    .where(and(eq(swipes.member, bound('member')), sql`${swipes.at} >= ${bound('since')}`, sql`choice = 'like'`))

export const swipeQueries = (db: Db) => {
  const isSwipe = and(eq(swipes.member, bound('member')), eq(swipes.profile, bound('profile')))
  const choice = db.select({ choice: swipes.choice }).from(swipes).where(isSwipe).prepare()
  const put = db
    .insert(swipes)
    .values({ member: value('member'), profile: value('profile'), choice: value('choice'), at: value('at') })
    .onConflictDoUpdate({
      target: [swipes.member, swipes.profile],
      set: { choice: sql`excluded.choice`, at: sql`excluded.at` },
    })
    .prepare()
  const likesSince = likesSinceWalk(db).prepare()
  const stored = db
    .select({ zone: users.timeZone, since: attempts.since, until: attempts.blockedUntil })
    .from(users)
    .leftJoin(attempts, eq(attempts.key, bound('key')))
    .where(eq(users.id, bound('member')))
    .prepare()

  return {
    /** The member's choice for a profile, or undefined. */
    choice: async (member: number, profile: number): Promise<SwipeChoice | undefined> =>
      (await choice.get({ member, profile }))?.choice,

    /** Replaces an earlier choice. */
    put: async (member: number, profile: number, what: SwipeChoice, at: number): Promise<void> => {
      await put.run({ member, profile, choice: what, at })
    },

    /** Deletes a pass, so the profile may appear again. A like stays, and still counts. */
    forgetPass: async (member: number, profile: number): Promise<void> => {
      await db
        .delete(swipes)
        .where(and(eq(swipes.member, member), eq(swipes.profile, profile), eq(swipes.choice, 'pass')))
        .run()
    },

    /** The number of likes in the game since a moment, including likes that were taken back. */
    likesSince: async (member: number, since: number): Promise<number> =>
      (await likesSince.get({ member, since }))?.total ?? 0,

    /** The time zone that a member's likes count in, and the longer day after a change of the zone, if any. */
    storedDay: async (member: number): Promise<{ zone: string | null; hold: LocalDay | null }> => {
      const row = await stored.get({ member, key: holdKey(member) })
      const hold = row?.since == null || row.until === null ? null : { start: row.since, end: row.until }
      return { zone: row?.zone ?? null, hold }
    },

    storeDay: async (member: number, zone: string, hold: LocalDay | null): Promise<void> => {
      await db.update(users).set({ timeZone: zone }).where(eq(users.id, member)).run()
      if (!hold) return
      const row = { count: 1, since: hold.start, blockedUntil: hold.end }
      await db
        .insert(attempts)
        .values({ key: holdKey(member), ...row })
        .onConflictDoUpdate({ target: attempts.key, set: row })
        .run()
    },
  }
}
