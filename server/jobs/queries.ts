/**
 * The job table. A row is deleted when its job is done; the row of a job that failed for good stays, with the reason.
 */
import { and, asc, count, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { MINUTE_MS } from '#contract/limits.ts'
import { bound } from '../db/bound.ts'
import type { Db } from '../db/database.ts'
import { jobs } from '../db/schema/feed.ts'
import { currentRequest } from '../request-context.ts'
import type { JobKind, NewJob } from './kinds.ts'
import { idsIn } from '../db/lists.ts'

export type JobRow = Awaited<ReturnType<ReturnType<typeof jobQueries>['due']>>[number]

const value = sql.placeholder

/** A running loop renews its leases well before this time; the jobs of a crashed loop wait this long. */
export const LEASE_MS = MINUTE_MS
const FREE = { leasedBy: null, leasedUntil: null }

/** A loop that lost its lease must not change a row that another loop runs. */
const isHeldBy = (id: number, worker: string) =>
  and(eq(jobs.id, id), sql`coalesce(${jobs.leasedBy}, ${worker}) = ${worker}`)

export const jobQueries = (db: Db) => {
  const add = db
    .insert(jobs)
    .values({
      kind: value('kind'),
      payload: value('payload'),
      uniqueKey: value('uniqueKey'),
      runAt: value('runAt'),
      request: value('request'),
    })
    .onConflictDoNothing({ target: jobs.uniqueKey })
    .prepare()
  const stateOf = db
    .select({ failedAt: jobs.failedAt })
    .from(jobs)
    .where(eq(jobs.id, bound('id')))
    .prepare()
  const done = db
    .delete(jobs)
    .where(eq(jobs.id, bound('id')))
    .prepare()
  const errorOf = db
    .select({ lastError: jobs.lastError })
    .from(jobs)
    .where(eq(jobs.uniqueKey, value('uniqueKey')))
    .prepare()
  /**
   * No loop has a lease. A lease that ends later than a lease can last was written by a wrong clock and does not count.
   */
  const isFree = sql`(${jobs.leasedUntil} is null or ${jobs.leasedUntil} - ${bound('now')} not between 1 and ${sql.raw(String(LEASE_MS))})`
  const nextAt = db
    .select({ at: jobs.runAt })
    .from(jobs)
    .where(and(eq(jobs.kind, bound('kind')), isNull(jobs.failedAt), isFree))
    .orderBy(asc(jobs.runAt))
    .limit(1)
    .prepare()
  const due = db
    .select({ id: jobs.id, kind: jobs.kind, payload: jobs.payload, attempts: jobs.attempts, request: jobs.request })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, bound('kind')),
        isNull(jobs.failedAt),
        lte(jobs.runAt, bound('now')),
        isFree,
        sql`${jobs.id} not in ${idsIn(bound('running'))}`,
      ),
    )
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(value('limit'))
    .prepare()

  return {
    /** Call `tx.jobWaits()` too: the loop then looks for jobs right after the commit. */
    add: async ({ kind, payload, uniqueKey, runAt }: NewJob, now: number): Promise<void> => {
      await add.run({ kind, payload, uniqueKey: uniqueKey ?? null, runAt: runAt ?? now, request: currentRequest() })
    },

    /** Like `add`, but if a job with this key waits already, that job becomes due now. @returns the job's id */
    hurry: async ({ kind, payload, uniqueKey }: NewJob, now: number): Promise<number> =>
      (
        await db
          .insert(jobs)
          .values({ kind, payload, uniqueKey: uniqueKey ?? null, runAt: now, request: currentRequest() })
          .onConflictDoUpdate({ target: jobs.uniqueKey, set: { runAt: sql`min(${jobs.runAt}, ${now})` } })
          .returning({ id: jobs.id })
          .get()
      ).id,

    /** A missing row means that the job is done. */
    stateOf: async (id: number): Promise<'waiting' | 'failed' | 'done'> => {
      const row = await stateOf.get({ id })
      return !row ? 'done' : row.failedAt === null ? 'waiting' : 'failed'
    },

    /** Deletes the waiting job with this key, so that another can replace it. */
    drop: async (uniqueKey: string): Promise<void> => {
      await db.delete(jobs).where(eq(jobs.uniqueKey, uniqueKey)).run()
    },

    /** Due jobs of a kind that no loop has leased, the oldest first, without the running ones. */
    due: async (kind: JobKind, now: number, running: readonly number[], limit: number) =>
      due.all({ kind, now, running: JSON.stringify(running), limit }),

    /**
     * Leases due jobs to a loop, so that no other loop runs them for `LEASE_MS`. The lease of a crashed loop runs out.
     * @param worker identifies the loop, unique among all processes
     */
    claim: async (kind: JobKind, worker: string, now: number, running: readonly number[], limit: number) => {
      const rows = await due.all({ kind, now, running: JSON.stringify(running), limit })
      if (rows.length > 0)
        await db
          .update(jobs)
          .set({ leasedBy: worker, leasedUntil: now + LEASE_MS })
          .where(
            inArray(
              jobs.id,
              rows.map(({ id }) => id),
            ),
          )
          .run()
      return rows
    },

    /** Extends the leases of a loop that still works. */
    renew: async (worker: string, now: number): Promise<void> => {
      await db
        .update(jobs)
        .set({ leasedUntil: now + LEASE_MS })
        .where(eq(jobs.leasedBy, worker))
        .run()
    },

    /** Ends the leases of one loop that stops, or all leases when no other process can be alive. */
    release: async (worker: string | null): Promise<void> => {
      await db
        .update(jobs)
        .set({ leasedBy: null, leasedUntil: null })
        .where(worker === null ? sql`${jobs.leasedBy} is not null` : eq(jobs.leasedBy, worker))
        .run()
    },

    /** The time at which the next job of a kind that no loop has leased is due, or null if none waits. */
    nextAt: async (kind: JobKind, now: number): Promise<number | null> => (await nextAt.get({ kind, now }))?.at ?? null,

    /** Whether a running job is still wanted: its row can be deleted while it runs. */
    isThere: async (id: number): Promise<boolean> =>
      (await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).get()) !== undefined,

    /** @returns whether it was there: a job that counts something counts it once */
    done: async (id: number): Promise<boolean> => (await done.run({ id })).changes > 0,

    /** Sets a recurring job to its next run. */
    rearm: async (id: number, worker: string, runAt: number): Promise<void> => {
      await db
        .update(jobs)
        .set({ runAt, attempts: 0, lastError: null, ...FREE })
        .where(isHeldBy(id, worker))
        .run()
    },

    /** A recurring job that is armed for later than `latest` runs at `runAt` instead. */
    pullBack: async (uniqueKey: string, latest: number, runAt: number): Promise<void> => {
      await db
        .update(jobs)
        .set({ runAt })
        .where(and(eq(jobs.uniqueKey, uniqueKey), gt(jobs.runAt, latest)))
        .run()
    },

    /** Failed jobs that wait for a time later than `latest` run at `runAt` instead. */
    pullBackRetries: async (latest: number, runAt: number): Promise<void> => {
      await db
        .update(jobs)
        .set({ runAt })
        .where(and(isNull(jobs.failedAt), gt(jobs.attempts, 0), gt(jobs.runAt, latest)))
        .run()
    },

    retry: async (id: number, worker: string, runAt: number, reason: string): Promise<void> => {
      await db
        .update(jobs)
        .set({ runAt, attempts: sql`${jobs.attempts} + 1`, lastError: reason, ...FREE })
        .where(isHeldBy(id, worker))
        .run()
    },

    /** Clears the key, so that a given-up job does not block the next one of its kind. */
    giveUp: async (id: number, worker: string, at: number, reason: string): Promise<void> => {
      await db
        .update(jobs)
        .set({ failedAt: at, attempts: sql`${jobs.attempts} + 1`, lastError: reason, uniqueKey: null, ...FREE })
        .where(isHeldBy(id, worker))
        .run()
    },

    /** Whether the last run of the recurring job with this key failed. */
    hasFailed: async (uniqueKey: string): Promise<boolean> => (await errorOf.get({ uniqueKey }))?.lastError != null,

    /** Given-up jobs by kind, with the newest reason. */
    failed: async () =>
      db
        .select({
          kind: jobs.kind,
          total: count(),
          lastAt: sql<number>`max(${jobs.failedAt})`,
          reason: sql<string | null>`(select last_error from jobs as newest where newest.kind = jobs.kind
            and newest.failed_at is not null order by newest.failed_at desc limit 1)`,
        })
        .from(jobs)
        .where(sql`${jobs.failedAt} is not null`)
        .groupBy(jobs.kind)
        .all(),

    /** Given-up jobs run again from the start. @returns their number */
    retryFailed: async (kind: string | null, now: number): Promise<number> =>
      (
        await db
          .update(jobs)
          .set({ failedAt: null, attempts: 0, runAt: now })
          .where(and(sql`${jobs.failedAt} is not null`, kind === null ? undefined : eq(jobs.kind, kind)))
          .run()
      ).changes,

    /** Deletes jobs that failed for good before a time. */
    forgetFailed: async (before: number): Promise<void> => {
      await db.delete(jobs).where(lte(jobs.failedAt, before)).run()
    },

    failedCount: async (): Promise<number> =>
      (
        await db
          .select({ total: count() })
          .from(jobs)
          .where(sql`${jobs.failedAt} is not null`)
          .get()
      )?.total ?? 0,
  }
}
