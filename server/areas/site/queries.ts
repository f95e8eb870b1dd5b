/** Site settings by domain, photo files, and the inboxes of the development server. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { devMails, devSms, siteSettings } from '../../db/schema/site.ts'
import { photoFileQueries } from './photo-file-queries.ts'

type DevMail = typeof devMails.$inferSelect

export const siteQueries = (db: Db) => {
  return {
    /** Rows for all domains (`*`) and for one. */
    settingRows: async (domain: string) =>
      db
        .select()
        .from(siteSettings)
        .where(inArray(siteSettings.domain, ['*', domain]))
        .all(),

    /** All rows of all domains; there are few. */
    allSettingRows: async () => db.select().from(siteSettings).all(),

    putSetting: async (row: typeof siteSettings.$inferInsert): Promise<void> => {
      await db
        .insert(siteSettings)
        .values(row)
        .onConflictDoUpdate({ target: [siteSettings.domain, siteSettings.key], set: { value: row.value } })
        .run()
    },

    dropSetting: async (domain: string, key: string): Promise<void> => {
      await db
        .delete(siteSettings)
        .where(and(eq(siteSettings.domain, domain), eq(siteSettings.key, key)))
        .run()
    },

    ...photoFileQueries(db),

    addDevMail: async (mail: typeof devMails.$inferInsert): Promise<void> => {
      const sent = await db.select({ id: devMails.id }).from(devMails).where(eq(devMails.job, mail.job)).get()
      if (!sent) await db.insert(devMails).values(mail).run()
    },

    addDevSms: async (sms: typeof devSms.$inferInsert): Promise<void> => {
      await db.insert(devSms).values(sms).run()
    },

    /** The newest first, optionally to one number. */
    devSms: async (recipient?: string) =>
      db
        .select()
        .from(devSms)
        .where(recipient === undefined ? undefined : eq(devSms.recipient, recipient))
        .orderBy(sql`${devSms.id} desc`)
        .limit(100)
        .all(),

    /** The newest first, optionally to one recipient. */
    devMails: async (recipient?: string): Promise<DevMail[]> =>
      db
        .select()
        .from(devMails)
        .where(recipient === undefined ? undefined : eq(devMails.recipient, recipient))
        .orderBy(sql`${devMails.id} desc`)
        .limit(100)
        .all(),
  }
}
