/** Keyed hashes of the mailboxes that have had the free credits [GUARD-5]. */
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { creditedMailboxes, users } from '../../db/schema/account.ts'

export const mailboxQueries = (db: Db) => ({
  /** @returns false if the mailbox has had the free credits */
  claimMailbox: (mailbox: string): boolean =>
    db.insert(creditedMailboxes).values({ hash: mailbox }).onConflictDoNothing().run().changes > 0,

  isCredited: (mailbox: string): boolean =>
    db
      .select({ hash: creditedMailboxes.hash })
      .from(creditedMailboxes)
      .where(eq(creditedMailboxes.hash, mailbox))
      .get() !== undefined,

  expireMailbox: (member: number, expiresAt: number): void => {
    db.update(creditedMailboxes)
      .set({ expiresAt })
      .where(sql`${creditedMailboxes.hash} = (select mailbox from users where id = ${member})`)
      .run()
  },

  /** A mailbox whose alias has an account stays. */
  forgetExpiredMailboxes: (now: number): void => {
    db.delete(creditedMailboxes)
      .where(
        and(
          lte(creditedMailboxes.expiresAt, now),
          sql`not exists (select 1 from ${users} where ${eq(users.mailbox, creditedMailboxes.hash)})`,
        ),
      )
      .run()
  },
})
