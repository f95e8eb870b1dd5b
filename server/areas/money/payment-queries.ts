/** Payments, their transitions, and the stored methods for one-tap payments [PAY-5], [PAY-6]. */
import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { payments, paymentTransitions, storedMethods } from '../../db/schema/money.ts'
import { textsIn } from '../../db/lists.ts'
import { value } from '../../db/prepared.ts'

export type PaymentRow = typeof payments.$inferSelect
export type NewPayment = typeof payments.$inferInsert
export type TransitionRow = typeof paymentTransitions.$inferSelect
export type StoredMethodRow = typeof storedMethods.$inferSelect

type Provider = PaymentRow['provider']

export const paymentQueries = (db: Db) => {
  const byId = db
    .select()
    .from(payments)
    .where(eq(payments.id, value('id')))
    .prepare()
  const byReference = db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, value('provider')), eq(payments.reference, value('reference'))))
    .prepare()
  const holding = db
    .select()
    .from(payments)
    .where(
      and(
        sql`${payments.discountCode} in ${textsIn(value('codes'))}`,
        eq(payments.userId, value('member')),
        isNotNull(payments.discountCode),
        eq(payments.endedThere, false),
        isNull(payments.completedAt),
      ),
    )
    .prepare()
  const findingOut = db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.userId, value('member')),
        eq(payments.status, 'created'),
        isNull(payments.reference),
        or(eq(payments.repeated, true), eq(payments.method, 'directdebit')),
      ),
    )
    .limit(1)
    .prepare()
  const chargedFrom = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.payerCustomer, value('customer')), isNotNull(payments.payerCustomer)))
    .limit(1)
    .prepare()
  const add = db
    .insert(paymentTransitions)
    .values({
      payment: value('payment'),
      before: value('before'),
      after: value('after'),
      by: value('by'),
      at: value('at'),
    })
    .prepare()
  const transitionsOf = db
    .select()
    .from(paymentTransitions)
    .where(eq(paymentTransitions.payment, value('payment')))
    .orderBy(asc(paymentTransitions.id))
    .prepare()
  const lastInvoice = db
    .select({ number: sql<number | null>`max(${payments.invoice})` })
    .from(payments)
    .prepare()
  const isPaid = sql`exists (select 1 from payments where user_id = ${value('member')} and status = 'completed')`
  const refreshPaid = db
    .select({ was: sql<number>`paid_user`, is: sql<number>`${isPaid}` })
    .from(sql`users`)
    .where(sql`id = ${value('member')}`)
    .prepare()
  const storedOf = db
    .select()
    .from(storedMethods)
    .where(eq(storedMethods.userId, value('member')))
    .prepare()

  return {
    byId: async (id: string): Promise<PaymentRow | undefined> => byId.get({ id }),
    byReference: async (provider: Provider, reference: string): Promise<PaymentRow | undefined> =>
      byReference.get({ provider, reference }),

    add: async (payment: NewPayment): Promise<PaymentRow> => db.insert(payments).values(payment).returning().get(),

    change: async (id: string, change: Partial<NewPayment>): Promise<PaymentRow> =>
      db.update(payments).set(change).where(eq(payments.id, id)).returning().get(),

    addTransition: async (transition: Omit<TransitionRow, 'id'>): Promise<void> => {
      await add.run(transition)
    },

    /** The changes of a payment's status, the oldest first. */
    transitions: async (payment: string): Promise<TransitionRow[]> => transitionsOf.all({ payment }),

    /** Uncompleted payments of a member with one of these codes that may still be paid. */
    holding: async (member: number, codes: readonly string[]): Promise<PaymentRow[]> =>
      holding.all({ member, codes: JSON.stringify(codes) }),

    /** A member's charge whose outcome is unknown (`unanswered.ts`). */
    findingOut: async (member: number): Promise<PaymentRow | undefined> => findingOut.get({ member }),

    /** Whether the outcome of a charge from this customer at the provider is unknown. */
    isChargedFrom: async (customer: string): Promise<boolean> => (await chargedFrom.get({ customer })) !== undefined,

    /** The next number without a gap. Read and use it in one transaction. */
    nextInvoice: async (): Promise<number> => ((await lastInvoice.get())?.number ?? 0) + 1,

    /** [PAY-3] A member has Premium while a payment is completed. */
    refreshPaid: async (member: number): Promise<void> => {
      const found = await refreshPaid.get({ member })
      if (found && found.was !== found.is)
        await db.run(sql`update users set paid_user = ${found.is} where id = ${member}`)
    },

    storedMethod: async (member: number): Promise<StoredMethodRow | undefined> => storedOf.get({ member }),

    /** A member has one stored method: a new one replaces it. */
    storeMethod: async (stored: StoredMethodRow): Promise<void> => {
      const { userId: _, ...rest } = stored
      await db
        .insert(storedMethods)
        .values(stored)
        .onConflictDoUpdate({ target: storedMethods.userId, set: rest })
        .run()
    },

    forgetMethod: async (member: number): Promise<StoredMethodRow | undefined> =>
      db.delete(storedMethods).where(eq(storedMethods.userId, member)).returning().get(),
  }
}
