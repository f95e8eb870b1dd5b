/**
 * The statements that store messages, pay for them and announce them: each does its part for a whole group. Balance and
 * feed counter are columns of one row, so one statement moves a member's balance and counter.
 */
import { sql } from 'drizzle-orm'
import { readOverRows, together, writeOverRows } from '../../db/lists.ts'
import { users } from '../../db/schema/account.ts'
import { conversations, messages, participants } from '../../db/schema/chat.ts'
import { changes } from '../../db/schema/feed.ts'
import { ledger } from '../../db/schema/money.ts'
import type { Db } from '../../db/database.ts'
import type { MessageType } from '#contract/entities/chat.ts'
import type { LedgerReason } from '#contract/entities/money.ts'
import { openingAfter } from './send-queries.ts'

type NewMessage = {
  conversation: number
  sender: number
  clientId: string
  type: MessageType
  text: string
  at: number
  warning: string | null
  heldAt: number | null
}

/** A message that its recipient may see. `cost` in credits. */
export type Payment = { sender: number; recipient: number; conversation: number; cost: number }

/** The same once it is stored. */
export type Settlement = Payment & { message: number; reason: LedgerReason; at: number }

/** The members of paid messages; `first` is the seq before their first change. */
export type PaidMembers = ReadonlyMap<number, { credits: number; seq: number; first: number }>

/** How payments move credits and feeds: each member once. */
const movesOf = (payments: readonly Payment[]) => {
  const moves = new Map<number, { member: number; cost: number; steps: number }>()
  const move = (member: number, cost: number): void => {
    const before = moves.get(member) ?? { member, cost: 0, steps: 0 }
    moves.set(member, { member, cost: before.cost + cost, steps: before.steps + 1 })
  }
  for (const { sender, recipient, cost } of payments) {
    move(sender, cost)
    move(recipient, 0)
  }
  return moves
}

export const deliverQueries = (db: Db) => {
  const addMessages = readOverRows(
    {
      conversation: 'bigint',
      sender: 'bigint',
      clientId: 'text',
      type: 'text',
      text: 'text',
      at: 'bigint',
      warning: 'text',
      heldAt: 'bigint',
    },
    ({ of, values }) =>
      db
        .insert(messages)
        .select(
          values(
            sql`null, ${of('conversation')}, ${of('sender')}, ${of('clientId')}, ${of('type')}, ${of('text')}, ${of('at')}, ${of('warning')}, ${of('heldAt')}, null`,
          ),
        )
        .returning({ id: messages.id, sender: messages.sender, clientId: messages.clientId })
        .prepare(),
  )
  // `opening_left` is counted in the row that each message writes anyway, so that a message reads no others [GUARD-1].
  const setLast = writeOverRows({ conversation: 'bigint', sender: 'bigint', message: 'bigint' }, ({ of, join }) => {
    const update = db.update(conversations).set({
      lastMessage: of('message'),
      openingLeft: openingAfter(of('sender')),
    })
    join(update)
    return update.where(sql`${conversations.id} = ${of('conversation')}`).prepare()
  })
  const addUnread = writeOverRows({ recipient: 'bigint', conversation: 'bigint' }, ({ of, join }) => {
    const update = db.update(participants).set({ unread: sql`${participants.unread} + 1` })
    join(update)
    return update
      .where(sql`${participants.member} = ${of('recipient')} and ${participants.conversation} = ${of('conversation')}`)
      .prepare()
  })
  const payAndAdvance = readOverRows({ member: 'bigint', cost: 'bigint', steps: 'bigint' }, ({ of, join }) => {
    const update = db.update(users).set({
      credits: sql`${users.credits} - ${of('cost')}`,
      feedSeq: sql`${users.feedSeq} + ${of('steps')}`,
    })
    join(update)
    return update
      .where(sql`${users.id} = ${of('member')}`)
      .returning({ member: users.id, credits: users.credits, seq: users.feedSeq })
      .prepare()
  })
  const addDebits = writeOverRows(
    { sender: 'bigint', amount: 'bigint', reason: 'text', reference: 'text', balance: 'bigint', at: 'bigint' },
    ({ of, values }) =>
      db
        .insert(ledger)
        .select(
          values(
            sql`null, ${of('sender')}, ${of('amount')}, ${of('reason')}, ${of('reference')}, ${of('balance')}, ${of('at')}`,
          ),
        )
        .prepare(),
  )
  const addChanges = writeOverRows({ member: 'bigint', seq: 'bigint', message: 'bigint' }, ({ of, values }) =>
    db
      .insert(changes)
      .select(values(sql`${of('member')}, ${of('seq')}, 'message', ${of('message')}`))
      .prepare(),
  )

  return {
    /** @returns the id of each message, in their order */
    addMessages: async (added: readonly NewMessage[]): Promise<number[]> => {
      const rows = await addMessages(added)
      const ids = new Map(rows.map(({ id, sender, clientId }) => [`${sender} ${clientId}`, id]))
      return added.map(({ sender, clientId }) => {
        const id = ids.get(`${sender} ${clientId}`)
        if (id === undefined) throw new Error('A message was not stored')
        return id
      })
    },

    /**
     * Debits the senders, moves the feeds of both members and counts one more unread message. Each sender and each
     * conversation appears once. The caller has checked that the credits cover the costs; if they do not, the
     * transaction fails.
     * @returns the credits and the newest seq of each member
     */
    pay: async (payments: readonly Payment[]): Promise<PaidMembers> => {
      const moves = movesOf(payments)
      const [paid] = await together([payAndAdvance([...moves.values()]), addUnread(payments)])
      if (paid.length < moves.size) throw new Error('A message between members who are not there')
      return new Map(
        paid.map(({ member, credits, seq }) => [
          member,
          { credits, seq, first: seq - (moves.get(member)?.steps ?? 0) },
        ]),
      )
    },

    /** Makes paid messages the last ones of their conversations, and writes their debits and the changes of the feeds. */
    settle: async (settlements: readonly Settlement[], members: PaidMembers): Promise<void> => {
      const next = new Map([...members].map(([member, { first }]) => [member, first]))
      const entries: { member: number; seq: number; message: number }[] = []
      const debits = settlements.map(({ sender, recipient, message, cost, reason, at }) => {
        for (const member of [sender, recipient]) {
          const seq = (next.get(member) ?? 0) + 1
          next.set(member, seq)
          entries.push({ member, seq, message })
        }
        return {
          sender,
          amount: -cost,
          reason,
          reference: String(message),
          balance: members.get(sender)?.credits ?? 0,
          at,
        }
      })
      await together([setLast(settlements), addDebits(debits), addChanges(entries)])
    },
  }
}
