/** Settings by domain, and photos by id. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { bound } from '../../db/bound.ts'
import type { Db } from '../../db/database.ts'
import { devMails, photos, siteSettings, users } from '../../db/schema.ts'

export type DevMail = typeof devMails.$inferSelect

export const siteQueries = (db: Db) => {
  const viewer = bound('viewer')
  const photoFor = db
    .select({ hash: photos.hash })
    .from(photos)
    .innerJoin(users, eq(users.id, photos.owner))
    .where(
      and(
        eq(photos.id, bound('id')),
        sql`(${photos.owner} = ${viewer} or (${photos.status} = 'active' and ${photos.private} = 0))`,
        ne(users.status, 'deleted'),
        sql`not exists (select 1 from blocks where blocker = ${photos.owner} and blocked = ${viewer})`,
      ),
    )
    .prepare()

  return {
    /** Rows for all domains (`*`) and for one. */
    settingRows: (domain: string) =>
      db
        .select()
        .from(siteSettings)
        .where(inArray(siteSettings.domain, ['*', domain]))
        .all(),

    /** The photo where the viewer may see it: one's own, or an active one of someone who does not block the viewer. */
    photoFor: (id: number, viewer: number) => photoFor.get({ id, viewer }),

    addDevMail: (mail: typeof devMails.$inferInsert): void => {
      const sent = db.select({ id: devMails.id }).from(devMails).where(eq(devMails.job, mail.job)).get()
      if (!sent) db.insert(devMails).values(mail).run()
    },

    /** The newest mails first; of one recipient where given. */
    devMails: (recipient?: string): DevMail[] =>
      db
        .select()
        .from(devMails)
        .where(recipient === undefined ? undefined : eq(devMails.recipient, recipient))
        .orderBy(sql`${devMails.id} desc`)
        .limit(100)
        .all(),
  }
}
