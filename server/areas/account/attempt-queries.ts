/** Stored counts for rate limits that must survive a restart [ACC-8], [ACC-9]. */
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { bound, value } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { attempts } from '../../db/schema/account.ts'
import type { Attempts } from './lockout.ts'

export const attemptQueries = (db: Db) => {
  const byKey = db
    .select({
      count: attempts.count,
      since: attempts.since,
      blockedUntil: attempts.blockedUntil,
      blocks: attempts.blocks,
    })
    .from(attempts)
    .where(eq(attempts.key, bound('key')))
    .prepare()
  const set = db
    .insert(attempts)
    .values({
      key: value('key'),
      count: value('count'),
      since: value('since'),
      blockedUntil: value('blockedUntil'),
      blocks: value('blocks'),
    })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`excluded.count`,
        since: sql`excluded.since`,
        blockedUntil: sql`excluded.blocked_until`,
        blocks: sql`excluded.blocks`,
      },
    })
    .prepare()

  return {
    /** @param key contains only hashes, so it identifies nobody */
    attempts: async (key: string): Promise<Attempts | undefined> => byKey.get({ key }),

    setAttempts: async (key: string, row: Attempts): Promise<void> => {
      await set.run({ key, ...row })
    },

    forgetAttempts: async (key: string): Promise<void> => {
      await db.delete(attempts).where(eq(attempts.key, key)).run()
    },

    /** @param prefix ends with a space; hashes contain no space */
    forgetAttemptsUnder: async (prefix: string): Promise<void> => {
      await db
        .delete(attempts)
        .where(and(gte(attempts.key, prefix), lt(attempts.key, `${prefix}\u{7f}`)))
        .run()
    },
  }
}
