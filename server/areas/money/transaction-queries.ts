/** What a member paid, and what became of their credits [PAY-11]. */
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { payments } from '../../db/schema.ts'

const value = sql.placeholder

export const transactionQueries = (db: Db) => {
  const lastMethod = db
    .select({ method: payments.method })
    .from(payments)
    .where(and(eq(payments.userId, value('member')), isNotNull(payments.completedAt)))
    .orderBy(desc(payments.createdAt))
    .limit(1)
    .prepare()

  return {
    /** How the member paid last, of what was completed [PAY-4]. */
    lastMethod: (member: number) => lastMethod.get({ member })?.method,
  }
}
