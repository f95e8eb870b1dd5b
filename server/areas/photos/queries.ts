/** A member's photos, the main photo, and the files to delete. */
import { and, asc, count, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { bound, value } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { evidencePhotos } from '../../db/schema/cases.ts'
import { messagePhotos } from '../../db/schema/chat.ts'
import { goneFiles, photoHashes, photos } from '../../db/schema/photos.ts'
import { profiles } from '../../db/schema/profile.ts'
import { decisions } from '../../db/schema/safety.ts'

type NewPhotoRow = Pick<
  typeof photos.$inferInsert,
  'owner' | 'hash' | 'content' | 'status' | 'private' | 'createdAt' | 'clientId' | 'colours'
>
type Row = typeof photos.$inferSelect
export type PhotoState = Pick<
  Row,
  'id' | 'owner' | 'hash' | 'clientId' | 'status' | 'private' | 'reason' | 'createdAt' | 'reviewedBy' | 'reviewedAt'
>

export const photoQueries = (db: Db) => {
  const byClient = db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.owner, bound('owner')), eq(photos.clientId, bound('clientId'))))
    .prepare()
  const countOf = db
    .select({ total: count() })
    .from(photos)
    .where(eq(photos.owner, bound('owner')))
    .prepare()
  const one = db
    .select({
      id: photos.id,
      owner: photos.owner,
      hash: photos.hash,
      clientId: photos.clientId,
      status: photos.status,
      private: photos.private,
      reason: photos.reason,
      createdAt: photos.createdAt,
      reviewedBy: photos.reviewedBy,
      reviewedAt: photos.reviewedAt,
    })
    .from(photos)
    .where(eq(photos.id, bound('id')))
    .prepare()
  const idsOf = db
    .select({ id: photos.id })
    .from(photos)
    .where(eq(photos.owner, bound('owner')))
    .orderBy(asc(photos.position), desc(photos.id))
    .prepare()
  const main = db
    .select({ id: profiles.mainPhoto })
    .from(profiles)
    .where(eq(profiles.id, bound('owner')))
    .prepare()
  const shown = db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.owner, bound('owner')), sql`status = 'active' and private = 0`))
    .orderBy(asc(photos.position), desc(photos.id))
    .prepare()
  const isUsed = db
    .select({ id: photos.id })
    .from(photos)
    .where(eq(photos.hash, bound('hash')))
    .limit(1)
    .prepare()
  const isSent = db
    .select({ message: messagePhotos.message })
    .from(messagePhotos)
    .where(eq(messagePhotos.hash, bound('hash')))
    .limit(1)
    .prepare()
  const isEvidence = db
    .select({ letter: evidencePhotos.letter })
    .from(evidencePhotos)
    .where(eq(evidencePhotos.hash, bound('hash')))
    .limit(1)
    .prepare()
  const scheduleDeletion = db
    .insert(goneFiles)
    .values({ hash: value('hash'), at: value('at') })
    .onConflictDoUpdate({ target: goneFiles.hash, set: { at: sql`min(${goneFiles.at}, excluded.at)` } })
    .prepare()
  const cancelDeletion = db
    .delete(goneFiles)
    .where(and(eq(goneFiles.hash, value('hash')), gt(goneFiles.at, value('after'))))
    .prepare()
  const dueFiles = db
    .select({ hash: goneFiles.hash })
    .from(goneFiles)
    .where(lte(goneFiles.at, bound('until')))
    .limit(value('limit'))
    .prepare()

  return {
    /** The photo with this client id. */
    byClient: async (owner: number, clientId: string) => byClient.get({ owner, clientId }),
    /** The number of a member's photos of any status. */
    countOf: async (owner: number): Promise<number> => (await countOf.get({ owner }))?.total ?? 0,
    one: async (id: number): Promise<PhotoState | undefined> => one.get({ id }),
    /** In the owner's order. */
    idsOf: async (owner: number): Promise<number[]> => (await idsOf.all({ owner })).map(({ id }) => id),
    mainOf: async (owner: number): Promise<number | null> => (await main.get({ owner }))?.id ?? null,
    /** Photos that others may see, without private ones, in the owner's order. */
    shownOf: async (owner: number): Promise<number[]> => (await shown.all({ owner })).map(({ id }) => id),

    /** Appends the photo after all others. */
    add: async (photo: NewPhotoRow): Promise<number> =>
      (
        await db
          .insert(photos)
          .values({
            ...photo,
            position: sql`(select coalesce(max(position) + 1, 0) from photos where owner = ${photo.owner})`,
          })
          .returning({ id: photos.id })
          .get()
      ).id,
    setPrivate: async (id: number, isPrivate: boolean): Promise<void> => {
      await db.update(photos).set({ private: isPrivate }).where(eq(photos.id, id)).run()
    },
    setStatus: async (
      id: number,
      status: Row['status'],
      reason: Row['reason'],
      review: { staff: number | null; at: number | null },
    ): Promise<void> => {
      await db
        .update(photos)
        .set({ status, reason, reviewedBy: review.staff, reviewedAt: review.at })
        .where(eq(photos.id, id))
        .run()
    },
    place: async (id: number, position: number): Promise<void> => {
      await db.update(photos).set({ position }).where(eq(photos.id, id)).run()
    },
    setMain: async (owner: number, photo: number | null): Promise<void> => {
      await db.update(profiles).set({ mainPhoto: photo }).where(eq(profiles.id, owner)).run()
    },
    remove: async (id: number): Promise<void> => {
      await db.delete(photoHashes).where(eq(photoHashes.photo, id)).run()
      await db.delete(photos).where(eq(photos.id, id)).run()
    },

    addDecision: async (decision: typeof decisions.$inferInsert): Promise<number> =>
      (await db.insert(decisions).values(decision).returning({ id: decisions.id }).get()).id,
    /** Takes back all decisions against a photo as if they had never been made. */
    undoDecisions: async (photo: number, at: number): Promise<void> => {
      await db
        .update(decisions)
        .set({ liftedAt: at, undoneAt: at })
        .where(and(eq(decisions.photo, photo), isNull(decisions.liftedAt)))
        .run()
    },
    /** Lifts all decisions against a photo. */
    liftDecisions: async (photo: number, at: number): Promise<void> => {
      await db
        .update(decisions)
        .set({ liftedAt: at })
        .where(and(eq(decisions.photo, photo), isNull(decisions.liftedAt)))
        .run()
    },

    /** Whether any row uses the files: of a profile, of a message, or of held evidence [DESK-6]. */
    isUsed: async (hash: string): Promise<boolean> => {
      for (const statement of [isUsed, isSent, isEvidence]) if (await statement.get({ hash })) return true
      return false
    },
    /** Schedules the files for deletion at `at`, unless a row uses them by then. */
    scheduleDeletion: async (hash: string, at: number): Promise<void> => {
      await scheduleDeletion.run({ hash, at })
    },
    /** Cancels the deletion of files that are scheduled for later than `after`. @returns false if their deletion may have begun */
    cancelDeletion: async (hash: string, after: number): Promise<boolean> =>
      (await cancelDeletion.run({ hash, after })).changes > 0,
    /** Removes the files from the schedule once they are deleted. */
    forgetDeletion: async (hash: string): Promise<void> => {
      await cancelDeletion.run({ hash, after: -1 })
    },
    /** Hashes of the files whose deletion is due. */
    filesToDelete: async (until: number, limit: number): Promise<string[]> =>
      (await dueFiles.all({ until, limit })).map(({ hash }) => hash),
  }
}
