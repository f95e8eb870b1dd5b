/** Messages to fictional profiles that wait for an answer [GUARD-7]. */
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { awaitedAnswers, messages } from '../../db/schema/chat.ts'
import type { Db } from '../../db/database.ts'
import { textsIn } from '../../db/lists.ts'
import { value } from '../../db/prepared.ts'

export type AwaitedAnswer = typeof awaitedAnswers.$inferSelect

export const fictionalQueries = (db: Db) => {
  const add = db
    .insert(awaitedAnswers)
    .values({
      message: value('message'),
      member: value('member'),
      profile: value('profile'),
      credits: value('credits'),
      at: value('at'),
    })
    .prepare()
  const isPair = and(eq(awaitedAnswers.member, value('member')), eq(awaitedAnswers.profile, value('profile')))
  const waitingOf = db.select().from(awaitedAnswers).where(isPair).orderBy(asc(awaitedAnswers.message)).prepare()
  const settle = db
    .delete(awaitedAnswers)
    .where(and(isPair, lte(awaitedAnswers.message, value('upTo'))))
    .prepare()
  const due = db
    .select({ ...row, type: messages.type })
    .from(awaitedAnswers)
    .innerJoin(messages, eq(messages.id, awaitedAnswers.message))
    .where(lte(awaitedAnswers.at, value('until')))
    .orderBy(asc(awaitedAnswers.at))
    .limit(value('limit'))
    .prepare()
  const markUnanswered = db
    .update(messages)
    .set({ unansweredAt: sql`${value('at')}` })
    .where(eq(messages.id, value('message')))
    .prepare()
  const remove = db
    .delete(awaitedAnswers)
    .where(eq(awaitedAnswers.message, value('message')))
    .prepare()
  /** Only messages by members of these domains. */
  const isOf = sql`(select domain from users where id = ${awaitedAnswers.member}) in ${textsIn(value('domains'))}`
  const conversations = db
    .select({
      member: awaitedAnswers.member,
      profile: awaitedAnswers.profile,
      waiting: sql<number>`count(*)`,
      since: sql<number>`min(${awaitedAnswers.at})`,
      memberName: sql<string>`(select name from profiles where id = ${awaitedAnswers.member})`,
      profileName: sql<string>`(select name from profiles where id = ${awaitedAnswers.profile})`,
    })
    .from(awaitedAnswers)
    .where(isOf)
    .groupBy(awaitedAnswers.member, awaitedAnswers.profile)
    .orderBy(sql`min(${awaitedAnswers.at})`)
    .limit(value('limit'))
    .prepare()
  const total = db
    .select({ total: sql<number>`count(distinct member || ' ' || profile)` })
    .from(awaitedAnswers)
    .where(isOf)
    .prepare()

  return {
    addAwaited: async (row: AwaitedAnswer): Promise<void> => {
      await add.run(row)
    },

    /** The messages of one member that a fictional profile has not answered, the oldest first. */
    waitingOf: async (member: number, profile: number): Promise<AwaitedAnswer[]> => waitingOf.all({ member, profile }),

    /** An answer covers all messages up to one. @returns how many had waited; 0 if the credits are back already */
    settle: async (member: number, profile: number, upTo: number): Promise<number> =>
      (await settle.run({ member, profile, upTo })).changes,

    /** Messages that have waited since `until` or longer, the oldest first. */
    due: async (until: number, limit: number) => due.all({ until, limit }),

    /** The message no longer waits, and its sender sees why. */
    giveUp: async (message: number, at: number): Promise<void> => {
      await remove.run({ message })
      await markUnanswered.run({ message, at })
    },

    /** All messages that wait for one profile. */
    waitingFor: async (profile: number): Promise<AwaitedAnswer[]> =>
      db.select().from(awaitedAnswers).where(eq(awaitedAnswers.profile, profile)).all(),

    /** The domains of members who wait. */
    domainsOfWaiting: async (): Promise<string[]> =>
      (
        await db.all<{ domain: string }>(
          sql`select distinct domain from users where id in (select member from awaited_answers)`,
        )
      ).map(({ domain }) => domain),

    /** The conversations that wait, of members of these domains, the longest wait first. */
    conversations: async (domains: readonly string[], limit: number) =>
      conversations.all({ domains: JSON.stringify(domains), limit }),
    conversationsTotal: async (domains: readonly string[]): Promise<number> =>
      (await total.get({ domains: JSON.stringify(domains) }))?.total ?? 0,
  }
}

const row = {
  message: awaitedAnswers.message,
  member: awaitedAnswers.member,
  profile: awaitedAnswers.profile,
  credits: awaitedAnswers.credits,
  at: awaitedAnswers.at,
}
