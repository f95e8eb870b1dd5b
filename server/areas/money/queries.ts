/** The ledger and the balance that is its sum [PAY-1]. */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { users } from '../../db/schema/account.ts'
import { ledger, SPENDING } from '../../db/schema/money.ts'
import type { LedgerReason } from '#contract/entities/money.ts'
import type { Db } from '../../db/database.ts'
import type { LedgerMove } from './credit-lots.ts'

export type Entry = {
  userId: number
  /** Credits: positive adds, negative spends. */
  amount: number
  reason: LedgerReason
  /** The reason's object, such as a message id; one entry per member, reason and reference. */
  reference: string
  at: number
}

/** A longer ledger is summed in pages of so many entries, about a millisecond each. */
const LONG_LEDGER = 2_000

/** Members in order of their ids, each with the balance and the sum of the entries; null for a long ledger. */
export const sumsWalk = (db: Db) =>
  db
    .select({
      id: users.id,
      credits: users.credits,
      sum: sql<number | null>`case when exists
          (select 1 from ledger where user_id = "users"."id" limit 1 offset ${sql.raw(String(LONG_LEDGER))})
        then null else (select coalesce(sum(amount), 0) from ledger where user_id = "users"."id") end`,
    })
    .from(users)
    .where(gt(users.id, sql.placeholder('after')))
    .orderBy(asc(users.id))
    .limit(sql.placeholder('limit'))

/** Word for word the condition of the index `ledger_unspent`. */
const IS_NO_SPENDING = sql.raw(`reason not in ${SPENDING}`)

const placed = {
  id: ledger.id,
  amount: ledger.amount,
  reason: ledger.reason,
  reference: ledger.reference,
  balance: ledger.balance,
}

/** The entries of a member that are no spending. */
export const givenWalk = (db: Db) =>
  db
    .select(placed)
    .from(ledger)
    .where(and(eq(ledger.userId, sql.placeholder('userId')), IS_NO_SPENDING))

/** The spending that was given back. */
export const returnedWalk = (db: Db) =>
  db
    .select(placed)
    .from(ledger)
    .where(
      and(
        eq(ledger.userId, sql.placeholder('userId')),
        sql.raw(`reason in ${SPENDING}`),
        sql`${ledger.reference} in (select given.reference from ledger as given where given.user_id = ${sql.placeholder('userId')}
          and given.reason = 'returned' and given.${IS_NO_SPENDING})`,
      ),
    )

type PlacedMove = LedgerMove & { id: number; balance: number | null }

/**
 * Puts one spending between two entries for all that was spent between them, which the balances tell.
 * @returns null if the balances do not: entries of the first version have none
 */
const withSpending = (entries: readonly PlacedMove[], credits: number): LedgerMove[] | null => {
  const moves: LedgerMove[] = []
  let held = 0
  for (const { id, amount, reason, reference, balance } of entries) {
    if (balance === null || held < balance - amount) return null
    if (held > balance - amount)
      moves.push({ amount: balance - amount - held, reason: 'message', reference: `before ${id}` })
    moves.push({ amount, reason, reference })
    held = balance
  }
  if (held < credits) return null
  return held > credits ? [...moves, { amount: credits - held, reason: 'message', reference: 'last' }] : moves
}

/** All entries of a member, the oldest first. */
export const movesWalk = (db: Db) =>
  db
    .select({ amount: ledger.amount, reason: ledger.reason, reference: ledger.reference })
    .from(ledger)
    .where(eq(ledger.userId, sql.placeholder('userId')))
    .orderBy(asc(ledger.id))

