/** The job table. A row is deleted when its job is done, and stays with its reason when the job is given up. */
import { and, asc, count, eq, gt, isNull, lte, min, sql } from 'drizzle-orm'
import { bound } from '../db/bound.ts'
import type { Db } from '../db/database.ts'
import { jobs } from '../db/schema/feed.ts'
import { currentRequest } from '../request-context.ts'
import type { JobKind, NewJob } from './kinds.ts'

export type JobRow = ReturnType<ReturnType<typeof jobQueries>['due']>[number]

const value = sql.placeholder

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
  const nextAt = db
    .select({ at: min(jobs.runAt) })
    .from(jobs)
    .where(and(eq(jobs.kind, bound('kind')), isNull(jobs.failedAt)))
    .prepare()
  const due = db
    .select({ id: jobs.id, kind: jobs.kind, payload: jobs.payload, attempts: jobs.attempts, request: jobs.request })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, bound('kind')),
        isNull(jobs.failedAt),
        lte(jobs.runAt, bound('now')),
        sql`${jobs.id} not in (select value from json_each(${bound('running')}))`,
      ),
    )
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(value('limit'))
    .prepare()

  return {
    /** Call `tx.jobWaits()` too: the loop then looks for jobs right after the commit. */
    add: ({ kind, payload, uniqueKey, runAt }: NewJob, now: number): void => {
      add.run({ kind, payload, uniqueKey: uniqueKey ?? null, runAt: runAt ?? now, request: currentRequest() })
    },

    /** Like `add`, but if a job with this key waits already, that job becomes due now. @returns the job's id */
    hurry: ({ kind, payload, uniqueKey }: NewJob, now: number): number =>
      db
        .insert(jobs)
        .values({ kind, payload, uniqueKey: uniqueKey ?? null, runAt: now, request: currentRequest() })
        .onConflictDoUpdate({ target: jobs.uniqueKey, set: { runAt: sql`min(${jobs.runAt}, ${now})` } })
        .returning({ id: jobs.id })
        .get().id,

    /** A missing row means that the job is done. */
    stateOf: (id: number): 'waiting' | 'failed' | 'done' => {
      const row = stateOf.get({ id })
      return !row ? 'done' : row.failedAt === null ? 'waiting' : 'failed'
    },

    /** Deletes the waiting job with this key, so that another can replace it. */
    drop: (uniqueKey: string): void => {
      db.delete(jobs).where(eq(jobs.uniqueKey, uniqueKey)).run()
    },

    /** Due jobs of a kind, the oldest first, without the running ones. */
    due: (kind: JobKind, now: number, running: readonly number[], limit: number) =>
      due.all({ kind, now, running: JSON.stringify(running), limit }),

    /** The time at which the next job of a kind is due, or null if none waits. */
    nextAt: (kind: JobKind): number | null => nextAt.get({ kind })?.at ?? null,

    /** Whether a running job is still wanted: its row can be deleted meanwhile. */
    isThere: (id: number): boolean => db.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).get() !== undefined,

    done: (id: number): void => {
      done.run({ id })
    },

    /** Sets a recurring job to its next run. */
    rearm: (id: number, runAt: number): void => {
      db.update(jobs).set({ runAt, attempts: 0, lastError: null }).where(eq(jobs.id, id)).run()
    },

    /** A recurring job that is armed for later than `latest` runs at `runAt` instead. */
    pullBack: (uniqueKey: string, latest: number, runAt: number): void => {
      db.update(jobs)
        .set({ runAt })
        .where(and(eq(jobs.uniqueKey, uniqueKey), gt(jobs.runAt, latest)))
        .run()
    },

    /** Failed jobs that wait for a time later than `latest` run at `runAt` instead. */
    pullBackRetries: (latest: number, runAt: number): void => {
      db.update(jobs)
        .set({ runAt })
        .where(and(isNull(jobs.failedAt), gt(jobs.attempts, 0), gt(jobs.runAt, latest)))
        .run()
    },

    retry: (id: number, runAt: number, reason: string): void => {
      db.update(jobs)
        .set({ runAt, attempts: sql`${jobs.attempts} + 1`, lastError: reason })
        .where(eq(jobs.id, id))
        .run()
    },

    /** Clears the key, so that a given-up job does not block the next one of its kind. */
    giveUp: (id: number, at: number, reason: string): void => {
      db.update(jobs)
        .set({ failedAt: at, attempts: sql`${jobs.attempts} + 1`, lastError: reason, uniqueKey: null })
        .where(eq(jobs.id, id))
        .run()
    },

    /** Whether the last run of the recurring job with this key failed. */
    hasFailed: (uniqueKey: string): boolean => errorOf.get({ uniqueKey })?.lastError != null,

    /** Given-up jobs by kind, with the newest reason. */
    failed: () =>
      db
        .select({
          kind: jobs.kind,
          total: count(),
          lastAt: sql<number>`max(${jobs.failedAt})`,
          // With max(), SQLite takes the other columns from the row of the maximum.
          reason: jobs.lastError,
        })
        .from(jobs)
        .where(sql`${jobs.failedAt} is not null`)
        .groupBy(jobs.kind)
        .all(),

    /** Given-up jobs run again from the start. @returns their number */
    retryFailed: (kind: string | null, now: number): number =>
      db
        .update(jobs)
        .set({ failedAt: null, attempts: 0, runAt: now })
        .where(and(sql`${jobs.failedAt} is not null`, kind === null ? undefined : eq(jobs.kind, kind)))
        .run().changes,

    /** Deletes jobs that were given up before a time. */
    forgetFailed: (before: number): void => {
      db.delete(jobs).where(lte(jobs.failedAt, before)).run()
    },

    failedCount: (): number =>
      db
        .select({ total: count() })
        .from(jobs)
        .where(sql`${jobs.failedAt} is not null`)
        .get()?.total ?? 0,
  }
}
