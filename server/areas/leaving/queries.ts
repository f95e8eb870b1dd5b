/** Deletion and restoration of accounts, and the queries of export, purge and retention. */
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { pushSubscriptions, tokens, users } from '../../db/schema/account.ts'
import { profiles } from '../../db/schema/profile.ts'
import { exportQueries } from './export-queries.ts'
import { purgeQueries } from './purge-queries.ts'
import { retentionQueries } from './retention-queries.ts'

export const leavingQueries = (db: Db) => ({
  ...exportQueries(db),
  ...purgeQueries(db),
  ...retentionQueries(db),

  /** Hides the account from search [FIND-3] and stops its pushes. @returns false if it is already leaving or gone */
  beginDeletion: async (id: number, at: number): Promise<boolean> => {
    const leftConfirmed = sql`case when ${users.status} = 'active' then 1 else 0 end`
    const { changes } = await db
      .update(users)
      .set({ status: 'deleting', deletingSince: at, leftConfirmed })
      .where(and(eq(users.id, id), sql`${users.status} in ('not_confirmed', 'active')`))
      .run()
    if (changes === 0) return false
    await db.update(profiles).set({ searchable: false }).where(eq(profiles.id, id)).run()
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, id)).run()
    return true
  },

  /** After one link was used, other links to the same deletion end: they must not undo a later deletion. */
  forgetLinks: async (id: number): Promise<void> => {
    await db
      .delete(tokens)
      .where(and(eq(tokens.userId, id), eq(tokens.kind, 'reactivate')))
      .run()
  },

  /** Restores the account as unconfirmed; the link then confirms the address. @returns false if it is too late */
  comeBack: async (id: number, deletingAfter: number): Promise<boolean> =>
    (
      await db
        .update(users)
        .set({ status: 'not_confirmed', deletingSince: null, leftConfirmed: null })
        .where(and(eq(users.id, id), eq(users.status, 'deleting'), sql`${users.deletingSince} > ${deletingAfter}`))
        .run()
    ).changes > 0,

  /** Accounts to erase, also those of an interrupted purge; the longest waiting first. */
  due: async (deletingUntil: number, limit: number) =>
    (
      await db
        .select({ id: users.id })
        .from(users)
        .where(lte(users.deletingSince, deletingUntil))
        .orderBy(asc(users.deletingSince))
        .limit(limit)
        .all()
    ).map(({ id }) => id),
})
