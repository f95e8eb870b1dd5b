/** Direct debits, and the blocked IBANs and phone numbers. */
import { and, count, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { blockedPayers, directDebits } from '../../db/schema/money.ts'

export type DirectDebitRow = typeof directDebits.$inferSelect
export type PayerKind = (typeof blockedPayers.$inferSelect)['kind']

export const directDebitQueries = (db: Db) => ({
  directDebit: async (id: string): Promise<DirectDebitRow | undefined> =>
    db.select().from(directDebits).where(eq(directDebits.id, id)).get(),

  /** Stores a direct debit, or replaces an unconfirmed one with the same id. */
  put: async (row: typeof directDebits.$inferInsert): Promise<void> => {
    const { id: _, userId: __, mandate: ___, ...anew } = row
    await db
      .insert(directDebits)
      .values(row)
      .onConflictDoUpdate({ target: directDebits.id, set: anew, setWhere: isNull(directDebits.confirmedAt) })
      .run()
  },

  /** Replaces the code and resets the failures. */
  setCode: async (id: string, codeHash: string): Promise<void> => {
    await db.update(directDebits).set({ codeHash, failures: 0 }).where(eq(directDebits.id, id)).run()
  },

  addFailure: async (id: string): Promise<void> => {
    await db
      .update(directDebits)
      .set({ failures: sql`${directDebits.failures} + 1` })
      .where(eq(directDebits.id, id))
      .run()
  },

  confirm: async (id: string, at: number): Promise<void> => {
    await db.update(directDebits).set({ confirmedAt: at }).where(eq(directDebits.id, id)).run()
  },

  /** The number a member has begun since then, without this one. */
  begunBy: async (member: number, since: number, aside: string): Promise<number> =>
    (
      await db
        .select({ total: count() })
        .from(directDebits)
        .where(and(eq(directDebits.userId, member), gt(directDebits.createdAt, since), ne(directDebits.id, aside)))
        .get()
    )?.total ?? 0,

  /** The number of confirmed ones from an IBAN since then, by any member. */
  wentFrom: async (iban: string, since: number): Promise<number> =>
    (
      await db
        .select({ total: count() })
        .from(directDebits)
        .where(and(eq(directDebits.iban, iban), gt(directDebits.createdAt, since), isNotNull(directDebits.confirmedAt)))
        .get()
    )?.total ?? 0,

  /** Deletes old direct debits that were never confirmed. The daily limits no longer need them. */
  forgetUnconfirmed: async (before: number): Promise<void> => {
    await db
      .delete(directDebits)
      .where(and(lt(directDebits.createdAt, before), isNull(directDebits.confirmedAt)))
      .run()
  },

  isBlocked: async (kind: PayerKind, hash: string): Promise<boolean> =>
    (await db
      .select({ at: blockedPayers.at })
      .from(blockedPayers)
      .where(and(eq(blockedPayers.kind, kind), eq(blockedPayers.hash, hash)))
      .get()) !== undefined,

  /** @returns false if it was already blocked */
  block: async (kind: PayerKind, hash: string, at: number): Promise<boolean> =>
    (await db.insert(blockedPayers).values({ kind, hash, at }).onConflictDoNothing().run()).changes > 0,

  /** @returns false if it was not blocked */
  unblock: async (kind: PayerKind, hash: string): Promise<boolean> =>
    (
      await db
        .delete(blockedPayers)
        .where(and(eq(blockedPayers.kind, kind), eq(blockedPayers.hash, hash)))
        .run()
    ).changes > 0,
})
