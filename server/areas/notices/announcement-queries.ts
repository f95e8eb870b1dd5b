/** Announcements with the progress of each, their drafts, and the members of an audience. */
import { and, count, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { AnnouncementForm, AnnouncementKind, Audience } from '#contract/desk/announcement-form.ts'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { DAY_MS } from '#contract/limits.ts'
import { bound } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { users } from '../../db/schema/account.ts'
import { staff } from '../../db/schema/desk.ts'
import { profiles } from '../../db/schema/profile.ts'
import { announcementDrafts, announcements } from '../../db/schema/site.ts'
import { memberWalk } from './round-queries.ts'

export type AnnouncementRow = typeof announcements.$inferSelect
export type DraftRow = NonNullable<Awaited<ReturnType<ReturnType<typeof announcementQueries>['draft']>>>

export type Channel = 'mail' | 'push'
/** The end of one message: it was sent, or it must not be sent any more. */
export type MessageOutcome = 'sent' | 'left_out'

const COUNTER = {
  mail: { sent: 'mailSent', left_out: 'mailLeftOut' },
  push: { sent: 'pushSent', left_out: 'pushLeftOut' },
} as const satisfies Record<Channel, Record<MessageOutcome, keyof AnnouncementRow>>

const messagesOf = (announcement: string) =>
  sql`kind in ('mail.announcement', 'push.announcement') and payload ->> '$.announcement' = ${announcement}`

/** @param seenAt the time from which days since the last visit are counted */
const audienceWhere = ({ languages, countries, last_seen: seen }: Audience, seenAt: number): SQL | undefined => {
  const since = seen === null ? 0 : seenAt - seen.days * DAY_MS
  return and(
    languages.length > 0 ? inArray(users.language, languages) : undefined,
    countries.length > 0 ? inArray(profiles.country, countries) : undefined,
    seen === null ? undefined : seen.is === 'within' ? gte(profiles.lastActive, since) : lt(profiles.lastActive, since),
  )
}

/** Leaves out members that no announcement of the kind can reach. `person.ts` decides about the others. */
const mayGet = (kind: AnnouncementKind): SQL | undefined => {
  const isOpen = and(eq(users.status, 'active'), eq(profiles.fictional, false))
  if (kind === 'service') return isOpen
  const preset = DEFAULT_MEMBER_SETTINGS.notifications[kind]
  const isOn = (channel: Channel): SQL =>
    sql`cast(coalesce(${users.settings} ->> ${`$.notifications.${kind}.${channel}`}, ${Number(preset[channel])}) as bigint) = 1`
  return and(isOpen, sql`(${isOn('mail')} or ${isOn('push')})`)
}

export const announcementQueries = (db: Db) => {
  const announcement = db
    .select()
    .from(announcements)
    .where(eq(announcements.id, bound('id')))
    .prepare()
  const [maker, changer] = [alias(staff, 'maker'), alias(staff, 'changer')]
  const drafts = (where?: SQL) =>
    db
      .select({ row: announcementDrafts, madeBy: maker.name, changedBy: changer.name })
      .from(announcementDrafts)
      .innerJoin(maker, eq(maker.id, announcementDrafts.madeBy))
      .innerJoin(changer, eq(changer.id, announcementDrafts.changedBy))
      .where(where)
      .orderBy(desc(announcementDrafts.changedAt), desc(announcementDrafts.id))

  return {
    announcement: async (id: string) => announcement.get({ id }),

    /** With the names of their senders, the newest first. */
    announcements: async (limit: number) =>
      db
        .select({ row: announcements, by: staff.name })
        .from(announcements)
        .leftJoin(staff, eq(staff.id, announcements.staff))
        .orderBy(desc(announcements.at), desc(announcements.id))
        .limit(limit)
        .all(),
    announcementCount: async (): Promise<number> =>
      (await db.select({ total: count() }).from(announcements).get())?.total ?? 0,

    addAnnouncement: async (row: typeof announcements.$inferInsert): Promise<void> => {
      await db.insert(announcements).values(row).run()
    },

    /**
     * Members of an audience in the order of their ids.
     * @param seenAt the time from which days since the last visit are counted, in ms
     */
    audiencePage: async (kind: AnnouncementKind, audience: Audience, seenAt: number, after: number, limit: number) =>
      memberWalk(db, and(mayGet(kind), audienceWhere(audience, seenAt))).all({ after, limit }),

    /** @returns whether the walk moved forward; false if another run was faster */
    walkTo: async (id: string, member: number, queued: Record<Channel, number>): Promise<boolean> =>
      (
        await db
          .update(announcements)
          .set({
            upTo: member,
            mailQueued: sql`${announcements.mailQueued} + ${queued.mail}`,
            pushQueued: sql`${announcements.pushQueued} + ${queued.push}`,
          })
          .where(and(eq(announcements.id, id), lt(announcements.upTo, member)))
          .run()
      ).changes > 0,

    walkDone: async (id: string, at: number): Promise<void> => {
      await db.update(announcements).set({ doneAt: at }).where(eq(announcements.id, id)).run()
    },

    /** Counts the end of one message. @returns the messages that are left */
    countMessage: async (id: string, channel: Channel, outcome: MessageOutcome): Promise<number> => {
      const column = COUNTER[channel][outcome]
      const row = await db
        .update(announcements)
        .set({ [column]: sql`${announcements[column]} + 1` })
        .where(eq(announcements.id, id))
        .returning()
        .get()
      return row ? row.mailQueued + row.pushQueued - row.mailSent - row.mailLeftOut - row.pushSent - row.pushLeftOut : 0
    },

    /** Whether a message of the announcement still waits; one that failed for good does not. */
    hasWaiting: async (id: string): Promise<boolean> =>
      (await db.get(sql`select 1 from jobs where ${messagesOf(id)} and failed_at is null limit 1`)) !== undefined,

    /** The messages that failed for good, by channel. */
    failedMessages: async (id: string): Promise<Record<Channel, number>> =>
      db.get<Record<Channel, number>>(
        sql`select count(*) filter (where kind = 'mail.announcement') as mail,
          count(*) filter (where kind = 'push.announcement') as push
          from jobs where ${messagesOf(id)} and failed_at is not null`,
      ),

    /** Ends the announcement: from now on no member gets it. */
    endAnnouncement: async (id: string, at: number): Promise<void> => {
      await db.update(announcements).set({ expiresAt: at, stoppedAt: at }).where(eq(announcements.id, id)).run()
    },

    drafts: async () => drafts().all(),
    draft: async (id: number) => drafts(eq(announcementDrafts.id, id)).get(),

    addDraft: async (form: AnnouncementForm, by: number, at: number): Promise<number> =>
      (
        await db
          .insert(announcementDrafts)
          .values({ form, madeBy: by, changedBy: by, changedAt: at })
          .returning({ id: announcementDrafts.id })
          .get()
      ).id,

    setDraft: async (id: number, form: AnnouncementForm, by: number, at: number): Promise<void> => {
      await db
        .update(announcementDrafts)
        .set({ form, version: sql`${announcementDrafts.version} + 1`, changedBy: by, changedAt: at })
        .where(eq(announcementDrafts.id, id))
        .run()
    },

    dropDraft: async (id: number): Promise<void> => {
      await db.delete(announcementDrafts).where(eq(announcementDrafts.id, id)).run()
    },
  }
}
