/** Profiles: cards for lists, one profile in full, and relations. `search-queries.ts` has the search walks. */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { users } from '../../db/schema/account.ts'
import { likes } from '../../db/schema/likes.ts'
import { photos } from '../../db/schema/photos.ts'
import { profileDetails, profiles, trueActivity } from '../../db/schema/profile.ts'
import { bound, lookup, value } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { matchQueries } from './match-queries.ts'
import { narrowQueries } from './narrow-queries.ts'
import { searchQueries } from './search-queries.ts'
import {
  frozenName,
  frozenPhoto,
  isOwnBlock,
  isTheirBlock,
  ownBlock,
  relationColumns,
  theirBlock,
} from './relation-queries.ts'
import { idsIn } from '../../db/lists.ts'
import { isShown, isShownToLiker } from '../likes/queries.ts'

export type CardRow = Awaited<ReturnType<ReturnType<typeof findQueries>['cards']>>[number]
export type PhotoRow = Awaited<ReturnType<ReturnType<typeof findQueries>['photosOf']>>[number]
export type RelationRow = NonNullable<Awaited<ReturnType<ReturnType<typeof findQueries>['relation']>>>

const receivedLike = alias(likes, 'received_like')
const sentLike = alias(likes, 'sent_like')

const photoColumns = {
  id: photos.id,
  status: photos.status,
  owner: photos.owner,
  colours: photos.colours,
  drawn: photos.drawn,
  private: photos.private,
}

const cardColumns = {
  id: profiles.id,
  name: frozenName,
  gender: profiles.gender,
  birthDate: profiles.birthDate,
  country: profiles.country,
  region: profiles.region,
  city: profiles.city,
  fictional: profiles.fictional,
  lastActive: trueActivity,
  photo: photoColumns,
}

export const findQueries = (db: Db) => {
  const [viewer, other] = [bound('viewer'), bound('other')]

  // Relations change nothing for the viewer of most cards. Skip three lookups per card there.
  const isTied = sql`${profiles.reserved} = 1 or ${profiles.invisible} = 1 or ${users.shownStatus} <> 'active' or ${photos.private} = 1`
  const shownColumns = {
    ...cardColumns,
    relation: relationColumns(viewer, sql`${profiles.id}`, isTied),
    viewerCity: sql<string | null>`(select city from profiles where id = ${viewer})`,
  }
  const isNamed = sql`${profiles.id} in ${idsIn(value('ids'))}`
  const cards = lookup(
    db
      .select(shownColumns)
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.id))
      .leftJoin(ownBlock, isOwnBlock(viewer, sql`${profiles.id}`))
      .leftJoin(theirBlock, isTheirBlock(viewer, sql`${profiles.id}`))
      .leftJoin(photos, eq(photos.id, frozenPhoto))
      .where(isNamed)
      .prepare(),
  )
  const member = bound('member')
  const cardsAndLikes = lookup(
    db
      .select({
        ...shownColumns,
        receivedLike: { at: receivedLike.at, seen: receivedLike.seen },
        sentLike: { at: sentLike.at },
      })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.id))
      .leftJoin(ownBlock, isOwnBlock(viewer, sql`${profiles.id}`))
      .leftJoin(theirBlock, isTheirBlock(viewer, sql`${profiles.id}`))
      .leftJoin(photos, eq(photos.id, frozenPhoto))
      .leftJoin(
        receivedLike,
        and(eq(receivedLike.liked, member), eq(receivedLike.liker, profiles.id), isShown(receivedLike.liker)),
      )
      .leftJoin(
        sentLike,
        and(eq(sentLike.liker, member), eq(sentLike.liked, profiles.id), isShownToLiker(sentLike.liked)),
      )
      .where(isNamed)
      .prepare(),
  )

  const details = db
    .select()
    .from(profileDetails)
    .where(eq(profileDetails.id, value('id')))
    .prepare()

  const photosOf = db
    .select(photoColumns)
    .from(photos)
    .where(eq(photos.owner, bound('owner')))
    .orderBy(asc(photos.position), desc(photos.id))
    .prepare()

  const relation = db
    .select({ name: frozenName, mainPhoto: frozenPhoto, ...relationColumns(viewer, other) })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .leftJoin(ownBlock, isOwnBlock(viewer, other))
    .leftJoin(theirBlock, isTheirBlock(viewer, other))
    .where(eq(profiles.id, other))
    .prepare()

  return {
    ...searchQueries(db),
    ...narrowQueries(db),
    ...matchQueries(db),

    /** The existing profiles among the ids, in no order, with their relation to the viewer (0 for a visitor). */
    cards: async (ids: readonly number[], viewer: number) => cards.all({ ids: JSON.stringify(ids), viewer }),
    /** The same for a member, with the visible likes in both directions. */
    cardsAndLikes: async (ids: readonly number[], member: number) =>
      cardsAndLikes.all({ ids: JSON.stringify(ids), viewer: member, member }),

    /** The long fields of one profile; the caller leaves out the fields that the viewer may not see. */
    details: async (id: number) => details.get({ id }),

    /** All photos of any status, private ones too, in the owner's order. */
    photosOf: async (owner: number) => photosOf.all({ owner }),

    /** The relation of a viewer (0 for a visitor) to a member; undefined if there is no such member. */
    relation: async (viewer: number, other: number) => relation.get({ viewer, other }),
  }
}
