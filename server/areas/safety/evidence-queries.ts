/** Snapshots of reported members, with their retention and legal holds [DESK-6]. */
import { and, asc, desc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { SnapshotMessage, SnapshotPhoto } from '#contract/desk/case.ts'
import { memberSubject } from '#contract/desk/subject.ts'
import type { Db } from '../../db/database.ts'
import { users } from '../../db/schema/account.ts'
import { cases, evidence, evidencePhotos } from '../../db/schema/cases.ts'
import { messagePhotos, messages } from '../../db/schema/chat.ts'
import { photos } from '../../db/schema/photos.ts'
import { letters } from '../../db/schema/safety.ts'

export type EvidenceRow = typeof evidence.$inferSelect

export const evidenceQueries = (db: Db) => {
  const snapshotMessage = {
    id: messages.id,
    sender: messages.sender,
    sent_at: messages.sentAt,
    type: messages.type,
    text: messages.text,
    photo: messagePhotos.hash,
  }
  const messagesOf = () =>
    db.select(snapshotMessage).from(messages).leftJoin(messagePhotos, eq(messagePhotos.message, messages.id))

  return {
    /** All photos of a member, the main one first, then in the owner's order. */
    photosToKeep: async (member: number): Promise<SnapshotPhoto[]> =>
      db
        .select({
          id: photos.id,
          hash: photos.hash,
          private: photos.private,
          main: sql<boolean>`${photos.id} = (select main_photo from profiles where id = ${member})`.mapWith(Boolean),
        })
        .from(photos)
        .where(eq(photos.owner, member))
        .orderBy(
          sql`${photos.id} = (select main_photo from profiles where id = ${member}) desc`,
          asc(photos.position),
          desc(photos.id),
        )
        .all(),

    /** A message with as many before it and after it as `each`, in their order. */
    messagesAround: async (conversation: number, message: number, each: number): Promise<SnapshotMessage[]> => [
      ...(
        await messagesOf()
          .where(and(eq(messages.conversation, conversation), lte(messages.id, message)))
          .orderBy(desc(messages.id))
          .limit(each + 1)
          .all()
      ).toReversed(),
      ...(await messagesOf()
        .where(and(eq(messages.conversation, conversation), gt(messages.id, message)))
        .orderBy(asc(messages.id))
        .limit(each)
        .all()),
    ],

    /** The newest messages of a conversation, in their order. */
    newestMessages: async (conversation: number, limit: number): Promise<SnapshotMessage[]> =>
      (
        await messagesOf().where(eq(messages.conversation, conversation)).orderBy(desc(messages.id)).limit(limit).all()
      ).toReversed(),

    keep: async (row: EvidenceRow, hashes: readonly string[]): Promise<void> => {
      await db.insert(evidence).values(row).run()
      for (const hash of new Set(hashes)) await db.insert(evidencePhotos).values({ letter: row.letter, hash }).run()
    },

    of: async (letter: number): Promise<EvidenceRow | undefined> =>
      db.select().from(evidence).where(eq(evidence.letter, letter)).get(),

    about: async (member: number): Promise<EvidenceRow[]> =>
      db.select().from(evidence).where(eq(evidence.member, member)).orderBy(desc(evidence.letter)).all(),

    isHeld: async (member: number): Promise<boolean> =>
      (await db
        .select({ letter: evidence.letter })
        .from(evidence)
        .where(eq(evidence.member, member))
        .limit(1)
        .get()) !== undefined,

    /** @returns whether it has changed */
    setLegalHold: async (letter: number, legalHold: boolean): Promise<boolean> =>
      (
        await db
          .update(evidence)
          .set({ legalHold })
          .where(and(eq(evidence.letter, letter), eq(evidence.legalHold, !legalHold)))
          .run()
      ).changes > 0,

    /** Letters whose evidence has reached its end, the oldest end first. */
    ended: async (now: number, limit: number): Promise<number[]> =>
      (
        await db
          .select({ letter: evidence.letter })
          .from(evidence)
          .where(and(lt(evidence.heldUntil, now), eq(evidence.legalHold, false)))
          .orderBy(asc(evidence.heldUntil))
          .limit(limit)
          .all()
      ).map(({ letter }) => letter),

    /**
     * Deletes the evidence of a letter. If the member's account is erased, the letter forgets the member too.
     * @returns the hashes of its files
     */
    drop: async (letter: number): Promise<string[]> => {
      const row = await db
        .delete(evidence)
        .where(eq(evidence.letter, letter))
        .returning({ member: evidence.member })
        .get()
      const files = await db.delete(evidencePhotos).where(eq(evidencePhotos.letter, letter)).returning().all()
      if (row && (await isErased(row.member))) {
        await db.update(letters).set({ profile: null, message: null, photo: null }).where(eq(letters.id, letter)).run()
        const isLast = sql`not exists (select 1 from evidence where member = ${row.member})`
        await db
          .delete(cases)
          .where(and(eq(cases.subject, memberSubject(row.member)), isLast))
          .run()
      }
      return files.map(({ hash }) => hash)
    },
  }

  async function isErased(member: number): Promise<boolean> {
    return (
      (await db.select({ status: users.status }).from(users).where(eq(users.id, member)).get())?.status === 'deleted'
    )
  }
}
