/** The parts of photos that are still being uploaded, by owner and client id. */
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { bound } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { messages } from '../../db/schema/chat.ts'
import { photoParts, photos } from '../../db/schema/photos.ts'

/** A photo on its way: the client id that its last request will have. */
export type PhotoUpload = { owner: number; clientId: string }

export const partQueries = (db: Db) => {
  const isOfUpload = and(eq(photoParts.clientId, bound('clientId')), eq(photoParts.owner, bound('owner')))
  const received = db
    .select({ bytes: sql<number>`coalesce(max(${photoParts.start} + ${photoParts.size}), 0)` })
    .from(photoParts)
    .where(isOfUpload)
    .prepare()
  const parts = db
    .select({ bytes: photoParts.bytes })
    .from(photoParts)
    .where(isOfUpload)
    .orderBy(asc(photoParts.start))
    .prepare()
  const ownPhoto = db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.owner, bound('owner')), eq(photos.clientId, bound('clientId'))))
    .prepare()
  const ownMessage = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.clientId, bound('clientId')), eq(messages.sender, bound('owner'))))
    .prepare()
  const deletedPhoto = db
    .select({ start: photoParts.start })
    .from(photoParts)
    .where(and(isOfUpload, eq(photoParts.size, 0)))
    .prepare()
  const others = db
    .select({ clientId: photoParts.clientId, bytes: sql<number>`sum(${photoParts.size})` })
    .from(photoParts)
    .where(
      and(eq(photoParts.owner, bound('owner')), ne(photoParts.clientId, bound('clientId')), gt(photoParts.size, 0)),
    )
    .groupBy(photoParts.clientId)
    .orderBy(sql`max(${photoParts.at})`)
    .prepare()

  return {
    /** The number of bytes that have arrived: each part begins where the one before ends. */
    receivedOf: async (upload: PhotoUpload): Promise<number> => (await received.get(upload))?.bytes ?? 0,
    /** Whether the photo, or the message with it, is stored already, or was and is deleted. */
    isKnown: async (upload: PhotoUpload): Promise<boolean> =>
      (await ownPhoto.get(upload)) !== undefined ||
      (await ownMessage.get(upload)) !== undefined ||
      (await deletedPhoto.get(upload)) !== undefined,
    isDeleted: async (upload: PhotoUpload): Promise<boolean> => (await deletedPhoto.get(upload)) !== undefined,
    /** The bytes of the parts in base64, in order. */
    bytesOf: async (upload: PhotoUpload): Promise<string[]> => (await parts.all(upload)).map(({ bytes }) => bytes),
    /** The owner's other uploads with their bytes, the oldest first. */
    othersOf: async (upload: PhotoUpload): Promise<{ clientId: string; bytes: number }[]> => others.all(upload),
    addPart: async (part: typeof photoParts.$inferInsert): Promise<void> => {
      await db.insert(photoParts).values(part).run()
    },
    dropParts: async ({ owner, clientId }: PhotoUpload): Promise<void> => {
      await db
        .delete(photoParts)
        .where(and(eq(photoParts.clientId, clientId), eq(photoParts.owner, owner), gt(photoParts.size, 0)))
        .run()
    },
    /** Remembers by an empty part that the photo is deleted. @param at rows are forgotten a day after it */
    rememberDeleted: async ({ owner, clientId }: PhotoUpload, at: number): Promise<void> => {
      await db
        .delete(photoParts)
        .where(and(eq(photoParts.clientId, clientId), eq(photoParts.owner, owner)))
        .run()
      await db.insert(photoParts).values({ owner, clientId, start: 0, size: 0, bytes: '', at }).run()
    },
  }
}
