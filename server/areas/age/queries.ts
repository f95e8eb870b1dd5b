import { and, asc, desc, eq, gt, isNotNull, lte } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { ageChecks, ageRequests, users } from '../../db/schema/account.ts'
import { profiles } from '../../db/schema/profile.ts'

type AgeCheckRow = typeof ageChecks.$inferSelect
export type AgeRequestRow = typeof ageRequests.$inferSelect

export const ageQueries = (db: Db) => ({
  /** The facts that decide whether a member needs a check. */
  ageFacts: async (member: number) =>
    db
      .select({
        country: profiles.country,
        fictional: profiles.fictional,
        status: users.status,
        domain: users.domain,
        due: users.ageDue,
        result: ageChecks.result,
        way: ageChecks.way,
        day: ageChecks.day,
      })
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .leftJoin(ageChecks, eq(ageChecks.userId, users.id))
      .where(eq(users.id, member))
      .get(),

  setAgeDue: async (member: number, due: number | null): Promise<void> => {
    await db.update(users).set({ ageDue: due }).where(eq(users.id, member)).run()
  },

  setAgeCheck: async (check: AgeCheckRow): Promise<void> => {
    await db.insert(ageChecks).values(check).onConflictDoUpdate({ target: ageChecks.userId, set: check }).run()
  },

  /** @returns whether there was a doubt */
  forgetAgeDoubt: async (member: number): Promise<boolean> =>
    (
      await db
        .delete(ageChecks)
        .where(and(eq(ageChecks.userId, member), eq(ageChecks.result, 'not_over')))
        .run()
    ).changes > 0,

  /** The members after `after`, by number, for a walk over all. */
  agePage: async (after: number, limit: number) =>
    db
      .select({
        id: users.id,
        country: profiles.country,
        fictional: profiles.fictional,
        status: users.status,
        domain: users.domain,
        due: users.ageDue,
        result: ageChecks.result,
      })
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .leftJoin(ageChecks, eq(ageChecks.userId, users.id))
      // PostgreSQL may read both tables side by side, and would begin with the first profile on each page.
      .where(and(gt(users.id, after), gt(profiles.id, after)))
      .orderBy(asc(users.id))
      .limit(limit)
      .all(),

  /** Members whose days are over and who are still found by search. */
  ageOverdue: async (at: number, limit: number): Promise<number[]> =>
    (
      await db
        .select({ id: users.id })
        .from(users)
        .innerJoin(profiles, eq(profiles.id, users.id))
        .where(and(isNotNull(users.ageDue), lte(users.ageDue, at), eq(profiles.searchable, true)))
        .limit(limit)
        .all()
    ).map(({ id }) => id),

  addAgeRequest: async (request: Omit<AgeRequestRow, 'fault'>): Promise<void> => {
    await db.insert(ageRequests).values(request).run()
  },

  /** When each attempt since then began, the oldest first. */
  ageAttempts: async (member: number, since: number): Promise<number[]> =>
    (
      await db
        .select({ at: ageRequests.createdAt })
        .from(ageRequests)
        .where(and(eq(ageRequests.userId, member), gt(ageRequests.createdAt, since)))
        .orderBy(asc(ageRequests.createdAt))
        .all()
    ).map(({ at }) => at),

  newestAgeRequest: async (member: number): Promise<AgeRequestRow | undefined> =>
    db
      .select()
      .from(ageRequests)
      .where(eq(ageRequests.userId, member))
      .orderBy(desc(ageRequests.createdAt), desc(isNotNull(ageRequests.nonce)))
      .limit(1)
      .get(),

  ageRequest: async (id: string): Promise<AgeRequestRow | undefined> =>
    db.select().from(ageRequests).where(eq(ageRequests.id, id)).get(),

  /** Ends a request that waits, so that a second answer finds it ended. @returns whether it waited */
  endAgeRequest: async (id: string, now: number): Promise<boolean> =>
    (
      await db
        .update(ageRequests)
        .set({ nonce: null })
        .where(and(eq(ageRequests.id, id), isNotNull(ageRequests.nonce), gt(ageRequests.expiresAt, now)))
        .run()
    ).changes > 0,

  /** Ends what a member has begun before. */
  endAgeRequestsOf: async (member: number): Promise<void> => {
    await db.update(ageRequests).set({ nonce: null }).where(eq(ageRequests.userId, member)).run()
  },

  setAgeFault: async (id: string, fault: NonNullable<AgeRequestRow['fault']>): Promise<void> => {
    await db.update(ageRequests).set({ fault }).where(eq(ageRequests.id, id)).run()
  },

  forgetAgeRequests: async (before: number): Promise<void> => {
    await db.delete(ageRequests).where(lte(ageRequests.createdAt, before)).run()
  },
})
