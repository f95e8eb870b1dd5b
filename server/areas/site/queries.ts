/** Site settings by domain, photo files, and the inboxes of the development server. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { devMails, devSms, siteSettings } from '../../db/schema/site.ts'
import { photoFileQueries } from './photo-file-queries.ts'

export type DevMail = typeof devMails.$inferSelect

export const siteQueries = (db: Db) => {
  return {
    /** Rows for all domains (`*`) and for one. */
    settingRows: (domain: string) =>
      db
        .select()
        .from(siteSettings)
        .where(inArray(siteSettings.domain, ['*', domain]))
        .all(),

    /** All rows of all domains; there are few. */
    allSettingRows: () => db.select().from(siteSettings).all(),

    putSetting: (row: typeof siteSettings.$inferInsert): void => {
      db.insert(siteSettings)
        .values(row)
        .onConflictDoUpdate({ target: [siteSettings.domain, siteSettings.key], set: { value: row.value } })
        .run()
    },

    dropSetting: (domain: string, key: string): void => {
      db.delete(siteSettings)
        .where(and(eq(siteSettings.domain, domain), eq(siteSettings.key, key)))
        .run()
    },

    ...photoFileQueries(db),

    addDevMail: (mail: typeof devMails.$inferInsert): void => {
      const sent = db.select({ id: devMails.id }).from(devMails).where(eq(devMails.job, mail.job)).get()
      if (!sent) db.insert(devMails).values(mail).run()
    },

    addDevSms: (sms: typeof devSms.$inferInsert): void => {
      db.insert(devSms).values(sms).run()
    },

    /** The newest first, optionally to one number. */
    devSms: (recipient?: string) =>
      db
        .select()
        .from(devSms)
        .where(recipient === undefined ? undefined : eq(devSms.recipient, recipient))
        .orderBy(sql`${devSms.id} desc`)
        .limit(100)
        .all(),

    /** The newest first, optionally to one recipient. */
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
