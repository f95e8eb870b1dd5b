/** A photo with all data that decides who may see it, in one query, because a page of photos loads each of them. */
import { and, eq, sql } from 'drizzle-orm'
import { bound } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { users } from '../../db/schema/account.ts'
import { messagePhotos, messages, participants } from '../../db/schema/chat.ts'
import { photos } from '../../db/schema/photos.ts'
import { profiles } from '../../db/schema/profile.ts'
import {
  frozenPhoto,
  isOwnBlock,
  isTheirBlock,
  ownBlock,
  relationColumns,
  theirBlock,
} from '../find/relation-queries.ts'

export const photoFileQueries = (db: Db) => {
  const [viewer, owner] = [bound('viewer'), sql`${photos.owner}`]
  const photoFor = db
    .select({
      hash: photos.hash,
      owner: photos.owner,
      photo: {
        status: photos.status,
        private: photos.private,
        isMain: sql<boolean>`${photos.id} is not distinct from ${frozenPhoto}`.mapWith(Boolean),
        // Must rank as `ranksOf` in `find/profile.ts` does: the main photo first, then the owner's order.
        rank: sql<number>`(select count(*) from photos as before
          where before.owner = ${photos.owner} and before.status = 'active' and before.private = 0
            and before.id <> ${photos.id} and ${photos.id} is distinct from ${profiles.mainPhoto}
            and (before.id is not distinct from ${profiles.mainPhoto}
              or (before.position, -before.id) < (${photos.position}, -${photos.id})))`,
      },
      relation: relationColumns(viewer, owner),
    })
    .from(photos)
    .innerJoin(users, eq(users.id, photos.owner))
    .innerJoin(profiles, eq(profiles.id, photos.owner))
    .leftJoin(ownBlock, isOwnBlock(viewer, owner))
    .leftJoin(theirBlock, isTheirBlock(viewer, owner))
    .where(eq(photos.id, bound('id')))
    .prepare()

  const messagePhotoFor = db
    .select({ hash: messagePhotos.hash, sentAt: messages.sentAt })
    .from(messagePhotos)
    .innerJoin(messages, eq(messages.id, messagePhotos.message))
    .innerJoin(participants, eq(participants.conversation, messages.conversation))
    .where(
      and(
        eq(messagePhotos.message, bound('message')),
        eq(participants.member, bound('viewer')),
        sql`${messages.id} > ${participants.hiddenUpTo}`,
        sql`(${messages.heldAt} is null or ${messages.sender} = ${bound('viewer')})`,
      ),
    )
    .prepare()

  return {
    /** A message photo, for a member of the conversation who has not deleted it up to that message [CHAT-8]. */
    messagePhotoFor: async (message: number, viewer: number) => messagePhotoFor.get({ message, viewer }),
    /** A photo, its owner, and the owner's relation to a viewer (0 for a visitor). */
    photoFor: async (id: number, viewer: number) => photoFor.get({ id, viewer }),
  }
}
