/** The desk's letters, and its decisions about members [SAFE-8]. */
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { SanctionState, Unproven } from '#contract/rules/may-act.ts'
import type { Db } from '../../db/database.ts'
import { bound } from '../../db/prepared.ts'
import { users } from '../../db/schema/account.ts'
import { photos } from '../../db/schema/photos.ts'
import { messages, participants } from '../../db/schema/chat.ts'
import { profileDetails, profiles } from '../../db/schema/profile.ts'
import { decisions, letters } from '../../db/schema/safety.ts'
import { frozenName, isOwnBlock, isTheirBlock, ownBlock, theirBlock } from '../find/relation-queries.ts'
import { ownWords } from '../profile/queries.ts'

export type DecisionRow = typeof decisions.$inferSelect
export type FullLetterRow = typeof letters.$inferSelect

/** As many as a person can look through. */
const LIST_MAX = 200

export const safetyQueries = (db: Db) => {
  const sanctionOf = db
    .select({ sanction: users.sanction, sanctionUntil: users.sanctionUntil, ageDue: users.ageDue })
    .from(users)
    .where(eq(users.id, bound('member')))
    .prepare()

  return {
    /** The newest first. */
    decisionsOf: async (member: number): Promise<DecisionRow[]> =>
      db.select().from(decisions).where(eq(decisions.userId, member)).orderBy(desc(decisions.id)).all(),

    decision: async (id: number): Promise<DecisionRow | undefined> =>
      db.select().from(decisions).where(eq(decisions.id, id)).get(),

    addDecision: async (decision: typeof decisions.$inferInsert): Promise<number> =>
      (await db.insert(decisions).values(decision).returning({ id: decisions.id }).get()).id,

    /** Ends a decision. @returns whether it was in force */
    liftDecision: async (id: number, at: number): Promise<boolean> =>
      (
        await db
          .update(decisions)
          .set({ liftedAt: at })
          .where(and(eq(decisions.id, id), isNull(decisions.liftedAt)))
          .run()
      ).changes > 0,

    /** A member's decisions that are in force. */
    standingDecisions: async (member: number, at: number): Promise<DecisionRow[]> =>
      db
        .select()
        .from(decisions)
        .where(
          and(
            eq(decisions.userId, member),
            isNull(decisions.liftedAt),
            or(isNull(decisions.until), gt(decisions.until, at)),
          ),
        )
        .all(),

    /** The decisions in force that these colleagues have made since a time, or the automatic checks. */
    standingDecisionsOf: async (by: readonly number[] | null, since: number, at: number): Promise<DecisionRow[]> =>
      db
        .select()
        .from(decisions)
        .where(
          and(
            gt(decisions.userId, 0),
            isNull(decisions.liftedAt),
            or(isNull(decisions.until), gt(decisions.until, at)),
            gte(decisions.at, since),
            by === null ? isNull(decisions.staff) : inArray(decisions.staff, [...by]),
          ),
        )
        .orderBy(asc(decisions.id))
        .all(),

    /** Members who may use nothing but their rights. They are few beside all members, and have an index. */
    suspendedMembers: async (): Promise<number[]> =>
      (
        await db
          .select({ id: users.id })
          .from(users)
          .where(sql`sanction in ('suspended', 'banned')`)
          .all()
      ).map(({ id }) => id),

    sanctionOf: async (member: number): Promise<(SanctionState & Unproven) | undefined> => sanctionOf.get({ member }),

    /** Members with a decision that has an end in the future. */
    membersWithEnd: async (at: number): Promise<number[]> =>
      (
        await db
          .selectDistinct({ member: decisions.userId })
          .from(decisions)
          .where(and(gt(decisions.userId, 0), isNull(decisions.liftedAt), gt(decisions.until, at)))
          .all()
      ).map(({ member }) => member),

    setSanction: async (member: number, { sanction, sanctionUntil }: SanctionState): Promise<void> => {
      await db.update(users).set({ sanction, sanctionUntil }).where(eq(users.id, member)).run()
    },

    /** A member's appeals. */
    appealsOf: async (member: number): Promise<FullLetterRow[]> =>
      db
        .select()
        .from(letters)
        .where(and(eq(letters.userId, member), eq(letters.kind, 'appeal')))
        .all(),

    /** A member's reports with the names of the reported members, the newest first. */
    reportsOf: async (member: number) =>
      db
        .select({
          id: letters.id,
          kind: letters.kind,
          at: letters.at,
          reason: letters.reason,
          name: frozenName,
          fictional: profiles.fictional,
          answeredAt: letters.answeredAt,
          upheld: letters.upheld,
          answer: letters.answer,
          clientId: letters.clientId,
        })
        .from(letters)
        .leftJoin(profiles, eq(profiles.id, letters.profile))
        .leftJoin(ownBlock, isOwnBlock(sql`${member}`, sql`${letters.profile}`))
        .leftJoin(theirBlock, isTheirBlock(sql`${member}`, sql`${letters.profile}`))
        .where(and(eq(letters.userId, member), eq(letters.kind, 'report')))
        .orderBy(desc(letters.id))
        .limit(LIST_MAX)
        .all(),

    /** The report that a member's device has sent under this id. */
    reportOf: async (member: number, clientId: string) =>
      db
        .select({ id: letters.id, kind: letters.kind, at: letters.at })
        .from(letters)
        .where(and(eq(letters.userId, member), eq(letters.clientId, clientId)))
        .get(),

    /**
     * The newest report of each confirmed member who has reported a profile since then. An account with a made-up address costs
     * nothing, so anybody could have several.
     */
    reportersSince: async (profile: number, since: number) =>
      db
        .select({ email: users.email, report: letters.id, reason: letters.reason })
        .from(letters)
        .innerJoin(users, eq(users.id, letters.userId))
        .where(
          and(
            eq(users.status, 'active'),
            inArray(
              letters.id,
              db
                .select({ newest: sql<number>`max(${letters.id})` })
                .from(letters)
                .where(and(eq(letters.profile, profile), eq(letters.kind, 'report'), gt(letters.at, since)))
                .groupBy(letters.userId),
            ),
          ),
        )
        .orderBy(letters.userId)
        .all(),

    fullLetter: async (id: number): Promise<FullLetterRow | undefined> =>
      db.select().from(letters).where(eq(letters.id, id)).get(),

    /** @returns false if the letter was answered before */
    answerLetter: async (
      id: number,
      { upheld, answer, at, staff }: { upheld: boolean; answer: string; at: number; staff: number | null },
    ): Promise<boolean> =>
      (
        await db
          .update(letters)
          .set({ upheld, answer, answeredAt: at, answeredBy: staff })
          .where(and(eq(letters.id, id), isNull(letters.answeredAt)))
          .run()
      ).changes > 0,

    /** Reports and notices about a member that wait. */
    openReportsAbout: async (member: number): Promise<FullLetterRow[]> =>
      db
        .select()
        .from(letters)
        .where(
          and(eq(letters.profile, member), inArray(letters.kind, ['report', 'notice']), isNull(letters.answeredAt)),
        )
        .orderBy(asc(letters.id))
        .all(),

    /** Makes the letters wait again that a decision of this moment has answered. */
    reopenReports: async (member: number, staff: number, at: number): Promise<void> => {
      await db
        .update(letters)
        .set({ upheld: null, answer: '', answeredAt: null, answeredBy: null })
        .where(
          and(
            eq(letters.profile, member),
            inArray(letters.kind, ['report', 'notice']),
            eq(letters.answeredBy, staff),
            eq(letters.answeredAt, at),
          ),
        )
        .run()
    },

    /** Outcomes of the reports and notices about a member. */
    outcomesAbout: async (member: number): Promise<{ upheld: number; dismissed: number }> =>
      db.get(
        sql`select count(*) filter (where upheld = 1) as upheld, count(*) filter (where upheld = 0) as dismissed from letters
        where profile = ${member} and kind in ('report', 'notice') and answered_at is not null`,
      ),

    /** The decisions of a staff member about a member at one moment. */
    decisionsAt: async (member: number, staff: number, at: number): Promise<DecisionRow[]> =>
      db
        .select()
        .from(decisions)
        .where(and(eq(decisions.userId, member), eq(decisions.staff, staff), eq(decisions.at, at)))
        .all(),

    /** Puts the decisions about a member in force again that were lifted at this moment. @returns whether there was any */
    restoreLifted: async (member: number, at: number): Promise<boolean> =>
      (
        await db
          .update(decisions)
          .set({ liftedAt: null })
          .where(and(eq(decisions.userId, member), eq(decisions.liftedAt, at), isNull(decisions.undoneAt)))
          .run()
      ).changes > 0,

    undoDecision: async (id: number, at: number): Promise<void> => {
      await db.update(decisions).set({ undoneAt: at }).where(eq(decisions.id, id)).run()
    },

    beginAppeal: async (id: number, at: number): Promise<void> => {
      await db.update(decisions).set({ appealedAt: at }).where(eq(decisions.id, id)).run()
    },
    closeAppeal: async (id: number, upheld: boolean): Promise<void> => {
      await db.update(decisions).set({ appealUpheld: upheld }).where(eq(decisions.id, id)).run()
    },

    /** All words of a profile that its member wrote. */
    profileText: async (member: number): Promise<string | undefined> => {
      const { aboutMe, prompts } = profileDetails
      const row = await db.select({ aboutMe, prompts }).from(profileDetails).where(eq(profileDetails.id, member)).get()
      return row && ownWords(row)
    },
    /** The text of a message that this member sent. */
    messageText: async (id: number, sender: number): Promise<string | undefined> =>
      (
        await db
          .select({ text: messages.text })
          .from(messages)
          .where(and(eq(messages.id, id), eq(messages.sender, sender), eq(messages.type, 'text')))
          .get()
      )?.text,
    setMessageText: async (id: number, text: string): Promise<void> => {
      await db.update(messages).set({ text }).where(eq(messages.id, id)).run()
    },

    /** Members to whom this member has written, by id: the next ones after `after`. */
    writtenTo: async (
      member: number,
      after: number,
      limit: number,
    ): Promise<{ member: number; conversation: number }[]> =>
      db.all(sql`select p.partner as member, p.conversation from participants as p
      where p.member = ${member} and p.partner > ${after}
        and exists (select 1 from messages as m where m.conversation = p.conversation and m.sender = ${member})
      order by p.partner limit ${limit}`),
    countWrittenTo: async (member: number): Promise<number> =>
      (
        await db.get<{ total: number }>(sql`select count(*) as total from participants as p where p.member = ${member}
      and exists (select 1 from messages as m where m.conversation = p.conversation and m.sender = ${member})`)
      ).total,
    /** @returns false if this member was warned before */
    warnOf: async (member: number, conversation: number, at: number): Promise<boolean> =>
      (
        await db
          .update(participants)
          .set({ warnedAt: at })
          .where(
            and(
              eq(participants.member, member),
              eq(participants.conversation, conversation),
              isNull(participants.warnedAt),
            ),
          )
          .run()
      ).changes > 0,

    /** @returns false if this member was not warned */
    unwarnOf: async (member: number, conversation: number): Promise<boolean> =>
      (
        await db
          .update(participants)
          .set({ warnedAt: null })
          .where(
            and(
              eq(participants.member, member),
              eq(participants.conversation, conversation),
              isNotNull(participants.warnedAt),
            ),
          )
          .run()
      ).changes > 0,

    /** The letters that wait for the desk, the oldest first. */
    openLetters: async () =>
      db
        .select({
          id: letters.id,
          kind: letters.kind,
          at: letters.at,
          reason: letters.reason,
          profile: letters.profile,
        })
        .from(letters)
        .where(isNull(letters.answeredAt))
        .orderBy(asc(letters.id))
        .limit(LIST_MAX)
        .all(),
    pendingPhotos: async () =>
      db
        .select({ id: photos.id, owner: photos.owner, name: profiles.name, at: photos.createdAt })
        .from(photos)
        .innerJoin(profiles, eq(profiles.id, photos.owner))
        .where(sql`${photos.status} = 'pending'`)
        .orderBy(asc(photos.createdAt))
        .limit(LIST_MAX)
        .all(),
  }
}
