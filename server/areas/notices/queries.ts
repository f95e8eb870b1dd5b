/** Notification data: settings, disabled addresses, unsubscribe links, letters and their receipts. */
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { SettingsChange } from '#contract/entities/member-settings.ts'
import type { DisabledReason } from '#contract/entities/user.ts'
import { DAY_MS } from '#contract/limits.ts'
import { bound } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { attempts, tokens, users } from '../../db/schema/account.ts'
import { activityInMode, profiles } from '../../db/schema/profile.ts'
import { letters } from '../../db/schema/safety.ts'
import { announcementQueries } from './announcement-queries.ts'
import { roundQueries } from './round-queries.ts'

/** `once` remembers its last time for this long. */
const ONCE_KEPT_MS = 60 * DAY_MS

export type PersonRow = NonNullable<Awaited<ReturnType<ReturnType<typeof noticeQueries>['person']>>>
export type LetterRow = NonNullable<Awaited<ReturnType<ReturnType<typeof noticeQueries>['letter']>>>

export const noticeQueries = (db: Db) => {
  const personColumns = {
    id: users.id,
    email: users.email,
    status: users.status,
    shownStatus: users.shownStatus,
    language: users.language,
    settings: users.settings,
    timeZone: users.timeZone,
    notificationsDisabled: users.notificationsDisabled,
    deletingSince: users.deletingSince,
    name: profiles.name,
    fictional: profiles.fictional,
  }
  const person = db
    .select(personColumns)
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, bound('id')))
    .prepare()

  const disabledOf = async (id: number): Promise<DisabledReason[]> =>
    (await db.select({ reasons: users.notificationsDisabled }).from(users).where(eq(users.id, id)).get())?.reasons ?? []

  const letter = db
    .select({
      id: letters.id,
      kind: letters.kind,
      userId: letters.userId,
      name: letters.name,
      email: letters.email,
      language: letters.language,
      domain: letters.domain,
      profile: letters.profile,
      upheld: letters.upheld,
      answeredAt: letters.answeredAt,
      answer: letters.answer,
    })
    .from(letters)
    .where(eq(letters.id, bound('id')))
    .prepare()

  return {
    ...roundQueries(db),
    ...announcementQueries(db),

    /** The recipient or the subject of a mail. */
    person: async (id: number) => person.get({ id }),
    people: async (ids: readonly number[]) =>
      db
        .select({ id: profiles.id, name: profiles.name, fictional: profiles.fictional })
        .from(profiles)
        .where(inArray(profiles.id, [...ids]))
        .all(),

    /** @param settings the differences from the defaults */
    setSettings: async (id: number, settings: SettingsChange): Promise<void> => {
      await db.update(users).set({ settings }).where(eq(users.id, id)).run()
    },

    /** Stores the time zone, so that no push is sent at night. A known zone stays, because the swipe game sets it [LIKE-5]. */
    learnZone: async (id: number, timeZone: string): Promise<void> => {
      await db
        .update(users)
        .set({ timeZone })
        .where(and(eq(users.id, id), isNull(users.timeZone)))
        .run()
    },

    /** Writes the two modes into the profile [PROF-10], [PROF-11]. */
    setModes: async (id: number, modes: { invisible: boolean; reserved: boolean }): Promise<void> => {
      await db
        .update(profiles)
        .set({ ...modes, ...activityInMode(modes.reserved) })
        .where(eq(profiles.id, id))
        .run()
    },

    /** Combines status, invisible mode, the desk's sanction and the age check into the one flag that search uses [FIND-3]. */
    refreshSearchable: async (id: number, at: number): Promise<void> => {
      await db
        .update(profiles)
        .set({
          searchable: sql`case when ${profiles.invisible} = 0
            and exists (select 1 from users where id = ${id} and shown_status = 'active'
              and sanction is distinct from 'restricted' and (age_due is null or age_due > ${at})) then 1 else 0 end`,
        })
        .where(eq(profiles.id, id))
        .run()
    },

    /** Stops mail to the address. @returns whether the reason is new */
    disableMail: async (id: number, reason: DisabledReason): Promise<boolean> => {
      const reasons = await disabledOf(id)
      if (reasons.includes(reason)) return false
      await db
        .update(users)
        .set({ notificationsDisabled: [...reasons, reason] })
        .where(eq(users.id, id))
        .run()
      return true
    },

    /** Notes that the address takes mail after all. @returns whether a bounce was noted */
    forgetBounce: async (id: number): Promise<boolean> => {
      const reasons = await disabledOf(id)
      if (!reasons.includes('bounce')) return false
      const others = reasons.filter((reason) => reason !== 'bounce')
      await db.update(users).set({ notificationsDisabled: others }).where(eq(users.id, id)).run()
      return true
    },

    /** @returns whether it was disabled */
    enableMail: async (id: number): Promise<boolean> => {
      if ((await disabledOf(id)).length === 0) return false
      await db.update(users).set({ notificationsDisabled: [] }).where(eq(users.id, id)).run()
      return true
    },

    /** The member and the preference of a link, which can be used repeatedly. */
    unsubscribeLink: async (hash: string, now: number) =>
      db
        .select({ member: tokens.userId, preference: tokens.data })
        .from(tokens)
        .where(and(eq(tokens.hash, hash), eq(tokens.kind, 'unsubscribe'), gt(tokens.expiresAt, now)))
        .get(),

    /**
     * Counts one use of something that is allowed once per period.
     * @returns false if the last use was less than `perMs` ago; then nothing is counted
     */
    once: async (key: string, now: number, perMs: number): Promise<boolean> =>
      (
        await db
          .insert(attempts)
          // Rows are deleted some time after their block ends. `blockedUntil` keeps this one for longer than the period.
          .values({ key, count: 1, since: now, blockedUntil: now + ONCE_KEPT_MS })
          .onConflictDoUpdate({
            target: attempts.key,
            set: { count: sql`${attempts.count} + 1`, since: now, blockedUntil: now + ONCE_KEPT_MS },
            setWhere: sql`${attempts.since} <= ${now - perMs}`,
          })
          .run()
      ).changes > 0,

    /** When `once` last counted, or null. */
    lastTime: async (key: string): Promise<number | null> =>
      (await db.select({ since: attempts.since }).from(attempts).where(eq(attempts.key, key)).get())?.since ?? null,

    /** @returns the id, which the letter's number contains */
    addLetter: async (row: typeof letters.$inferInsert): Promise<number> =>
      (await db.insert(letters).values(row).returning({ id: letters.id }).get()).id,

    letter: async (id: number) => letter.get({ id }),
  }
}
