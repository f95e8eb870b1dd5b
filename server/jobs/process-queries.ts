/** The processes that run jobs on a shared database, and the jobs of dead ones. */
import { and, eq, isNotNull, max, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { jobProcesses, jobs } from '../db/schema/feed.ts'

export const jobProcessQueries = (db: Db) => ({
  join: async (id: string, now: number): Promise<void> => {
    await db.insert(jobProcesses).values({ id, beatAt: now }).run()
  },

  /** @returns whether the process is still known: the others may have taken it for dead */
  beat: async (id: string, now: number): Promise<boolean> =>
    (
      await db
        .update(jobProcesses)
        .set({ beat: sql`${jobProcesses.beat} + 1`, beatAt: now })
        .where(eq(jobProcesses.id, id))
        .run()
    ).changes > 0,

  /** All processes, and those that have jobs without being known: their beat is 0. */
  all: async (): Promise<{ id: string; beat: number }[]> => {
    const known = await db.select({ id: jobProcesses.id, beat: jobProcesses.beat }).from(jobProcesses).all()
    const unknown = await db
      .selectDistinct({ id: jobs.leasedBy })
      .from(jobs)
      .where(
        and(isNotNull(jobs.leasedBy), notInArray(jobs.leasedBy, db.select({ id: jobProcesses.id }).from(jobProcesses))),
      )
      .all()
    return [...known, ...unknown.flatMap(({ id }) => (id === null ? [] : [{ id, beat: 0 }]))]
  },

  /** Forgets a process and ends its leases, unless it has beaten meanwhile. @returns whether it is forgotten */
  forget: async (id: string, beat: number): Promise<boolean> => {
    await db
      .delete(jobProcesses)
      .where(and(eq(jobProcesses.id, id), eq(jobProcesses.beat, beat)))
      .run()
    const left = await db.select({ id: jobProcesses.id }).from(jobProcesses).where(eq(jobProcesses.id, id)).get()
    if (left !== undefined) return false
    await db.update(jobs).set({ leasedBy: null }).where(eq(jobs.leasedBy, id)).run()
    return true
  },

  leave: async (id: string): Promise<void> => {
    await db.delete(jobProcesses).where(eq(jobProcesses.id, id)).run()
  },

  /** The last beat of any process by its own clock, or null if none runs jobs. */
  lastBeat: async (): Promise<number | null> =>
    (
      await db
        .select({ at: max(jobProcesses.beatAt) })
        .from(jobProcesses)
        .get()
    )?.at ?? null,
})
