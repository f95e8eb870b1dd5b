/**
 * Deletes old payments and ledger entries of erased accounts at the end of their legal retention (`server/jobs/purge-due.ts`).
 * Their sums stay in the books.
 */
import { and, asc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { users } from '../../db/schema/account.ts'
import { bookings, chargebacks, deskRefunds, erasedBookings, settlementLines } from '../../db/schema/books.ts'
import { ledger, payments, paymentTransitions } from '../../db/schema/money.ts'

/** Rows that are deleted in about five milliseconds. */
const BATCH = 50
/** Rows that are read, and seldom written, in about two milliseconds. */
const LOOKS = 1_000

/** `deletingSince` is null again once everything is erased. */
const IS_ERASED = and(eq(users.status, 'deleted'), isNull(users.deletingSince))

/** Nothing has happened to the payment since `before`. */
const isOld = (before: number): SQL =>
  sql`max(${payments.createdAt}, ${payments.changedAt}, coalesce(${payments.completedAt}, 0)) < ${before}`

/** The time of the last entry, one row: a ledger that ends late is not read any further. */
const LAST_ENTRY = sql.raw('(select at from ledger where ledger.user_id = users.id order by ledger.id desc limit 1)')
const NEWEST_ENTRY = sql.raw('(select max(at) from ledger where ledger.user_id = users.id)')

export const retentionQueries = (db: Db) => ({
  /**
   * The erased accounts among the next ones that have old payments or an old ledger.
   * @param before ms since the epoch @returns also the last account that was looked at, or null at the end
   */
  withOldMoney: async (before: number, after: number): Promise<{ members: number[]; last: number | null }> => {
    const page = await db
      .select({
        id: users.id,
        // The query builder writes a column of a selection without its table, and "id" would be the one of the inner select.
        isFound: sql<number>`case when ${IS_ERASED} and (
          (${LAST_ENTRY} < ${before} and ${NEWEST_ENTRY} < ${before})
          or exists (select 1 from payments where payments.user_id = users.id and ${isOld(before)})) then 1 else 0 end`,
      })
      .from(users)
      .where(gt(users.id, after))
      .orderBy(asc(users.id))
      .limit(LOOKS)
      .all()
    return {
      members: page.filter(({ isFound }) => isFound === 1).map(({ id }) => id),
      last: page.length < LOOKS ? null : (page.at(-1)?.id ?? null),
    }
  },

  /**
   * Deletes old payments of an erased account with their transitions and bookings, a batch at a time. Their sums stay in the
   * books [DESK-12]. The newest invoice and the newest credit note stay, because the next number follows from them.
   * @param before ms since the epoch @returns the number of payments
   */
  eraseOldPayments: async (member: number, before: number): Promise<number> => {
    const found = await db
      .select({ id: payments.id })
      .from(payments)
      .innerJoin(users, eq(users.id, payments.userId))
      .where(
        and(
          eq(payments.userId, member),
          IS_ERASED,
          isOld(before),
          sql`(${payments.invoice} is null or ${payments.invoice} < (select max(invoice) from payments))`,
          sql`not exists (select 1 from bookings where bookings.payment = ${payments.id}
            and (at >= ${before} or number = (select max(number) from bookings)))`,
        ),
      )
      .limit(BATCH)
      .all()
    const ids = found.map(({ id }) => id)
    await keepSums(db, ids)
    await db.delete(paymentTransitions).where(inArray(paymentTransitions.payment, ids)).run()
    await db.delete(bookings).where(inArray(bookings.payment, ids)).run()
    await db.delete(deskRefunds).where(inArray(deskRefunds.payment, ids)).run()
    await db.delete(chargebacks).where(inArray(chargebacks.payment, ids)).run()
    return (await db.delete(payments).where(inArray(payments.id, ids)).run()).changes
  },

  /**
   * Deletes the newest entries of an erased account whose whole ledger is old enough. The balance stays the sum of the others,
   * which is what it was before the deleted ones [PAY-1]. @param before ms since the epoch @returns the number of entries
   */
  eraseOldLedger: async (member: number, before: number): Promise<number> => {
    const [account] = await db
      .select({ newest: sql<number | null>`${NEWEST_ENTRY}` })
      .from(users)
      .where(and(eq(users.id, member), IS_ERASED))
      .all()
    if (!account || account.newest === null || account.newest >= before) return 0
    const gone = await db
      .delete(ledger)
      .where(sql`${ledger.id} in (select id from ledger where user_id = ${member} order by id desc limit ${LOOKS})`)
      .returning({ amount: ledger.amount })
      .all()
    const sum = gone.reduce((total, { amount }) => total + amount, 0)
    await db
      .update(users)
      .set({ credits: sql`${users.credits} - ${sum}` })
      .where(eq(users.id, member))
      .run()
    return gone.length
  },
})

/** Adds the bookings of these payments to the sums of their months, and takes their references out of the settlements. */
const keepSums = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const month = sql<string>`substr(date(${bookings.at} / 1000, 'unixepoch'), 1, 7)`
  await db
    .insert(erasedBookings)
    .select(
      db
        .select({
          month: month.as('month'),
          country: payments.country,
          currency: payments.currency,
          vatPercentage: payments.vatPercentage,
          kind: bookings.kind,
          count: sql<number>`count(*)`.as('count'),
          amount: sql<number>`sum(${bookings.amount})`.as('amount'),
          vat: sql<number>`sum(${bookings.vat})`.as('vat'),
        })
        .from(bookings)
        .innerJoin(payments, eq(payments.id, bookings.payment))
        .where(inArray(payments.id, [...ids]))
        .groupBy(month, payments.country, payments.currency, payments.vatPercentage, bookings.kind),
    )
    .onConflictDoUpdate({
      target: [
        erasedBookings.month,
        erasedBookings.country,
        erasedBookings.currency,
        erasedBookings.vatPercentage,
        erasedBookings.kind,
      ],
      set: {
        count: sql`${erasedBookings.count} + excluded.count`,
        amount: sql`${erasedBookings.amount} + excluded.amount`,
        vat: sql`${erasedBookings.vat} + excluded.vat`,
      },
    })
    .run()
  for (const { reference, country } of await db
    .select({ reference: payments.reference, country: payments.country })
    .from(payments)
    .where(inArray(payments.id, [...ids]))
    .all())
    if (reference !== null)
      await db
        .update(settlementLines)
        .set({ reference: '', country })
        .where(eq(settlementLines.reference, reference))
        .run()
}
