/** Discount codes and their uses [PAY-7]. */
import { asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Discount } from '#contract/rules/discount.ts'
import { UNPAID_ENDS } from '#contract/rules/payment-state.ts'
import { bound, value } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { users } from '../../db/schema/account.ts'
import { discountCodes } from '../../db/schema/money.ts'
import { profiles } from '../../db/schema/profile.ts'
import { textsIn } from '../../db/lists.ts'

type DiscountRow = typeof discountCodes.$inferSelect

/** A payment that did not complete frees its code; a refunded one has used it. */
const usesIt = sql.raw(`status not in ('${UNPAID_ENDS.join("', '")}')`)

/**
 * A payer who returns from a payment page and pays with another method has the same price: the new payment replaces the
 * old.
 */
const isOnOwnPage = sql`user_id = ${value('buyer')}
  and status in ('created', 'pending') and checkout_url is not null`

const isShownUsed = sql`${usesIt} and (${isOnOwnPage}) is not true`

/**
 * A payment that may still be paid reserves its code: even if paid late, it must be the only one with the discount.
 */
const RESERVES_CODE = sql`(${usesIt} or ended_there = 0)`

const discountFrom = (row: DiscountRow): Discount => ({
  code: row.code,
  value_percentage: row.valuePercentage,
  minimum_order_value: row.minimumOrderValue,
  country: row.country,
  user_id: row.userId,
  expires: row.expires,
  currency: row.currency,
  status: row.status,
  validity: row.validity,
  paymentmethods: row.paymentmethods,
})

/** Whether a payment uses a code. @param by a further condition on the payment */
export const useOfCode = (db: Db, by: SQL, counts: SQL = isShownUsed) =>
  db
    .select({
      used: sql<number>`exists (select 1 from payments
        where discount_code is not null and discount_code in ${textsIn(value('codes'))} ${by}
          and ${counts})`,
    })
    .from(sql`(select 1) as one`)

/** A refunded payment has used its code too. */
const BOUGHT = sql`completed_at is not null`

export const ANYONE = sql``
export const BY_BUYER = sql`and user_id = ${value('buyer')}`

type Uses = { get: (values: { codes: string; buyer: number | null }) => Promise<{ used: number } | undefined> }

const usesIn = async (anyone: Uses, mine: Uses, codes: string, buyer: number | null) => ({
  byAnyone: (await anyone.get({ codes, buyer }))?.used === 1,
  byBuyer: buyer !== null && (await mine.get({ codes, buyer }))?.used === 1,
})

export const discountQueries = (db: Db) => {
  const row = db
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.code, value('code')))
    .prepare()
  const usedByAnyone = useOfCode(db, ANYONE).prepare()
  const usedByBuyer = useOfCode(db, BY_BUYER).prepare()
  const heldByAnyone = useOfCode(db, ANYONE, RESERVES_CODE).prepare()
  const heldByBuyer = useOfCode(db, BY_BUYER, RESERVES_CODE).prepare()
  const boughtByAnyone = useOfCode(db, ANYONE, BOUGHT).prepare()
  const boughtByBuyer = useOfCode(db, BY_BUYER, BOUGHT).prepare()
  const buyerOf = db
    .select({
      id: users.id,
      paid_user: users.paidUser,
      signup_date: users.signupAt,
      country: profiles.country,
      bought: sql<number>`exists (select 1 from payments where user_id = ${users.id} and completed_at is not null)`,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, bound('id')))
    .prepare()

  return {
    byCode: async (code: string): Promise<Discount | null> => {
      const found = await row.get({ code })
      return found ? discountFrom(found) : null
    },

    /** All codes, each with the number of payments that used it. */
    codes: async (): Promise<{ discount: Discount; uses: number }[]> =>
      (
        await db
          .select({
            code: discountCodes,
            uses: sql<number>`(select count(*) from payments
            where discount_code is not null and discount_code = "discount_codes"."code" and ${usesIt})`,
          })
          .from(discountCodes)
          .orderBy(asc(discountCodes.code))
          .all()
      ).map(({ code, uses }) => ({ discount: discountFrom(code), uses })),

    /** @returns false if a code of that name exists */
    addCode: async ({ value_percentage, minimum_order_value, user_id, ...same }: Discount): Promise<boolean> =>
      (
        await db
          .insert(discountCodes)
          .values({
            ...same,
            valuePercentage: value_percentage,
            minimumOrderValue: minimum_order_value,
            userId: user_id,
          })
          .onConflictDoNothing()
          .run()
      ).changes > 0,

    /** @returns false if there is no such code */
    setStatus: async (code: string, status: Discount['status']): Promise<boolean> =>
      (await db.update(discountCodes).set({ status }).where(eq(discountCodes.code, code)).run()).changes > 0,

    /** Whether one of these codes was used, by anyone and by this member. For displayed prices. */
    usesOf: async (codes: readonly string[], buyer: number | null) =>
      usesIn(usedByAnyone, usedByBuyer, JSON.stringify(codes), buyer),

    /** The same for an order: a payment that may still be paid counts too. */
    heldUsesOf: async (codes: readonly string[], buyer: number | null) =>
      usesIn(heldByAnyone, heldByBuyer, JSON.stringify(codes), buyer),

    /** The same for a payment that is about to be completed: completed payments count. */
    boughtUsesOf: async (codes: readonly string[], buyer: number | null) =>
      usesIn(boughtByAnyone, boughtByBuyer, JSON.stringify(codes), buyer),

    /** The buyer's data that discounts and prices depend on. */
    buyer: async (id: number) => {
      const found = await buyerOf.get({ id })
      return found && { ...found, bought: found.bought === 1 }
    },
  }
}
