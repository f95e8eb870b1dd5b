/** The swipe game: who was swiped, how many likes that was, and whose day it counts for [LIKE-5]. */
import { and, eq, sql } from 'drizzle-orm'
import type { LocalDay } from '#contract/rules/local-day.ts'
import { bound } from '../../db/bound.ts'
import type { Db } from '../../db/database.ts'
import { attempts, swipes, users } from '../../db/schema.ts'

export type SwipeChoice = (typeof swipes.$inferSelect)['choice']

const value = sql.placeholder

const holdKey = (member: number): string => `swipe.day ${member}`

/** The choice stands in the text, since a bound one keeps SQLite from the partial index. */
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
  const kept = db
    .select({ zone: users.timeZone, since: attempts.since, until: attempts.blockedUntil })
    .from(users)
    .leftJoin(attempts, eq(attempts.key, bound('key')))
    .where(eq(users.id, bound('member')))
    .prepare()

  return {
    /** What a member did with a profile, or undefined. */
    choice: (member: number, profile: number): SwipeChoice | undefined => choice.get({ member, profile })?.choice,

    /** In the place of what was there. */
    put: (member: number, profile: number, what: SwipeChoice, at: number): void => {
      put.run({ member, profile, choice: what, at })
    },

    /** The profile may come again. A like stays, and stays counted. */
    forgetPass: (member: number, profile: number): void => {
      db.delete(swipes)
        .where(and(eq(swipes.member, member), eq(swipes.profile, profile), eq(swipes.choice, 'pass')))
        .run()
    },

    /** How many likes a member has given in the game from that moment on, those too that were taken back. */
    likesSince: (member: number, since: number): number => likesSince.get({ member, since })?.total ?? 0,

    /** The zone a member's likes are counted in, and the longer day that a change of it has made, where there was one. */
    dayKept: (member: number): { zone: string | null; hold: LocalDay | null } => {
      const row = kept.get({ member, key: holdKey(member) })
      const hold = row?.since == null || row.until === null ? null : { start: row.since, end: row.until }
      return { zone: row?.zone ?? null, hold }
    },

    keepDay: (member: number, zone: string, hold: LocalDay | null): void => {
      db.update(users).set({ timeZone: zone }).where(eq(users.id, member)).run()
      if (!hold) return
      const row = { count: 1, since: hold.start, blockedUntil: hold.end }
      db.insert(attempts)
        .values({ key: holdKey(member), ...row })
        .onConflictDoUpdate({ target: attempts.key, set: row })
        .run()
    },
  }
}
