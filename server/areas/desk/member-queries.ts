/** Members for the desk: find them, and count what support needs to see [DESK-11]. */
import { and, count, desc, eq, inArray, isNotNull, lt, or, sum, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { nameBegins, profileDetails, profiles } from '../../db/schema/profile.ts'
import { users } from '../../db/schema/account.ts'
import { participants } from '../../db/schema/chat.ts'
import { memberNotes, staff } from '../../db/schema/desk.ts'
import { directDebits, payments } from '../../db/schema/money.ts'
import { letters } from '../../db/schema/safety.ts'
import { ownWords } from '../profile/queries.ts'
import { isOfProvider } from './money-queries.ts'

export const deskMemberQueries = (db: Db) => {
  const found = async (condition: SQL | undefined, limit: number) =>
    db
      .select({
        id: users.id,
        name: profiles.name,
        birthDate: profiles.birthDate,
        country: profiles.country,
        city: profiles.city,
        fictional: profiles.fictional,
        status: users.status,
        sanction: users.sanction,
        paid: users.paidUser,
      })
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .where(condition)
      .orderBy(desc(users.id))
      .limit(limit)
      .all()

  const countOf = async (condition: SQL | undefined): Promise<number> =>
    (await db.select({ rows: count() }).from(letters).where(condition).get())?.rows ?? 0

  return {
    byNumber: async (id: number) => found(eq(users.id, id), 1),

    /** @param mail in the spelling of `emailKey` */
    byMail: async (mail: string) => found(eq(users.email, mail), 1),

    /** Ours or the provider's id of a payment. */
    byPayment: async (id: string) => {
      const payers = await db
        .select({ member: payments.userId })
        .from(payments)
        .where(or(eq(payments.id, id), and(isOfProvider, eq(payments.reference, id))))
        .all()
      return (await Promise.all(payers.map(({ member }) => found(eq(users.id, member), 1)))).flat()
    },

    byInvoice: async (invoice: number) => {
      const payer = await db
        .select({ member: payments.userId })
        .from(payments)
        .where(eq(payments.invoice, invoice))
        .get()
      return payer ? await found(eq(users.id, payer.member), 1) : []
    },

    /** @param years of birth; all if left out */
    byName: async (
      start: string,
      limit: number,
      { before, years }: { before?: number; years?: readonly number[] } = {},
    ) =>
      found(
        and(
          nameBegins(start),
          before === undefined ? undefined : lt(users.id, before),
          years === undefined ? undefined : inArray(profiles.birthYear, [...years]),
        ),
        limit,
      ),

    /** All words of a profile that its member wrote. */
    ownWords: async (id: number): Promise<string> => {
      const { aboutMe, prompts } = profileDetails
      const row = await db.select({ aboutMe, prompts }).from(profileDetails).where(eq(profileDetails.id, id)).get()
      return row ? ownWords(row) : ''
    },

    /** The data of direct debits: support may have to compare it with a bank statement. */
    debitContacts: async (id: number) =>
      db
        .select({
          phone: directDebits.phone,
          street: directDebits.street,
          houseNumber: directDebits.houseNumber,
          zip: directDebits.zip,
          city: directDebits.city,
        })
        .from(directDebits)
        .where(eq(directDebits.userId, id))
        .orderBy(desc(directDebits.createdAt))
        .all(),

    /** Completed payments by currency. */
    bought: async (id: number) =>
      db
        .select({ currency: payments.currency, amount: sum(payments.amount).mapWith(Number), payments: count() })
        .from(payments)
        .where(and(eq(payments.userId, id), isNotNull(payments.completedAt)))
        .groupBy(payments.currency)
        .all(),

    completedPayments: async (id: number, limit: number) =>
      db
        .select({
          at: payments.completedAt,
          amount: payments.amount,
          currency: payments.currency,
          credits: payments.credits,
          invoice: payments.invoice,
        })
        .from(payments)
        .where(and(eq(payments.userId, id), isNotNull(payments.completedAt)))
        .orderBy(desc(payments.completedAt))
        .limit(limit)
        .all(),

    /** @returns the id of the note, or undefined if an earlier request has added it */
    addNote: async (note: typeof memberNotes.$inferInsert): Promise<number | undefined> =>
      (await db.insert(memberNotes).values(note).onConflictDoNothing().returning({ id: memberNotes.id }).get())?.id,

    /** The newest notes first. */
    notes: async (id: number, limit: number) =>
      db
        .select({ note: memberNotes, name: staff.name })
        .from(memberNotes)
        .innerJoin(staff, eq(staff.id, memberNotes.staff))
        .where(eq(memberNotes.member, id))
        .orderBy(desc(memberNotes.id))
        .limit(limit)
        .all(),

    noteCount: async (id: number): Promise<number> =>
      (await db.select({ rows: count() }).from(memberNotes).where(eq(memberNotes.member, id)).get())?.rows ?? 0,

    conversations: async (id: number): Promise<number> =>
      (await db.select({ rows: count() }).from(participants).where(eq(participants.member, id)).get())?.rows ?? 0,

    reportsAbout: async (id: number): Promise<number> =>
      countOf(and(eq(letters.profile, id), eq(letters.kind, 'report'))),
    reportsBy: async (id: number): Promise<number> => countOf(and(eq(letters.userId, id), eq(letters.kind, 'report'))),

    /** The newest reports by or about a member. */
    reports: async (id: number, limit: number) =>
      db
        .select({ id: letters.id, at: letters.at, by: letters.userId, reason: letters.reason })
        .from(letters)
        .where(and(eq(letters.kind, 'report'), or(eq(letters.userId, id), eq(letters.profile, id))))
        .orderBy(desc(letters.id))
        .limit(limit)
        .all(),
  }
}
