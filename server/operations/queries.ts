/** Facts about the installation, and the figures that `/readyz`, `/metrics` and `npm run doctor` report. */
import { and, asc, count, desc, eq, lt, min, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { bound } from '../db/prepared.ts'
import type { Db } from '../db/database.ts'
import { pushSubscriptions, users } from '../db/schema/account.ts'
import { jobs } from '../db/schema/feed.ts'
import { payments } from '../db/schema/money.ts'
import { identityMarks } from '../db/schema/cases.ts'
import { siteKeys, siteState, type SiteKeyName } from '../db/schema/site.ts'

/** Every fact has a schema, so that a value of an older format is noticed. */
const FACTS = {
  kind: v.picklist(['demo', 'production']),
  trusted_time: v.number(),
  last_backup: v.number(),
  probe: v.number(),
  numbers_counted: v.number(),
}
type Fact<Name extends keyof typeof FACTS> = v.InferOutput<(typeof FACTS)[Name]>

/** With the pauses of the job loop, the first of so many failures was half an hour ago. */
const RETRYING_ATTEMPTS = 6

const PAYMENTS_COUNTED = 1_000
const JOBS_COUNTED = 10_000

export const operationsQueries = (db: Db) => {
  const valueOf = db
    .select({ value: siteState.value })
    .from(siteState)
    .where(eq(siteState.key, bound('key')))
    .prepare()
  /** @returns null if the fact is missing or has another format */
  const fact = async <Name extends keyof typeof FACTS>(key: Name): Promise<Fact<Name> | null> => {
    const parsed = v.safeParse(FACTS[key], (await valueOf.get({ key }))?.value)
    return parsed.success ? parsed.output : null
  }
  const setFact = async <Name extends keyof typeof FACTS>(key: Name, value: Fact<Name>, at: number): Promise<void> => {
    await db
      .insert(siteState)
      .values({ key, value, at })
      .onConflictDoUpdate({ target: siteState.key, set: { value, at } })
      .run()
  }

  return {
    /** A `demo` database has made-up members; a production server never starts on it. */
    siteKind: async () => fact('kind'),
    setSiteKind: async (kind: Fact<'kind'>, at: number): Promise<void> => setFact('kind', kind, at),

    /** The last trusted time (`clock.ts`), ms since the epoch. */
    trustedTime: async () => fact('trusted_time'),
    setTrustedTime: async (at: number): Promise<void> => setFact('trusted_time', at, at),

    /** ms since the epoch */
    lastBackup: async () => fact('last_backup'),
    setLastBackup: async (at: number): Promise<void> => setFact('last_backup', at, at),

    /** Up to when the daily numbers are counted, ms since the epoch [DESK-13]. */
    numbersCounted: async () => fact('numbers_counted'),
    setNumbersCounted: async (at: number): Promise<void> => setFact('numbers_counted', at, at),

    /** Proves that the database accepts writes. */
    probe: async (at: number): Promise<void> => setFact('probe', at, at),
    /** Writes a value that no page has room for, and deletes it. */
    proveRoom: async (filler: string, at: number): Promise<void> => {
      await db.insert(siteState).values({ key: 'room', value: filler, at }).run()
      await db.delete(siteState).where(eq(siteState.key, 'room')).run()
    },

    /** The sealed key, or null. */
    siteKey: async (name: SiteKeyName): Promise<string | null> =>
      (await db.select({ sealed: siteKeys.sealed }).from(siteKeys).where(eq(siteKeys.name, name)).get())?.sealed ??
      null,
    /** @returns the sealed key that the database has: another process may have been faster */
    addSiteKey: async (name: SiteKeyName, sealed: string, at: number): Promise<string> => {
      await db.insert(siteKeys).values({ name, sealed, at }).onConflictDoNothing().run()
      const stored = await db.select({ sealed: siteKeys.sealed }).from(siteKeys).where(eq(siteKeys.name, name)).get()
      return stored?.sealed ?? sealed
    },
    /** @returns whether the key was still the former one */
    changeSiteKey: async (name: SiteKeyName, former: string, sealed: string, at: number): Promise<boolean> =>
      (
        await db
          .update(siteKeys)
          .set({ sealed, at })
          .where(and(eq(siteKeys.name, name), eq(siteKeys.sealed, former)))
          .run()
      ).changes > 0,
    setSiteKey: async (name: SiteKeyName, sealed: string, at: number): Promise<void> => {
      await db
        .insert(siteKeys)
        .values({ name, sealed, at })
        .onConflictDoUpdate({ target: siteKeys.name, set: { sealed, at } })
        .run()
    },

    hasMembers: async (): Promise<boolean> =>
      (await db.select({ id: users.id }).from(users).limit(1).get()) !== undefined,

    /** Whether the seeder's members exist; databases from before `kind` have no other sign. */
    hasDemoMember: async (): Promise<boolean> =>
      (await db.select({ id: users.id }).from(users).where(eq(users.email, 'free@demo.test')).get()) !== undefined,

    identityMarkCount: async (): Promise<number> =>
      (await db.select({ total: count() }).from(identityMarks).get())?.total ?? 0,

    subscriptionCount: async (): Promise<number> =>
      (await db.select({ total: count() }).from(pushSubscriptions).get())?.total ?? 0,

    /** When the oldest push subscription was made, ms since the epoch. */
    oldestSubscription: async (): Promise<number | null> =>
      (
        await db
          .select({ at: min(pushSubscriptions.createdAt) })
          .from(pushSubscriptions)
          .get()
      )?.at ?? null,

    /** The number of push subscriptions that were made before a time. */
    subscriptionsBefore: async (time: number): Promise<number> =>
      (await db.select({ total: count() }).from(pushSubscriptions).where(lt(pushSubscriptions.createdAt, time)).get())
        ?.total ?? 0,

    /**
     * Per kind: waiting jobs, those of them that have failed for a while, and given-up jobs, among the oldest of the table. While an
     * announcement waits there may be a million, and counting them would hold the event loop; those that fail are among the oldest.
     */
    jobFigures: async () => {
      const oldest = db
        .select({ kind: jobs.kind, attempts: jobs.attempts, failedAt: jobs.failedAt })
        .from(jobs)
        .orderBy(asc(jobs.id))
        .limit(JOBS_COUNTED)
        .as('oldest')
      return db
        .select({
          kind: oldest.kind,
          waiting: sql<number>`count(*) filter (where failed_at is null)`,
          retrying: sql<number>`count(*) filter (where failed_at is null and attempts >= ${RETRYING_ATTEMPTS})`,
          failed: sql<number>`count(*) filter (where failed_at is not null)`,
        })
        .from(oldest)
        .groupBy(oldest.kind)
        .all()
    },

    /** When the job that has waited longest was due, or null if none is due. Looks at the first waiting job of each kind alone. */
    oldestDueAt: async (now: number): Promise<number | null> => {
      const first = await db.get<{ at: number | null }>(sql`
        with recursive kinds(kind) as (
          select min(kind) from jobs where failed_at is null
          union all
          select (select min(jobs.kind) from jobs where failed_at is null and jobs.kind > kinds.kind)
          from kinds where kinds.kind is not null
        )
        select min((select min(run_at) from jobs where failed_at is null and jobs.kind = kinds.kind)) as at
        from kinds where kinds.kind is not null`)
      return first?.at != null && first.at <= now ? first.at : null
    },

    /** The newest payments by status. Counting all of them held the event loop for 150 ms a scrape at half a million. */
    paymentFigures: async () => {
      // The ids are UUIDv7, so they are in the order of the orders.
      const newest = db
        .select({ status: payments.status })
        .from(payments)
        .orderBy(desc(payments.id))
        .limit(PAYMENTS_COUNTED)
        .as('newest')
      return db.select({ status: newest.status, total: count() }).from(newest).groupBy(newest.status).all()
    },
  }
}
