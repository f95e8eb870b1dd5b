/**
 * The job table. A row is deleted when its job is done; the row of a job that failed for good stays, with the reason.
 */
import { and, asc, count, eq, gt, isNull, lte, notInArray, sql, type Placeholder } from 'drizzle-orm'
import { bound, value } from '../db/prepared.ts'
import type { Db } from '../db/database.ts'
import { jobs } from '../db/schema/feed.ts'
import { currentRequest } from '../request-context.ts'
import type { JobKind, NewJob } from './kinds.ts'
import { idsIn, writeOverRows } from '../db/lists.ts'

export type JobRow = Awaited<ReturnType<ReturnType<typeof jobQueries>['claim']>>[number]

const FREE = { leasedBy: null }

/** A process that lost its lease must not change a row that another one runs. */
const isFreeFor = (worker: string | Placeholder) => sql`coalesce(${jobs.leasedBy}, ${worker}) = ${worker}`
const isHeldBy = (id: number, worker: string) => and(eq(jobs.id, id), isFreeFor(worker))

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
  const addAll = writeOverRows({ kind: 'text', payload: 'text', runAt: 'bigint', request: 'text' }, ({ of, values }) =>
    db
      .insert(jobs)
      .select(
        values(
          sql`null, ${of('kind')}, ${of('payload')}, null, ${of('runAt')}, 0, null, null, ${of('request')}, null, null`,
        ),
      )
      .prepare(),
  )
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
    .select({ at: jobs.runAt })
    .from(jobs)
    .where(and(eq(jobs.kind, bound('kind')), isNull(jobs.failedAt), isNull(jobs.leasedBy)))
    .orderBy(asc(jobs.runAt))
    .limit(1)
    .prepare()
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, bound('kind')),
        isNull(jobs.failedAt),
        lte(jobs.runAt, bound('now')),
        isNull(jobs.leasedBy),
        sql`${jobs.id} not in ${idsIn(bound('running'))}`,
      ),
    )
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(value('limit'))
    .prepare()

  const claim = db
    .update(jobs)
    .set({ leasedBy: sql`${value('worker')}` })
    .where(and(sql`${jobs.id} in ${idsIn(bound('ids'))}`, isNull(jobs.leasedBy)))
    .returning({ id: jobs.id, payload: jobs.payload, attempts: jobs.attempts, request: jobs.request })
    .prepare()
  const finish = db
    .delete(jobs)
    .where(and(sql`${jobs.id} in ${idsIn(bound('ids'))}`, isFreeFor(value('worker'))))
    .prepare()

  const dueKinds = db
    .select({ kind: sql<JobKind>`asked.value` })
    .from(sql`json_each(${value('kinds')}) as asked`)
    .where(sql`exists (select 1 from ${jobs} where ${jobs.kind} = asked.value and ${jobs.failedAt} is null
      and ${jobs.leasedBy} is null and ${jobs.runAt} <= ${bound('now')})`)
    .prepare()

  return {
    /** In a transaction of `Deps.write`, the job loop looks for jobs right after the commit; the same after `addAll` and `addDue`. */
    add: async ({ kind, payload, uniqueKey, runAt }: NewJob, now: number): Promise<void> => {
      await add.run({ kind, payload, uniqueKey: uniqueKey ?? null, runAt: runAt ?? now, request: currentRequest() })
    },

    /** Adds jobs without keys, each due at its time and caused by its request. */
    addAll: async (added: readonly (NewJob & { runAt: number; request: string | null })[]): Promise<void> => {
      const rows = added.map(({ payload, ...job }) => ({ ...job, payload: JSON.stringify(payload) }))
      await addAll(rows)
    },

    /** Like `add`, but if a job with this key waits already, that job becomes due now. @returns the job's id */
    addDue: async ({ kind, payload, uniqueKey }: NewJob, now: number): Promise<number> =>
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

    /** A running job does not cover later requests: another with its key may be added. */
    freeKey: async (id: number): Promise<void> => {
      await db.update(jobs).set({ uniqueKey: null }).where(eq(jobs.id, id)).run()
    },

    /** Whether jobs of a kind are due that nobody runs, except those that this process is about to run. */
    isDue: async (kind: JobKind, now: number, running: readonly number[]): Promise<boolean> =>
      (await due.get({ kind, now, running: JSON.stringify(running), limit: 1 })) !== undefined,

    /** The kinds that have due jobs which nobody runs, found in one statement. */
    dueKinds: async (kinds: readonly JobKind[], now: number): Promise<JobKind[]> =>
      (await dueKinds.all({ kinds: JSON.stringify(kinds), now })).map(({ kind }) => kind),

    /**
     * Leases due jobs, the oldest first, so that no other process runs them. Two processes may find the same rows: each row goes
     * to one of them.
     * @param worker identifies the process
     */
    claim: async (kind: JobKind, worker: string, now: number, running: readonly number[], limit: number) => {
      for (;;) {
        const found = await due.all({ kind, now, running: JSON.stringify(running), limit })
        if (found.length === 0) return []
        const ids = found.map(({ id }) => id)
        const claimed = await claim.all({ worker, ids: JSON.stringify(ids) })
        const places = new Map(ids.map((id, place) => [id, place]))
        // Another process may have taken all of them: then look for the next ones.
        if (claimed.length > 0)
          return claimed
            .map((row) => ({ ...row, worker }))
            .toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
      }
    },

    /** Ends the leases of one process, or all leases when no other process can be alive. */
    release: async (worker: string | null): Promise<void> => {
      await db
        .update(jobs)
        .set(FREE)
        .where(worker === null ? sql`${jobs.leasedBy} is not null` : eq(jobs.leasedBy, worker))
        .run()
    },

    /** Ends the leases of a process on jobs of a kind, except those that it runs. */
    releaseOthers: async (kind: JobKind, worker: string, running: readonly number[]): Promise<void> => {
      await db
        .update(jobs)
        .set(FREE)
        .where(and(eq(jobs.leasedBy, worker), eq(jobs.kind, kind), notInArray(jobs.id, [...running])))
        .run()
    },

    /** The time at which the next job of a kind that no loop has leased is due, or null if none waits. */
    nextAt: async (kind: JobKind): Promise<number | null> => (await nextAt.get({ kind }))?.at ?? null,

    /** Whether a running job is still wanted: its row can be deleted while it runs. */
    isWanted: async (id: number): Promise<boolean> =>
      (await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).get()) !== undefined,

    /** @returns whether it was there: a job that counts something counts it once */
    done: async (id: number): Promise<boolean> => (await done.run({ id })).changes > 0,

    /** Deletes jobs whose work is done, except those that another process runs by now. */
    finish: async (ids: readonly number[], worker: string): Promise<void> => {
      await finish.run({ ids: JSON.stringify(ids), worker })
    },

    /** Stores how far a running job has come: it continues there after a restart. */
    setPayload: async (id: number, payload: NewJob['payload']): Promise<void> => {
      await db.update(jobs).set({ payload }).where(eq(jobs.id, id)).run()
    },

    /** Sets a recurring job to its next run. */
    rearm: async (id: number, worker: string, runAt: number): Promise<void> => {
      await db
        .update(jobs)
        .set({ runAt, attempts: 0, lastError: null, ...FREE })
        .where(isHeldBy(id, worker))
        .run()
    },

    /** A recurring job that is armed for later than `latest` runs at `runAt` instead. */
    runEarlier: async (uniqueKey: string, latest: number, runAt: number): Promise<void> => {
      await db
        .update(jobs)
        .set({ runAt })
        .where(and(eq(jobs.uniqueKey, uniqueKey), gt(jobs.runAt, latest)))
        .run()
    },

    /** Failed jobs that wait for a time later than `latest` run at `runAt` instead. */
    retryEarlier: async (latest: number, runAt: number): Promise<void> => {
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

    /** Jobs that failed and will be tried again, by kind, with the reason of the one that waits longest. */
    failing: async () =>
      db
        .select({
          kind: jobs.kind,
          total: count(),
          nextAt: sql<number>`min(${jobs.runAt})`,
          reason: sql<string | null>`(select last_error from jobs as latest where latest.kind = jobs.kind
            and latest.failed_at is null and latest.last_error is not null order by latest.run_at desc limit 1)`,
        })
        .from(jobs)
        .where(sql`${jobs.failedAt} is null and ${jobs.lastError} is not null`)
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
  }
}