export const moneyQueries = (db: Db) => {
  const value = sql.placeholder
  const isOneEntry = and(
    eq(ledger.userId, value('userId')),
    eq(ledger.reason, value('reason')),
    eq(ledger.reference, value('reference')),
  )
  const isCovered = and(eq(users.id, value('userId')), sql`${users.credits} + ${value('amount')} >= 0`)

  const balanceOf = db
    .select({ credits: users.credits })
    .from(users)
    .where(eq(users.id, value('userId')))
    .prepare()
  const entryOf = db.select({ amount: ledger.amount, balance: ledger.balance }).from(ledger).where(isOneEntry).prepare()
  const appendCovered = db
    .insert(ledger)
    .select(
      sql`select null, ${value('userId')}, ${value('amount')}, ${value('reason')}, ${value('reference')},
        ${users.credits} + ${value('amount')}, ${value('at')} from ${users} where ${isCovered}`,
    )
    .onConflictDoNothing()
    .prepare()
  const move = db
    .update(users)
    .set({ credits: sql`${users.credits} + ${value('amount')}` })
    .where(isCovered)
    .returning({ credits: users.credits })
    .prepare()

  const sums = sumsWalk(db).prepare()
  const pageSum = async (member: number, after: number) =>
    db.get<{ credits: number; sum: number; count: number; last: number }>(sql`
      select (select credits from users where id = ${member}) as credits, coalesce(sum(amount), 0) as sum, count(*) as count,
        coalesce(max(id), 0) as last
      from (select id, amount from ledger where user_id = ${member} and id > ${after} order by id limit ${LONG_LEDGER}) as entries`)
  const everyMove = movesWalk(db).prepare()
  const given = givenWalk(db).prepare()
  const returned = returnedWalk(db).prepare()

  return {
    /**
     * Among the next members, those whose balance differs from the sum, and those whose ledger is too long for one statement.
     * `last` is null after the last member.
     */
    differences: async (after: number, limit: number) => {
      const rows = await sums.all({ after, limit })
      return {
        last: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
        wrong: rows.flatMap(({ id, credits, sum }) => (sum === null || sum === credits ? [] : [{ id, credits, sum }])),
        long: rows.flatMap(({ id, sum }) => (sum === null ? [id] : [])),
      }
    },

    /**
     * The sum of the next entries of a long ledger, and the balance at that moment. Entries never change, so the pages add up
     * to the balance of the last one. `last` is null after the last entry.
     */
    pageOfSum: async (member: number, after: number) => {
      const { credits, sum, count, last } = await pageSum(member, after)
      return { credits, sum, last: count < LONG_LEDGER ? null : last }
    },

    /**
     * The entries of a member for `credit-lots.ts`, the oldest first. Spending that stays is one entry between two others, so a
     * hundred thousand messages are not read.
     */
    moves: async (userId: number): Promise<LedgerMove[]> => {
      const entries = [...(await given.all({ userId })), ...(await returned.all({ userId }))]
      entries.sort((one, another) => one.id - another.id)
      const credits = (await balanceOf.get({ userId }))?.credits ?? 0
      return withSpending(entries, credits) ?? everyMove.all({ userId })
    },
    everyMove: async (userId: number): Promise<LedgerMove[]> => everyMove.all({ userId }),

    /** A member's balance, or undefined if there is no such member. */
    balance: async (userId: number): Promise<number | undefined> => (await balanceOf.get({ userId }))?.credits,

    /**
     * Appends an entry and changes the balance with it. An existing entry changes nothing.
     * @returns the new balance, or null if it would fall below zero: then nothing is written
     */
    addEntry: async (entry: Entry): Promise<number | null> => {
      if ((await appendCovered.run(entry)).changes > 0) return (await move.get(entry))?.credits ?? null
      return (await entryOf.get(entry)) ? ((await balanceOf.get(entry))?.credits ?? null) : null
    },

    /** The amount of an entry, or undefined without such an entry. */
    amountOf: async (userId: number, reason: LedgerReason, reference: string): Promise<number | undefined> =>
      (await entryOf.get({ userId, reason, reference }))?.amount,

    /** The balance right after an entry, or undefined without such an entry [CHAT-5]. */
    balanceAfter: async (userId: number, reason: LedgerReason, reference: string): Promise<number | undefined> =>
      (await entryOf.get({ userId, reason, reference }))?.balance ?? undefined,
  }
}
