/** Announcements, each with the progress of its walk through the members. */
import { and, eq, lt } from 'drizzle-orm'
import { bound } from '../../db/bound.ts'
import type { Db } from '../../db/database.ts'
import { announcements } from '../../db/schema/site.ts'

export const announcementQueries = (db: Db) => {
  const announcement = db
    .select()
    .from(announcements)
    .where(eq(announcements.id, bound('id')))
    .prepare()

  return {
    announcement: (id: string) => announcement.get({ id }),

    addAnnouncement: (row: typeof announcements.$inferInsert): void => {
      db.insert(announcements).values(row).run()
    },

    /** @returns whether the walk moved forward; false if another run was faster */
    walkTo: (id: string, member: number): boolean =>
      db
        .update(announcements)
        .set({ upTo: member })
        .where(and(eq(announcements.id, id), lt(announcements.upTo, member)))
        .run().changes > 0,

    walkDone: (id: string, at: number): void => {
      db.update(announcements).set({ doneAt: at }).where(eq(announcements.id, id)).run()
    },

    /** From now on nobody gets it any more. */
    endAnnouncement: (id: string, at: number): void => {
      db.update(announcements).set({ expiresAt: at }).where(eq(announcements.id, id)).run()
    },
  }
}
