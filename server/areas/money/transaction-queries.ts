/** A member's payments and ledger entries [PAY-11]. */
import { and, desc, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { bound, value } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { users } from '../../db/schema/account.ts'
import { conversations, messages } from '../../db/schema/chat.ts'
import { ledger, payments, SPENDING } from '../../db/schema/money.ts'
import { profiles } from '../../db/schema/profile.ts'
import {
  frozenName,
  isOwnBlock,
  isTheirBlock,
  ownBlock,
  relationColumns,
  theirBlock,
} from '../find/relation-queries.ts'

export type EntryRow = Awaited<ReturnType<ReturnType<typeof transactionQueries>['entries']>>[number]

/** Spent credits refer to a message by its id. The message's conversation identifies the partner. */
export const entriesWalk = (db: Db) => {
  const [member, partner] = [bound('member'), sql`${profiles.id}`]
  return db
    .select({
      entry: {
        id: ledger.id,
        userId: ledger.userId,
        at: ledger.at,
        amount: ledger.amount,
        // Entries of a generated population have no balance, so compute it.
        balance: sql<number>`coalesce(${ledger.balance}, (select sum(amount) from ledger as earlier
          where earlier.user_id = ${ledger.userId} and earlier.id <= ${ledger.id}))`,
        reason: ledger.reason,
        reference: ledger.reference,
      },
      profile: { id: profiles.id, name: frozenName, fictional: profiles.fictional },
      relation: relationColumns(member, partner),
    })
    .from(ledger)
    .leftJoin(
      messages,
      // The other reasons have references that are no numbers.
      sql`${messages.id} = case when ${ledger.reason} in ${sql.raw(SPENDING)} or ${ledger.reason} = 'returned'
        then cast(${ledger.reference} as bigint) end`,
    )
    .leftJoin(conversations, eq(conversations.id, messages.conversation))
    .leftJoin(profiles, eq(profiles.id, sql`${conversations.low} + ${conversations.high} - ${ledger.userId}`))
    .leftJoin(users, eq(users.id, profiles.id))
    .leftJoin(ownBlock, isOwnBlock(member, partner))
    .leftJoin(theirBlock, isTheirBlock(member, partner))
    .where(and(eq(ledger.userId, bound('member')), lt(ledger.id, bound('before'))))
    .orderBy(desc(ledger.id))
    .limit(value('limit'))
}

export const paymentsWalk = (db: Db) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.userId, value('member')))
    .orderBy(desc(payments.createdAt))

export const transactionQueries = (db: Db) => {
  const entries = entriesWalk(db).prepare()
  const paymentsOf = paymentsWalk(db).prepare()
  const lastMethod = db
    .select({ method: payments.method })
    .from(payments)
    .where(and(eq(payments.userId, value('member')), isNotNull(payments.completedAt)))
    .orderBy(desc(payments.createdAt))
    .limit(1)
    .prepare()
  const buyerOf = db
    .select({ name: profiles.name, email: users.email })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(and(eq(users.id, bound('member')), ne(users.status, 'deleted')))
    .prepare()

  return {
    /** Entries before one, the newest first, each with the partner it was spent on and their relation. */
    entries: async (member: number, before: number, limit: number) => entries.all({ member, before, limit }),

    /** All payments of a member, the newest first. */
    payments: async (member: number) => paymentsOf.all({ member }),

    /** The method of the member's last completed payment [PAY-4]. */
    lastMethod: async (member: number) => (await lastMethod.get({ member }))?.method,

    /** The recipient of an invoice; undefined for an account that is erased. */
    buyer: async (member: number) => buyerOf.get({ member }),
  }
}
