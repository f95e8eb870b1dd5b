/** Sums of the books by month, settlements, and a member's ledger for the desk [DESK-12]. */
import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { PAYMENT_PROVIDERS } from '#contract/payment-methods.ts'
import type { Db } from '../../db/database.ts'
import { idsIn, textsIn } from '../../db/lists.ts'
import { bookings, erasedBookings, settlementLines, settlements, type SETTLEMENT_KINDS } from '../../db/schema/books.ts'
import { ledger, payments } from '../../db/schema/money.ts'

/** A settlement of the provider, as its text names it. */
export type ReadSettlement = {
  id: string
  currency: string
  paidOutAt: number
  amount: number
  lines: { kind: (typeof SETTLEMENT_KINDS)[number]; reference: string; amount: number; fee: number }[]
}

const sumOf = (kind: string) =>
  sql<number>`coalesce(sum(case when ${bookings.kind} = ${kind} then ${bookings.amount} else 0 end), 0)`

/** Without the bookings that took a refund or chargeback back: a settlement of the days between has the first alone. */
const wentBackBy = (kind: string) =>
  sql<number>`coalesce(sum(case when ${bookings.kind} = ${kind} and ${bookings.amount} < 0 then ${bookings.amount} else 0 end), 0)`

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

/** Lets the index by provider and reference find a payment by its reference alone. */
export const isOfProvider = inArray(payments.provider, PAYMENT_PROVIDERS)

export type SettlementRow = typeof settlements.$inferSelect
export type SettlementLineRow = typeof settlementLines.$inferSelect

