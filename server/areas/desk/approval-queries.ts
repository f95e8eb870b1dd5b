/** Money that waits for a second person [DESK-12]. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { deskApprovals, deskRefunds } from '../../db/schema/books.ts'
import { payments } from '../../db/schema/money.ts'

export type ApprovalRow = typeof deskApprovals.$inferSelect
export type NewApproval = typeof deskApprovals.$inferInsert

const SHOWN = 20

export const approvalQueries = (db: Db) => ({
  add: async (approval: NewApproval): Promise<number> =>
    (await db.insert(deskApprovals).values(approval).returning({ id: deskApprovals.id }).get()).id,

  byId: async (id: number): Promise<ApprovalRow | undefined> =>
    db.select().from(deskApprovals).where(eq(deskApprovals.id, id)).get(),

  /** Whether an approval of this kind waits, for the member or for the payment. */
  isWaiting: async ({ kind, member, payment }: Pick<ApprovalRow, 'kind' | 'member' | 'payment'>): Promise<boolean> =>
    (await db
      .select({ id: deskApprovals.id })
      .from(deskApprovals)
      .where(
        and(
          eq(deskApprovals.kind, kind),
          eq(deskApprovals.member, member),
          sql`${deskApprovals.payment} is not distinct from ${payment}`,
          isNull(deskApprovals.decidedAt),
        ),
      )
      .get()) !== undefined,

  decide: async (
    id: number,
    answer: Pick<ApprovalRow, 'approved' | 'decidedBy' | 'decidedAt' | 'answer'>,
  ): Promise<void> => {
    await db.update(deskApprovals).set(answer).where(eq(deskApprovals.id, id)).run()
  },

  /** Waiting approvals first, then the newest. */
  ofMember: async (member: number): Promise<ApprovalRow[]> =>
    db
      .select()
      .from(deskApprovals)
      .where(eq(deskApprovals.member, member))
      .orderBy(sql`${deskApprovals.decidedAt} is not null`, desc(deskApprovals.id))
      .limit(SHOWN)
      .all(),

  /** The sum that the desk ordered for a member since a time, in one currency. */
  refundedSince: async (member: number, currency: string, since: number): Promise<number> =>
    (
      await db
        .select({ sum: sql<number>`coalesce(sum(${deskRefunds.amount}), 0)` })
        .from(payments)
        .innerJoin(deskRefunds, eq(deskRefunds.payment, payments.id))
        .where(and(eq(payments.userId, member), eq(payments.currency, currency), sql`${deskRefunds.at} >= ${since}`))
        .get()
    )?.sum ?? 0,
})
