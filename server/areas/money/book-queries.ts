/** The bookings of sales, refunds and chargebacks, and the sellers of invoices [DESK-12]. */
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { CompanyInfo } from '#contract/entities/money.ts'
import type { Db } from '../../db/database.ts'
import { bookings, chargebacks, deskRefunds, sellers } from '../../db/schema/books.ts'
import { ledger, payments } from '../../db/schema/money.ts'

export type BookingRow = typeof bookings.$inferSelect
export type NewBooking = Omit<typeof bookings.$inferInsert, 'id' | 'number'>
export type DeskRefundRow = typeof deskRefunds.$inferSelect
export type ChargebackRow = typeof chargebacks.$inferSelect

const value = sql.placeholder

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
    .where(and(eq(payments.userId, value('member')), sql`${chargebacks.decision} is not 'allow'`))
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
    sellerId: (company: CompanyInfo): number => {
      const text = JSON.stringify(company)
      const known = sellerBy.get({ company: text })
      return known ? known.id : db.insert(sellers).values({ company }).returning({ id: sellers.id }).get().id
    },

    seller: (id: number): CompanyInfo | undefined => seller.get({ id })?.company,

    /** The domains of completed payments without a stored seller: those from before sellers were stored. */
    domainsWithoutSeller: (): string[] =>
      db
        .selectDistinct({ domain: payments.domain })
        .from(payments)
        .where(and(isNotNull(payments.completedAt), isNull(payments.seller)))
        .all()
        .map(({ domain }) => domain),

    setSellerOf: (domain: string, id: number): void => {
      db.update(payments)
        .set({ seller: id })
        .where(and(eq(payments.domain, domain), isNotNull(payments.completedAt), isNull(payments.seller)))
        .run()
    },

    /**
     * @returns the booking; a sale has the invoice's number, every other booking the number of the next credit note
     */
    addBooking: (booking: NewBooking): BookingRow => {
      const number = booking.kind === 'sale' ? null : (lastNumber.get()?.number ?? 0) + 1
      return db
        .insert(bookings)
        .values({ ...booking, number })
        .returning()
        .get()
    },

    /** The number that the next credit note will have. */
    nextCreditNote: (): number => (lastNumber.get()?.number ?? 0) + 1,

    bookings: (payment: string): BookingRow[] => ofPayment.all({ payment }),

    addRefund: (refund: typeof deskRefunds.$inferInsert): void => {
      db.insert(deskRefunds).values(refund).run()
    },

    refund: (id: string): DeskRefundRow | undefined =>
      db.select().from(deskRefunds).where(eq(deskRefunds.id, id)).get(),

    refunds: (payment: string): DeskRefundRow[] => refundsOf.all({ payment }),

    refundDone: (id: string, at: number): void => {
      db.update(deskRefunds).set({ doneAt: at }).where(eq(deskRefunds.id, id)).run()
    },

    addChargeback: (payment: string, amount: number, at: number): void => {
      db.insert(chargebacks)
        .values({ payment, amount, at })
        .onConflictDoUpdate({ target: chargebacks.payment, set: { amount } })
        .run()
    },

    chargeback: (payment: string): ChargebackRow | undefined =>
      db.select().from(chargebacks).where(eq(chargebacks.payment, payment)).get(),

    /** @returns false if it is already decided in this way */
    decideChargeback: (payment: string, decision: 'allow' | 'stop', staff: number, at: number): boolean =>
      db
        .update(chargebacks)
        .set({ decision, staff, decidedAt: at })
        .where(and(eq(chargebacks.payment, payment), sql`${chargebacks.decision} is not ${decision}`))
        .run().changes > 0,

    contestChargeback: (payment: string, contestBy: number): void => {
      db.update(chargebacks).set({ contestBy }).where(eq(chargebacks.payment, payment)).run()
    },

    /** Chargebacks that wait for a decision, the oldest first [DESK-4]. */
    openChargebacks: (limit: number) =>
      db
        .select({ chargeback: chargebacks, member: payments.userId, currency: payments.currency })
        .from(chargebacks)
        .innerJoin(payments, eq(payments.id, chargebacks.payment))
        .where(isNull(chargebacks.decidedAt))
        .orderBy(asc(chargebacks.at))
        .limit(limit)
        .all(),

    /** Whether a chargeback of this member waits for a decision, or was decided against further purchases. */
    isBuyingStopped: (member: number): boolean => openChargeback.get({ member }) !== undefined,

    /** The credits that the desk gave a member since a time. */
    goodwillSince: (member: number, since: number): number => given.get({ member, since })?.credits ?? 0,
  }
}