export const deskMoneyQueries = (db: Db) => ({
  /** The books of whole months, by country, currency and VAT rate, with the sums of what was erased after its retention. */
  bookedBetween: async (from: number, to: number) => {
    const booked = db
      .select({
        country: payments.country,
        currency: payments.currency,
        vatPercentage: payments.vatPercentage,
        kind: bookings.kind,
        count: sql<number>`1`.as('count'),
        amount: bookings.amount,
        vat: bookings.vat,
      })
      .from(bookings)
      .innerJoin(payments, eq(payments.id, bookings.payment))
      .where(and(gte(bookings.at, from), lt(bookings.at, to)))
    const erased = db
      .select({
        country: erasedBookings.country,
        currency: erasedBookings.currency,
        vatPercentage: erasedBookings.vatPercentage,
        kind: erasedBookings.kind,
        count: erasedBookings.count,
        amount: erasedBookings.amount,
        vat: erasedBookings.vat,
      })
      .from(erasedBookings)
      .where(and(gte(erasedBookings.month, monthOf(from)), lt(erasedBookings.month, monthOf(to))))
    const all = unionAll(booked, erased).as('booked')
    const amountOf = (kind: string) => sql<number>`sum(case when ${all.kind} = ${kind} then ${all.amount} else 0 end)`
    return db
      .select({
        country: all.country,
        currency: all.currency,
        vat_percentage: all.vatPercentage,
        payments: sql<number>`sum(case when ${all.kind} = 'sale' then ${all.count} else 0 end)`,
        gross: amountOf('sale'),
        refunds: amountOf('refund'),
        chargebacks: amountOf('chargeback'),
        vat: sql<number>`sum(${all.vat})`,
        net: sql<number>`sum(${all.amount} - ${all.vat})`,
      })
      .from(all)
      .groupBy(all.country, all.currency, all.vatPercentage)
      .orderBy(asc(all.country), asc(all.currency))
      .all()
  },

  /** The provider's fees by the country of the payment; an empty country for fees without a payment. */
  feesBetween: async (from: number, to: number) =>
    db
      .select({
        country: sql<string>`coalesce(${payments.country}, ${settlementLines.country}, '')`,
        currency: settlements.currency,
        fees: sql<number>`sum(${settlementLines.fee})`,
      })
      .from(settlements)
      .innerJoin(settlementLines, eq(settlementLines.settlement, settlements.id))
      .leftJoin(payments, and(isOfProvider, eq(payments.reference, settlementLines.reference)))
      .where(and(gte(settlements.paidOutAt, from), lt(settlements.paidOutAt, to)))
      .groupBy(sql`1`, settlements.currency)
      .all(),

  settlementsBetween: async (from: number, to: number): Promise<SettlementRow[]> =>
    db
      .select()
      .from(settlements)
      .where(and(gte(settlements.paidOutAt, from), lt(settlements.paidOutAt, to)))
      .orderBy(asc(settlements.paidOutAt), asc(settlements.id))
      .all(),

  settlement: async (id: string): Promise<SettlementRow | undefined> =>
    db.select().from(settlements).where(eq(settlements.id, id)).get(),

  linesOf: async (settlement: string): Promise<SettlementLineRow[]> =>
    db.select().from(settlementLines).where(eq(settlementLines.settlement, settlement)).all(),

  /** A payment by the provider's id, with what our books say of it. */
  bookedOf: async (reference: string) =>
    db
      .select({
        id: payments.id,
        currency: payments.currency,
        sale: sumOf('sale'),
        refund: wentBackBy('refund'),
        chargeback: wentBackBy('chargeback'),
      })
      .from(payments)
      .leftJoin(bookings, eq(bookings.payment, payments.id))
      .where(and(isOfProvider, eq(payments.reference, reference)))
      .groupBy(payments.id)
      .get(),

  /** The sum of one kind that all settlements state for a payment. */
  settledOf: async (reference: string, kind: SettlementLineRow['kind']): Promise<number> =>
    (
      await db
        .select({ sum: sql<number>`coalesce(sum(${settlementLines.amount}), 0)` })
        .from(settlementLines)
        .where(and(eq(settlementLines.reference, reference), eq(settlementLines.kind, kind)))
        .get()
    )?.sum ?? 0,

  /** Replaces a settlement of the same id. */
  putSettlement: async ({ lines, ...settlement }: ReadSettlement, staff: number, at: number): Promise<void> => {
    await db.delete(settlementLines).where(eq(settlementLines.settlement, settlement.id)).run()
    await db.delete(settlements).where(eq(settlements.id, settlement.id)).run()
    await db
      .insert(settlements)
      .values({ ...settlement, staff, importedAt: at })
      .run()
    for (const line of lines)
      await db
        .insert(settlementLines)
        .values({ ...line, settlement: settlement.id })
        .run()
  },

  /** Sales of a time that no settlement states, by currency. */
  unsettledBetween: async (from: number, to: number) =>
    db
      .select({
        currency: payments.currency,
        amount: sql<number>`sum(${bookings.amount})`,
        payments: sql<number>`count(*)`,
      })
      .from(bookings)
      .innerJoin(payments, eq(payments.id, bookings.payment))
      .where(
        and(
          gte(bookings.at, from),
          lt(bookings.at, to),
          eq(bookings.kind, 'sale'),
          sql`not exists (select 1 from settlement_lines where kind = 'payment' and reference = ${payments.reference})`,
        ),
      )
      .groupBy(payments.currency)
      .all(),

  /** Members with ledger entries, in order of their ids. */
  membersWithLedger: async (after: number, limit: number): Promise<number[]> =>
    (
      await db
        .selectDistinct({ id: ledger.userId })
        .from(ledger)
        .where(sql`${ledger.userId} > ${after}`)
        .orderBy(asc(ledger.userId))
        .limit(limit)
        .all()
    ).map(({ id }) => id),

  /** All entries of members before a time, each member's oldest first. */
  movesBefore: async (members: readonly number[], before: number) =>
    db
      .select({ member: ledger.userId, amount: ledger.amount, reason: ledger.reason, reference: ledger.reference })
      .from(ledger)
      .where(and(sql`${ledger.userId} in ${idsIn(JSON.stringify(members))}`, lt(ledger.at, before)))
      .orderBy(asc(ledger.userId), asc(ledger.id))
      .all(),

  paymentsOf: async (ids: readonly string[]) =>
    db
      .select()
      .from(payments)
      .where(sql`${payments.id} in ${textsIn(JSON.stringify(ids))}`)
      .all(),
})
