/** Passkeys of members [ACC-20], and the challenges that were used. */
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { passkeys, usedChallenges } from '../../db/schema/account.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

export const passkeyQueries = (db: Db) => ({
  passkey: async (id: string): Promise<PasskeyRow | undefined> =>
    db.select().from(passkeys).where(eq(passkeys.id, id)).get(),

  /** In the order in which they were added. */
  passkeysOf: async (member: number): Promise<PasskeyRow[]> =>
    db.select().from(passkeys).where(eq(passkeys.userId, member)).orderBy(asc(passkeys.createdAt)).all(),

  addPasskey: async (passkey: typeof passkeys.$inferInsert): Promise<void> => {
    await db.insert(passkeys).values(passkey).run()
  },

  passkeyUsed: async (id: string, use: Pick<PasskeyRow, 'counter' | 'backedUp' | 'usedAt'>): Promise<void> => {
    await db.update(passkeys).set(use).where(eq(passkeys.id, id)).run()
  },

  /** @returns false if the member has no such passkey */
  namePasskey: async (member: number, id: string, name: string): Promise<boolean> =>
    (
      await db
        .update(passkeys)
        .set({ name })
        .where(and(eq(passkeys.userId, member), eq(passkeys.id, id)))
        .run()
    ).changes > 0,

  dropPasskey: async (member: number, id: string): Promise<void> => {
    await db
      .delete(passkeys)
      .where(and(eq(passkeys.userId, member), eq(passkeys.id, id)))
      .run()
  },

  dropPasskeysOf: async (member: number): Promise<void> => {
    await db.delete(passkeys).where(eq(passkeys.userId, member)).run()
  },

  /** @returns false if it was used before */
  useChallenge: async (hash: string, expiresAt: number): Promise<boolean> =>
    (await db.insert(usedChallenges).values({ hash, expiresAt }).onConflictDoNothing().run()).changes > 0,
})
