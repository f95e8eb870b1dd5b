/** The ledger and the balance that is its sum [PAY-1]. */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { ledger, users } from '../../db/schema.ts'
import type { Db } from '../../db/database.ts'

export type LedgerReason = (typeof ledger.$inferSelect)['reason']

export type Entry = {
  userId: number
  /** Credits: positive is given, negative is spent. */
  amount: number
  reason: LedgerReason
  /** What the entry is for; one entry per member, reason and reference. */
  reference: string
  at: number
}

/** Members in the order of their numbers, each with what they have and what their entries come to. */
export const sumsWalk = (db: Db) =>
  db
    .select({
      id: users.id,
      credits: users.credits,
      sum: sql<number>`(select coalesce(sum(amount), 0) from ledger where user_id = "users"."id")`,
    })
    .from(users)
    .where(gt(users.id, sql.placeholder('after')))
    .orderBy(asc(users.id))
    .limit(sql.placeholder('limit'))

/** Every entry of a member, the oldest first: what `credit-lots.ts` works on. */
export const movesWalk = (db: Db) =>
  db
    .select({ amount: ledger.amount, reason: ledger.reason, reference: ledger.reference })
    .from(ledger)
    .where(eq(ledger.userId, sql.placeholder('userId')))
    .orderBy(asc(ledger.id))

export const moneyQueries = (db: Db) => {
  const value = sql.placeholder
  const isOneEntry = and(
    eq(ledger.userId, value('userId')),
    eq(ledger.reason, value('reason')),
    eq(ledger.reference, value('reference')),
  )
  const isCovered = and(eq(users.id, value('userId')), sql`${users.credits} + ${value('amount')} >= 0`)

  const balanceOf = db
    .select({ credits: users.credits })
    .from(users)
    .where(eq(users.id, value('userId')))
    .prepare()
  const entryOf = db.select({ balance: ledger.balance }).from(ledger).where(isOneEntry).prepare()
  const appendCovered = db
    .insert(ledger)
    .select(
      sql`select null, ${value('userId')}, ${value('amount')}, ${value('reason')}, ${value('reference')},
        ${users.credits} + ${value('amount')}, ${value('at')} from ${users} where ${isCovered}`,
    )
    .onConflictDoNothing()
    .prepare()
  const move = db
    .update(users)
    .set({ credits: sql`${users.credits} + ${value('amount')}` })
    .where(isCovered)
    .returning({ credits: users.credits })
    .prepare()

  const sums = sumsWalk(db).prepare()
  const moves = movesWalk(db).prepare()

  return {
    /** Whose balance is not the sum of their entries, of the next members. `last` is null where there are no more. */
    differences: (after: number, limit: number) => {
      const rows = sums.all({ after, limit })
      return {
        last: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
        wrong: rows.filter(({ credits, sum }) => credits !== sum),
      }
    },

    /** Every entry of a member, the oldest first. */
    moves: (userId: number) => moves.all({ userId }),

    /** What a member has, or undefined where there is no such member. */
    balance: (userId: number): number | undefined => balanceOf.get({ userId })?.credits,

    /**
     * Appends an entry and moves the balance with it. An entry that is there already changes nothing.
     * @returns the balance then, or null where it would fall below zero: nothing was written
     */
    addEntry: (entry: Entry): number | null => {
      if (appendCovered.run(entry).changes > 0) return move.get(entry)?.credits ?? null
      return entryOf.get(entry) ? (balanceOf.get(entry)?.credits ?? null) : null
    },

    /** The balance right after one entry, or undefined where there is none [CHAT-5]. */
    balanceAfter: (userId: number, reason: LedgerReason, reference: string): number | undefined =>
      entryOf.get({ userId, reason, reference })?.balance ?? undefined,
  }
}
