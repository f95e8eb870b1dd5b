/** Fictional profiles for the desk: the list, their messages and conversations, and their personas [DESK-14]. */
import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { fictionalPersonas, nameBegins, profileDetails, profiles } from '../../db/schema/profile.ts'
import { users } from '../../db/schema/account.ts'
import { awaitedAnswers } from '../../db/schema/chat.ts'
import { SPENDING } from '../../db/schema/money.ts'

export type FictionalRecord = Awaited<ReturnType<ReturnType<typeof fictionalProfileQueries>['page']>>[number]

type Filter = { name: string; isPaused: boolean | null; after: number | null }

export const fictionalProfileQueries = (db: Db) => {
  const columns = {
    id: profiles.id,
    name: profiles.name,
    gender: profiles.gender,
    birthDate: profiles.birthDate,
    country: profiles.country,
    region: profiles.region,
    city: profiles.city,
    isPaused: profiles.invisible,
    mainPhoto: profiles.mainPhoto,
    language: users.language,
    waiting: sql<number>`(select count(*) from ${awaitedAnswers} where profile = ${profiles.id})`,
  }
  const isFictional = eq(profiles.fictional, sql`1`)

  return {
    /** The newest first. */
    page: async ({ name, isPaused, after }: Filter, limit: number) =>
      db
        .select(columns)
        .from(profiles)
        .innerJoin(users, eq(users.id, profiles.id))
        .where(
          and(
            isFictional,
            name === '' ? undefined : nameBegins(name),
            isPaused === null ? undefined : eq(profiles.invisible, isPaused),
            after === null ? undefined : lt(profiles.id, after),
          ),
        )
        .orderBy(desc(profiles.id))
        .limit(limit)
        .all(),

    totals: async (): Promise<{ total: number; paused: number }> =>
      (await db
        .select({ total: count(), paused: sql<number>`coalesce(sum(${profiles.invisible}), 0)` })
        .from(profiles)
        .where(isFictional)
        .get()) ?? { total: 0, paused: 0 },

    /** Undefined for a member. */
    one: async (id: number) =>
      db
        .select({ ...columns, details: profileDetails, persona: fictionalPersonas.text })
        .from(profiles)
        .innerJoin(users, eq(users.id, profiles.id))
        .innerJoin(profileDetails, eq(profileDetails.id, profiles.id))
        .leftJoin(fictionalPersonas, eq(fictionalPersonas.profile, profiles.id))
        .where(and(isFictional, eq(profiles.id, id)))
        .get(),

    setPersona: async (profile: number, text: string): Promise<void> => {
      await db
        .insert(fictionalPersonas)
        .values({ profile, text })
        .onConflictDoUpdate({ target: fictionalPersonas.profile, set: { text } })
        .run()
    },

    personaOf: async (profile: number): Promise<string> =>
      (
        await db
          .select({ text: fictionalPersonas.text })
          .from(fictionalPersonas)
          .where(eq(fictionalPersonas.profile, profile))
          .get()
      )?.text ?? '',

    setBirthDate: async (id: number, birthDate: string): Promise<void> => {
      await db
        .update(profiles)
        .set({ birthDate, birthYear: Number(birthDate.slice(0, 4)) })
        .where(eq(profiles.id, id))
        .run()
    },

    /** The messages to and from a profile in a time, and the credits spent on them that did not come back. Conversations that ended before are not read. */
    messagesOf: async (profile: number, from: number, to: number): Promise<{ messages: number; spent: number }> =>
      db.get<{ messages: number; spent: number }>(sql`
        select count(m.id) as messages, -coalesce(sum(l.amount + coalesce(back.amount, 0)), 0) as spent
        from participants pa
        join conversations c on c.id = pa.conversation
        join messages newest on newest.id = c.last_message and newest.sent_at >= ${from}
        join messages m on m.conversation = c.id and m.sent_at >= ${from} and m.sent_at < ${to}
        left join ledger l on l.reference = cast(m.id as text) and l.user_id = m.sender
          and l.reason in ${sql.raw(SPENDING)}
        left join ledger back on back.reference = l.reference and back.user_id = l.user_id and back.reason = 'returned'
        where pa.member = ${profile}`),

    conversationCount: async (profile: number): Promise<number> =>
      (await db.get<{ total: number }>(sql`select count(*) as total from participants where member = ${profile}`))
        .total,

    /** The newest first; a member who is erased has no name. */
    conversations: async (profile: number, limit: number) =>
      db.all<{ id: number; member: number; name: string; messages: number; lastAt: number | null }>(sql`
        select c.id, pa.partner as member, p.name, m.sent_at as "lastAt",
          (select count(*) from messages where conversation = c.id) as messages
        from participants pa
        join conversations c on c.id = pa.conversation
        join profiles p on p.id = pa.partner
        left join messages m on m.id = c.last_message
        where pa.member = ${profile}
        order by c.last_message desc limit ${limit}`),
  }
}
