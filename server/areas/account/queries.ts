/** Accounts, sessions, tokens. */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { profileDetails, profiles, sessions, users } from '../../db/schema.ts'

export type NewUser = Pick<
  typeof users.$inferInsert,
  'email' | 'passwordHash' | 'status' | 'language' | 'signupAt' | 'paidUser'
>
export type NewProfile = typeof profiles.$inferInsert

const at = sql.placeholder

export const accountQueries = (db: Db) => {
  const callerBySession = db
    .select({
      id: users.id,
      status: users.status,
      paid: users.paidUser,
      language: users.language,
      sessionHash: sessions.tokenHash,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, at('hash')), gt(sessions.expiresAt, at('now'))))
    .prepare()

  const wasActive = db
    .update(profiles)
    .set({ lastActive: sql`${at('at')}` })
    .where(and(eq(profiles.id, at('id')), lt(profiles.lastActive, at('at'))))
    .prepare()

  return {
    /** Who a session token belongs to, while it lasts. */
    callerBySession: (hash: string, now: number) => callerBySession.get({ hash, now }),

    wasActive: (id: number, at: number): void => {
      wasActive.run({ id, at })
    },

    /** @returns the new member's id */
    addUser: (user: NewUser): number => db.insert(users).values(user).returning({ id: users.id }).get().id,

    addProfile: (profile: NewProfile, aboutMe = ''): void => {
      db.insert(profiles).values(profile).run()
      db.insert(profileDetails).values({ id: profile.id, aboutMe }).run()
    },

    addSession: (session: typeof sessions.$inferInsert): void => {
      db.insert(sessions).values(session).run()
    },
  }
}
