/** The feed and the jobs: what a commit leaves to deliver. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from './columns.ts'

/** The feed: the changed entity of a member at each seq. The entity is read in its present state when a device asks. */
export const changes = sqliteTable(
  'changes',
  {
    member: integer('member').notNull(),
    seq: integer('seq').notNull(),
    kind: text('kind', { enum: ['message', 'chat', 'like', 'user', 'profile'] }).notNull(),
    /** A message id, a conversation id, another profile's id, or 0 for `user`. */
    entity: integer('entity').notNull(),
  },
  (t) => [primaryKey({ columns: [t.member, t.seq] })],
)

/** Work to do after a commit, at least once. `uniqueKey` allows only one waiting job with a key. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    payload: text('payload', { mode: 'json' }).$type<unknown>().notNull(),
    uniqueKey: text('unique_key'),
    runAt: time('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    failedAt: time('failed_at'),
    lastError: text('last_error'),
    /** The id of the request that added the job, for the log [OPS-13]; null for recurring jobs. */
    request: text('request'),
    /** The process that runs the job; null: nobody runs it. The lease ends with its process, by `job_processes` [OPS-10]. */
    leasedBy: text('leased_by'),
    /** Unused since leases end with their process. */
    leasedUntil: time('leased_until'),
  },
  (t) => [
    uniqueIndex('jobs_unique').on(t.uniqueKey),
    index('jobs_next')
      .on(t.kind, t.runAt)
      .where(sql`failed_at is null`),
    index('jobs_leased')
      .on(t.leasedBy)
      .where(sql`leased_by is not null`),
    index('jobs_failed')
      .on(t.failedAt)
      .where(sql`failed_at is not null`),
    /** The messages of one announcement that wait or have failed. */
    index('jobs_announcement')
      .on(t.kind, sql`payload ->> '$.announcement'`, t.failedAt)
      .where(sql`kind in ('mail.announcement', 'push.announcement')`),
  ],
)

/** The processes that run the jobs of a shared database. A process whose beat does not advance is forgotten. */
export const jobProcesses = sqliteTable('job_processes', {
  id: text('id').primaryKey(),
  beat: integer('beat').notNull().default(0),
  /** The time is by the clock of the process and for people alone, since the clocks of two machines differ. */
  beatAt: time('beat_at').notNull(),
})
