/** The ledger and the balance that is its sum [PAY-1]. */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { users } from '../../db/schema/account.ts'
import { ledger, SPENDING } from '../../db/schema/money.ts'
import type { LedgerReason } from '#contract/entities/money.ts'
import type { Db } from '../../db/database.ts'
import { value } from '../../db/prepared.ts'
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

/** A longer ledger is summed by itself, so that a batch of members stays short. */
const LONG_LEDGER = 500
/** The entries of a page of a long ledger, which takes a few milliseconds. */
const LEDGER_PAGE = 2_000

/** An entry that spends adds nothing, and every balance is the sum up to its entry. Entries of the first version have none. */
const IS_ODD = sql.raw(`balance <> total or (amount > 0 and reason in ${SPENDING})`)

/**
 * Members in order of their ids, each with the balance, the sum of the entries and the number of odd ones; null for a long
 * ledger.
 */
export const sumsWalk = (db: Db) => {
  const isLong = sql`exists (select 1 from ledger where user_id = "users"."id" limit 1 offset ${sql.raw(String(LONG_LEDGER))})`
  return db
    .select({
      id: users.id,
      credits: users.credits,
      sum: sql<number | null>`case when ${isLong}
        then null else (select coalesce(sum(amount), 0) from ledger where user_id = "users"."id") end`,
      odd: sql<number | null>`case when ${isLong} then null else (select count(*) from
        (select amount, reason, balance, sum(amount) over (order by id) as total from ledger where user_id = "users"."id") as running
        where ${IS_ODD}) end`,
    })
    .from(users)
    .where(gt(users.id, value('after')))
    .orderBy(asc(users.id))
    .limit(value('limit'))
}

/** The payment of a reference, which may have a number behind the id (`takingReference`). */
const IS_PAYMENT = sql`p.user_id = l.user_id and p.id = substr(l.reference, 1, 36)`

/**
 * The entries of some members, apart from spending, without what they stand for: the purchase of a completed payment, the return of
 * a price that was paid; and completed payments without a purchase. Erased members are left out: their payments may be gone.
 */
const strayEntriesOf = (after: number, last: number) => sql`
  select l.user_id as member, count(*) as stray
  from ledger l join users u on u.id = l.user_id and u.status <> 'deleted'
  where l.user_id > ${after} and l.user_id <= ${last} and l.${IS_NO_SPENDING} and case
    when l.reason = 'purchase' then not exists
      (select 1 from payments p where ${IS_PAYMENT} and p.credits = l.amount and p.completed_at is not null)
    when l.reason in ('refund', 'chargeback') then (l.reason = 'refund' and l.amount > 0) or not exists
      (select 1 from payments p where ${IS_PAYMENT} and p.completed_at is not null)
    when l.reason = 'returned' then not exists
      (select 1 from ledger paid where paid.user_id = l.user_id and paid.reference = l.reference and paid.amount = -l.amount
        and paid.reason in ${sql.raw(SPENDING)})
    else l.amount < 0 end
  group by l.user_id
  union all
  select p.user_id as member, count(*) as stray
  from payments p join users u on u.id = p.user_id and u.status <> 'deleted'
  where p.user_id > ${after} and p.user_id <= ${last} and p.completed_at is not null and not exists
    (select 1 from ledger l where l.reference = p.id and l.reason = 'purchase' and l.user_id = p.user_id)
  group by p.user_id`

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
    .where(and(eq(ledger.userId, value('userId')), IS_NO_SPENDING))

/** The spending that was given back. */
export const returnedWalk = (db: Db) =>
  db
    .select(placed)
    .from(ledger)
    .where(
      and(
        eq(ledger.userId, value('userId')),
        sql.raw(`reason in ${SPENDING}`),
        sql`${ledger.reference} in (select given.reference from ledger as given where given.user_id = ${value('userId')}
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
    .where(eq(ledger.userId, value('userId')))
    .orderBy(asc(ledger.id))

export const moneyQueries = (db: Db) => {
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
  const pageSum = async (member: number, after: number, before: number) =>
    db.get<{ credits: number; sum: number; odd: number; count: number; last: number }>(sql`
      select (select credits from users where id = ${member}) as credits, coalesce(sum(amount), 0) as sum,
        count(*) filter (where ${IS_ODD}) as odd, count(*) as count, coalesce(max(id), 0) as last
      from (select id, amount, reason, balance, cast(${before} as bigint) + sum(amount) over (order by id) as total from ledger
        where user_id = ${member} and id > ${after} order by id limit ${LEDGER_PAGE}) as entries`)
  const everyMove = movesWalk(db).prepare()
  const given = givenWalk(db).prepare()
  const returned = returnedWalk(db).prepare()

  return {
    /**
     * The next members, each with the balance, the sum of the entries and the number of wrong ones, and those whose ledger is too
     * long for one statement. `last` is null after the last member.
     */
    differences: async (after: number, limit: number) => {
      const rows = await sums.all({ after, limit })
      const end = rows.at(-1)?.id ?? after
      const stray = new Map<number, number>()
      for (const { member, stray: found } of await db.all<{ member: number; stray: number }>(
        strayEntriesOf(after, end),
      ))
        stray.set(member, (stray.get(member) ?? 0) + found)
      return {
        last: rows.length < limit ? null : end,
        checked: rows.flatMap(({ id, credits, sum, odd }) =>
          sum === null ? [] : [{ id, credits, sum, odd: (odd ?? 0) + (stray.get(id) ?? 0) }],
        ),
        long: rows.flatMap(({ id, sum }) => (sum === null ? [{ id, stray: stray.get(id) ?? 0 }] : [])),
      }
    },

    /**
     * The sum and the odd ones of the next entries of a long ledger, and the balance at that moment. Entries never change, so the
     * pages add up to the balance of the last one. `last` is null after the last entry. @param before the sum of the earlier pages
     */
    pageOfSum: async (member: number, after: number, before: number) => {
      const { credits, sum, odd, count, last } = await pageSum(member, after, before)
      return { credits, sum, odd, last: count < LEDGER_PAGE ? null : last }
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
