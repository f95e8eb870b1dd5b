/** Direct debits, and whose accounts and phones none goes from any more. */
import { and, count, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { blockedPayers, directDebits } from '../../db/schema.ts'

export type DirectDebitRow = typeof directDebits.$inferSelect
export type PayerKind = (typeof blockedPayers.$inferSelect)['kind']

export const directDebitQueries = (db: Db) => ({
  directDebit: (id: string): DirectDebitRow | undefined =>
    db.select().from(directDebits).where(eq(directDebits.id, id)).get(),

  /** Puts a direct debit, or what was put by this id before and is not confirmed yet, anew. */
  put: (row: typeof directDebits.$inferInsert): void => {
    const { id: _, userId: __, mandate: ___, ...anew } = row
    db.insert(directDebits)
      .values(row)
      .onConflictDoUpdate({ target: directDebits.id, set: anew, setWhere: isNull(directDebits.confirmedAt) })
      .run()
  },

  /** Another code counts from now on. */
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

  /** How many a member began since, this one aside. */
  begunBy: (member: number, since: number, aside: string): number =>
    db
      .select({ total: count() })
      .from(directDebits)
      .where(and(eq(directDebits.userId, member), gt(directDebits.createdAt, since), ne(directDebits.id, aside)))
      .get()?.total ?? 0,

  /** How many went from an account since, whoever confirmed them. */
  wentFrom: (iban: string, since: number): number =>
    db
      .select({ total: count() })
      .from(directDebits)
      .where(and(eq(directDebits.iban, iban), gt(directDebits.createdAt, since), isNotNull(directDebits.confirmedAt)))
      .get()?.total ?? 0,

  /** What was begun before and never confirmed; the limits of a day need it no more. */
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

  /** @returns false where it was blocked before */
  block: (kind: PayerKind, hash: string, at: number): boolean =>
    db.insert(blockedPayers).values({ kind, hash, at }).onConflictDoNothing().run().changes > 0,

  /** @returns false where it was not blocked */
  unblock: (kind: PayerKind, hash: string): boolean =>
    db
      .delete(blockedPayers)
      .where(and(eq(blockedPayers.kind, kind), eq(blockedPayers.hash, hash)))
      .run().changes > 0,
})
