/** Direct debits, and the blocked IBANs and phone numbers. */
import { and, count, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { blockedPayers, directDebits } from '../../db/schema/money.ts'

export type DirectDebitRow = typeof directDebits.$inferSelect
export type PayerKind = (typeof blockedPayers.$inferSelect)['kind']

export const directDebitQueries = (db: Db) => ({
  directDebit: (id: string): DirectDebitRow | undefined =>
    db.select().from(directDebits).where(eq(directDebits.id, id)).get(),

  /** Stores a direct debit, or replaces an unconfirmed one with the same id. */
  put: (row: typeof directDebits.$inferInsert): void => {
    const { id: _, userId: __, mandate: ___, ...anew } = row
    db.insert(directDebits)
      .values(row)
      .onConflictDoUpdate({ target: directDebits.id, set: anew, setWhere: isNull(directDebits.confirmedAt) })
      .run()
  },

  /** Replaces the code and resets the failures. */
  setCode: (id: string, codeHash: string): void => {
    db.update(directDebits).set({ codeHash, failures: 0 }).where(eq(directDebits.id, id)).run()
  },

  addFailure: (id: string): void => {
    db.update(directDebits)
      .set({ failures: sql`${directDebits.failures} + 1` })
      .where(eq(directDebits.id, id))
      .run()
  },

  confirm: (id: string, at: number): void => {
    db.update(directDebits).set({ confirmedAt: at }).where(eq(directDebits.id, id)).run()
  },

  /** The number a member has begun since then, without this one. */
  begunBy: (member: number, since: number, aside: string): number =>
    db
      .select({ total: count() })
      .from(directDebits)
      .where(and(eq(directDebits.userId, member), gt(directDebits.createdAt, since), ne(directDebits.id, aside)))
      .get()?.total ?? 0,

  /** The number of confirmed ones from an IBAN since then, by any member. */
  wentFrom: (iban: string, since: number): number =>
    db
      .select({ total: count() })
      .from(directDebits)
      .where(and(eq(directDebits.iban, iban), gt(directDebits.createdAt, since), isNotNull(directDebits.confirmedAt)))
      .get()?.total ?? 0,

  /** Deletes old direct debits that were never confirmed. The daily limits no longer need them. */
  forgetUnconfirmed: (before: number): void => {
    db.delete(directDebits)
      .where(and(lt(directDebits.createdAt, before), isNull(directDebits.confirmedAt)))
      .run()
  },

  isBlocked: (kind: PayerKind, hash: string): boolean =>
    db
      .select({ at: blockedPayers.at })
      .from(blockedPayers)
      .where(and(eq(blockedPayers.kind, kind), eq(blockedPayers.hash, hash)))
      .get() !== undefined,

  /** @returns false if it was already blocked */
  block: (kind: PayerKind, hash: string, at: number): boolean =>
    db.insert(blockedPayers).values({ kind, hash, at }).onConflictDoNothing().run().changes > 0,

  /** @returns false if it was not blocked */
  unblock: (kind: PayerKind, hash: string): boolean =>
    db
      .delete(blockedPayers)
      .where(and(eq(blockedPayers.kind, kind), eq(blockedPayers.hash, hash)))
      .run().changes > 0,
})
