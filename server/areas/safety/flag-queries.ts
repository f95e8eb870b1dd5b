/** The findings of automatic checks, which wait for a person [GUARD-1] to [GUARD-6]. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { flags } from '../../db/schema/safety.ts'

export type FlagRow = typeof flags.$inferSelect
type NewFlag = Pick<FlagRow, 'member' | 'kind' | 'severity' | 'facts'> & Partial<Pick<FlagRow, 'message' | 'photo'>>

/** `grave`, `harm`, `rest` happen to sort by the alphabet, so the index of open flags has their order [DESK-4]. */
const MOST_SEVERE_FIRST = [asc(flags.severity), asc(flags.createdAt), asc(flags.id)] as const

export const flagQueries = (db: Db) => ({
  /** @returns its id */
  addFlag: async (flag: NewFlag, at: number): Promise<number> =>
    (
      await db
        .insert(flags)
        .values({ ...flag, createdAt: at })
        .returning({ id: flags.id })
        .get()
    ).id,

  flag: async (id: number): Promise<FlagRow | undefined> => db.select().from(flags).where(eq(flags.id, id)).get(),

  /** The flags that wait for a person: the most severe first, then the oldest. */
  openFlags: async (limit: number): Promise<FlagRow[]> =>
    db
      .select()
      .from(flags)
      .where(isNull(flags.answeredAt))
      .orderBy(...MOST_SEVERE_FIRST)
      .limit(limit)
      .all(),

  /** A member's flags that wait for a person. */
  openFlagsOf: async (member: number): Promise<FlagRow[]> =>
    db
      .select()
      .from(flags)
      .where(and(eq(flags.member, member), isNull(flags.answeredAt)))
      .orderBy(...MOST_SEVERE_FIRST)
      .all(),

  /** When a person last answered a flag of this kind about a member; 0 for never. */
  answeredAt: async (member: number, kind: FlagRow['kind']): Promise<number> =>
    (
      await db
        .select({ at: sql<number>`coalesce(max(${flags.answeredAt}), 0)` })
        .from(flags)
        .where(and(eq(flags.member, member), eq(flags.kind, kind)))
        .get()
    )?.at ?? 0,

  countOpenFlags: async (): Promise<number> =>
    (
      await db
        .select({ total: sql<number>`count(*)` })
        .from(flags)
        .where(isNull(flags.answeredAt))
        .get()
    )?.total ?? 0,

  /** Makes the flags of a member wait again that were answered at this moment. @returns them as they were answered */
  reopenFlags: async (member: number, at: number): Promise<FlagRow[]> => {
    const answered = and(eq(flags.member, member), eq(flags.answeredAt, at))
    const rows = await db.select().from(flags).where(answered).all()
    await db.update(flags).set({ upheld: null, answeredAt: null }).where(answered).run()
    return rows
  },

  /** @returns false if it was answered before */
  answerFlag: async (id: number, upheld: boolean, at: number): Promise<boolean> =>
    (
      await db
        .update(flags)
        .set({ upheld, answeredAt: at })
        .where(and(eq(flags.id, id), isNull(flags.answeredAt)))
        .run()
    ).changes > 0,
})
