/**
 * The statements that pay for a message and announce it. Balance and feed counter are columns of one row, so one statement
 * moves the sender's balance and the counters of both members.
 */
import { sql } from 'drizzle-orm'
import { users } from '../../db/schema/account.ts'
import { changes } from '../../db/schema/feed.ts'
import { ledger } from '../../db/schema/money.ts'
import type { Db } from '../../db/database.ts'
import type { LedgerReason } from '../money/queries.ts'

/** `cost` in credits. */
export type Settlement = {
  sender: number
  recipient: number
  message: number
  cost: number
  reason: LedgerReason
  at: number
}

const value = sql.placeholder

export const settleQueries = (db: Db) => {
  const payAndAdvance = db
    .update(users)
    .set({
      credits: sql`${users.credits} - case when ${users.id} = ${value('sender')} then ${value('cost')} else 0 end`,
      feedSeq: sql`${users.feedSeq} + 1`,
    })
    .where(sql`${users.id} in (${value('sender')}, ${value('recipient')})`)
    .returning({ member: users.id, credits: users.credits, seq: users.feedSeq })
    .prepare()
  const addDebit = db
    .insert(ledger)
    .values({
      userId: value('sender'),
      amount: value('amount'),
      reason: value('reason'),
      reference: value('reference'),
      balance: value('credits'),
      at: value('at'),
    })
    .prepare()
  const change = (member: string, seq: string) => ({
    member: value(member),
    seq: value(seq),
    kind: 'message' as const,
    entity: value('message'),
  })
  const announceMessage = db
    .insert(changes)
    .values([change('sender', 'mine'), change('recipient', 'theirs')])
    .prepare()

  return {
    /**
     * Debits the sender and appends the message to both feeds. The caller has checked that the credits cover the cost; if they do not, the whole
     * message is rolled back.
     * @returns the sender's credits, and the seq of each feed
     */
    settle: async ({ sender, recipient, message, cost, reason, at }: Settlement) => {
      const rows = await payAndAdvance.all({ sender, recipient, cost })
      const mine = rows.find(({ member }) => member === sender)
      const theirs = rows.find(({ member }) => member === recipient)
      if (!mine || !theirs) throw new Error('A message between members who are not there')
      const { credits } = mine
      if (credits < 0) throw new Error('A covered message was not debited')
      await addDebit.run({ sender, amount: -cost, reason, reference: String(message), credits, at })
      await announceMessage.run({ sender, recipient, message, mine: mine.seq, theirs: theirs.seq })
      return { credits, mine: mine.seq, theirs: theirs.seq }
    },
  }
}
