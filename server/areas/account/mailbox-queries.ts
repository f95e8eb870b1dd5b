/** Keyed hashes of the mailboxes that have had the free credits [GUARD-5]. */
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { creditedMailboxes, users } from '../../db/schema/account.ts'

export const mailboxQueries = (db: Db) => ({
  /** @returns false if the mailbox has had the free credits */
  claimMailbox: async (mailbox: string): Promise<boolean> =>
    (await db.insert(creditedMailboxes).values({ hash: mailbox }).onConflictDoNothing().run()).changes > 0,

  expireMailbox: async (member: number, expiresAt: number): Promise<void> => {
    await db
      .update(creditedMailboxes)
      .set({ expiresAt })
      .where(sql`${creditedMailboxes.hash} = (select mailbox from users where id = ${member})`)
      .run()
  },

  /** A mailbox whose alias has an account stays. */
  forgetExpiredMailboxes: async (now: number): Promise<void> => {
    await db
      .delete(creditedMailboxes)
      .where(
        and(
          lte(creditedMailboxes.expiresAt, now),
          sql`not exists (select 1 from ${users} where ${eq(users.mailbox, creditedMailboxes.hash)})`,
        ),
      )
      .run()
  },
})
