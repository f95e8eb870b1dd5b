/** Passkeys of members [ACC-20], and the challenges that were used. */
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { passkeys, usedChallenges } from '../../db/schema/account.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

export const passkeyQueries = (db: Db) => ({
  passkey: (id: string): PasskeyRow | undefined => db.select().from(passkeys).where(eq(passkeys.id, id)).get(),

  /** In the order in which they were added. */
  passkeysOf: (member: number): PasskeyRow[] =>
    db.select().from(passkeys).where(eq(passkeys.userId, member)).orderBy(asc(passkeys.createdAt)).all(),

  addPasskey: (passkey: typeof passkeys.$inferInsert): void => {
    db.insert(passkeys).values(passkey).run()
  },

  passkeyUsed: (id: string, use: Pick<PasskeyRow, 'counter' | 'backedUp' | 'usedAt'>): void => {
    db.update(passkeys).set(use).where(eq(passkeys.id, id)).run()
  },

  /** @returns false if the member has no such passkey */
  namePasskey: (member: number, id: string, name: string): boolean =>
    db
      .update(passkeys)
      .set({ name })
      .where(and(eq(passkeys.userId, member), eq(passkeys.id, id)))
      .run().changes > 0,

  dropPasskey: (member: number, id: string): void => {
    db.delete(passkeys)
      .where(and(eq(passkeys.userId, member), eq(passkeys.id, id)))
      .run()
  },

  dropPasskeysOf: (member: number): void => {
    db.delete(passkeys).where(eq(passkeys.userId, member)).run()
  },

  /** @returns false if it was used before */
  useChallenge: (hash: string, expiresAt: number): boolean =>
    db.insert(usedChallenges).values({ hash, expiresAt }).onConflictDoNothing().run().changes > 0,

  forgetExpiredChallenges: (now: number): void => {
    db.delete(usedChallenges).where(lte(usedChallenges.expiresAt, now)).run()
  },
})
