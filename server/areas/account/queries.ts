/** Accounts, sessions, tokens. */
import { and, eq, gt, sql } from 'drizzle-orm'
import { sessions, users } from '../../db/schema.ts'
import type { Db } from '../../db/database.ts'

export const accountQueries = (db: Db) => {
  const callerBySession = db
    .select({
      id: users.id,
      status: users.status,
      paid: users.paidUser,
      language: users.language,
      sessionHash: sessions.tokenHash,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('hash')), gt(sessions.expiresAt, sql.placeholder('now'))))
    .prepare()

  return {
    /** Who a session token belongs to, while it lasts. */
    callerBySession: (hash: string, now: number) => callerBySession.get({ hash, now }),
  }
}
