/** The bookings of sales, refunds and chargebacks, and the sellers of invoices [DESK-12]. */
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { CompanyInfo } from '#contract/entities/money.ts'
import type { Db } from '../../db/database.ts'
import { value } from '../../db/prepared.ts'
import { bookings, chargebacks, deskRefunds, sellers } from '../../db/schema/books.ts'
import { ledger, payments } from '../../db/schema/money.ts'

export type BookingRow = typeof bookings.$inferSelect
type NewBooking = Omit<typeof bookings.$inferInsert, 'id' | 'number'>
export type DeskRefundRow = typeof deskRefunds.$inferSelect
type ChargebackRow = typeof chargebacks.$inferSelect

export const bookQueries = (db: Db) => {
  const sellerBy = db
    .select({ id: sellers.id })
    .from(sellers)
    .where(eq(sellers.company, sql`${value('company')}`))
    .prepare()
  const seller = db
    .select({ company: sellers.company })
    .from(sellers)
    .where(eq(sellers.id, value('id')))
    .prepare()
  const ofPayment = db
    .select()
    .from(bookings)
    .where(eq(bookings.payment, value('payment')))
    .orderBy(asc(bookings.id))
    .prepare()
  const lastNumber = db
    .select({ number: sql<number | null>`max(${bookings.number})` })
    .from(bookings)
    .prepare()
  const refundsOf = db
    .select()
    .from(deskRefunds)
    .where(eq(deskRefunds.payment, value('payment')))
    .orderBy(asc(deskRefunds.at))
    .prepare()
  const openChargeback = db
    .select({ payment: chargebacks.payment })
    .from(chargebacks)
    .innerJoin(payments, eq(payments.id, chargebacks.payment))
    .where(and(eq(payments.userId, value('member')), sql`coalesce(${chargebacks.decision}, 'stop') = 'stop'`))
    .limit(1)
    .prepare()
  const given = db
    .select({ credits: sql<number>`coalesce(sum(${ledger.amount}), 0)` })
    .from(ledger)
    .where(
      and(eq(ledger.userId, value('member')), eq(ledger.reason, 'goodwill'), sql`${ledger.at} >= ${value('since')}`),
    )
    .prepare()

  return {
    /** The id of a company, as it is now. A changed company is a new seller. */
    sellerId: async (company: CompanyInfo): Promise<number> => {
      const text = JSON.stringify(company)
      const known = await sellerBy.get({ company: text })
      return known ? known.id : (await db.insert(sellers).values({ company }).returning({ id: sellers.id }).get()).id
    },

    seller: async (id: number): Promise<CompanyInfo | undefined> => (await seller.get({ id }))?.company,

    /** The domains of completed payments without a stored seller: those from before sellers were stored. */
    domainsWithoutSeller: async (): Promise<string[]> =>
      (
        await db
          .selectDistinct({ domain: payments.domain })
          .from(payments)
          .where(and(isNotNull(payments.completedAt), isNull(payments.seller)))
          .all()
      ).map(({ domain }) => domain),

    setSellerOf: async (domain: string, id: number): Promise<void> => {
      await db
        .update(payments)
        .set({ seller: id })
        .where(and(eq(payments.domain, domain), isNotNull(payments.completedAt), isNull(payments.seller)))
        .run()
    },

    /**
     * @returns the booking; a sale has the invoice's number, every other booking the number of the next credit note
     */
    addBooking: async (booking: NewBooking): Promise<BookingRow> => {
      const number = booking.kind === 'sale' ? null : ((await lastNumber.get())?.number ?? 0) + 1
      return db
        .insert(bookings)
        .values({ ...booking, number })
        .returning()
        .get()
    },

    /** The number that the next credit note will have. */
    nextCreditNote: async (): Promise<number> => ((await lastNumber.get())?.number ?? 0) + 1,

    bookings: async (payment: string): Promise<BookingRow[]> => ofPayment.all({ payment }),

    addRefund: async (refund: typeof deskRefunds.$inferInsert): Promise<void> => {
      await db.insert(deskRefunds).values(refund).run()
    },

    refund: async (id: string): Promise<DeskRefundRow | undefined> =>
      db.select().from(deskRefunds).where(eq(deskRefunds.id, id)).get(),

    refunds: async (payment: string): Promise<DeskRefundRow[]> => refundsOf.all({ payment }),

    changeRefund: async (
      id: string,
      change: Partial<Pick<DeskRefundRow, 'amount' | 'doneAt' | 'refusedAt' | 'refusal'>>,
    ): Promise<void> => {
      await db.update(deskRefunds).set(change).where(eq(deskRefunds.id, id)).run()
    },

    /** A second chargeback of the same payment, after the first one was won, waits for a decision of its own. */
    addChargeback: async (payment: string, amount: number, at: number): Promise<void> => {
      await db
        .delete(chargebacks)
        .where(and(eq(chargebacks.payment, payment), eq(chargebacks.decision, 'won')))
        .run()
      await db
        .insert(chargebacks)
        .values({ payment, amount, at })
        .onConflictDoUpdate({ target: chargebacks.payment, set: { amount } })
        .run()
    },

    /** The bank gave money back. If all of it is there again, the chargeback is won, whatever the desk had decided. */
    lowerChargeback: async (payment: string, amount: number, at: number): Promise<void> => {
      const won = amount > 0 ? {} : ({ decision: 'won', decidedAt: at, contestBy: null } as const)
      await db
        .update(chargebacks)
        .set({ amount, ...won })
        .where(eq(chargebacks.payment, payment))
        .run()
    },

    chargeback: async (payment: string): Promise<ChargebackRow | undefined> =>
      db.select().from(chargebacks).where(eq(chargebacks.payment, payment)).get(),

    /** @returns false if it is already decided in this way */
    decideChargeback: async (
      payment: string,
      decision: 'allow' | 'stop',
      staff: number,
      at: number,
    ): Promise<boolean> =>
      (
        await db
          .update(chargebacks)
          .set({ decision, staff, decidedAt: at })
          .where(and(eq(chargebacks.payment, payment), sql`${chargebacks.decision} is distinct from ${decision}`))
          .run()
      ).changes > 0,

    contestChargeback: async (payment: string, contestBy: number): Promise<void> => {
      await db.update(chargebacks).set({ contestBy }).where(eq(chargebacks.payment, payment)).run()
    },

    /** Whether a chargeback of this member waits for a decision, or was decided against further purchases. */
    isBuyingStopped: async (member: number): Promise<boolean> => (await openChargeback.get({ member })) !== undefined,

    /** The credits that the desk gave a member since a time. */
    goodwillSince: async (member: number, since: number): Promise<number> =>
      (await given.get({ member, since }))?.credits ?? 0,
  }
}
