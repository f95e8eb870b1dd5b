/** Leaving and coming back: the account on its way out, and out of it all that is erased. */
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { profiles, pushSubscriptions, tokens, users } from '../../db/schema.ts'
import { exportQueries } from './export-queries.ts'
import { purgeQueries } from './purge-queries.ts'

export const leavingQueries = (db: Db) => ({
  ...exportQueries(db),
  ...purgeQueries(db),

  /** Found by nobody from now on [FIND-3], and told of nothing. @returns false where the account is leaving already, or gone */
  beginDeletion: (id: number, at: number): boolean => {
    const { changes } = db
      .update(users)
      .set({ status: 'deleting', deletingSince: at })
      .where(and(eq(users.id, id), sql`${users.status} in ('not_confirmed', 'active')`))
      .run()
    if (changes === 0) return false
    db.update(profiles).set({ searchable: false }).where(eq(profiles.id, id)).run()
    db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, id)).run()
    return true
  },

  /** Once one link was used, others to the same deletion lead nowhere: they must not undo the next one. */
  forgetLinks: (id: number): void => {
    db.delete(tokens)
      .where(and(eq(tokens.userId, id), eq(tokens.kind, 'reactivate')))
      .run()
  },

  /** As if just signed up: what confirms the address is the link that led here. @returns false where it is too late */
  comeBack: (id: number, deletingAfter: number): boolean =>
    db
      .update(users)
      .set({ status: 'not_confirmed', deletingSince: null })
      .where(and(eq(users.id, id), eq(users.status, 'deleting'), sql`${users.deletingSince} > ${deletingAfter}`))
      .run().changes > 0,

  /** Accounts whose time is over, and those whose erasing was interrupted; the longest waiting first. */
  due: (deletingUntil: number, limit: number) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(lte(users.deletingSince, deletingUntil))
      .orderBy(asc(users.deletingSince))
      .limit(limit)
      .all()
      .map(({ id }) => id),
})
