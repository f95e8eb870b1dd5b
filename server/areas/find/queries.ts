/** Profiles: cards for lists, one profile in full, what is between two members; the search walks are beside. */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { photos, profileDetails, profiles, users } from '../../db/schema.ts'
import { bound } from '../../db/bound.ts'
import type { Db } from '../../db/database.ts'
import { searchQueries } from './search-queries.ts'

export type CardRow = ReturnType<ReturnType<typeof findQueries>['cards']>[number]
export type PhotoRow = ReturnType<ReturnType<typeof findQueries>['photosOf']>[number]
export type RelationRow = NonNullable<ReturnType<ReturnType<typeof findQueries>['relation']>>

const value = sql.placeholder

const has = (body: ReturnType<typeof sql>) => sql<boolean>`exists (${body})`.mapWith(Boolean)

const photoColumns = { id: photos.id, status: photos.status, owner: photos.owner, colours: photos.colours }

const cardColumns = {
  id: profiles.id,
  name: profiles.name,
  gender: profiles.gender,
  birthDate: profiles.birthDate,
  country: profiles.country,
  region: profiles.region,
  city: profiles.city,
  fictional: profiles.fictional,
  lastActive: profiles.lastActive,
  status: users.status,
  photo: photoColumns,
}

export const findQueries = (db: Db) => {
  const cards = db
    .select(cardColumns)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .leftJoin(photos, and(eq(photos.id, profiles.mainPhoto), sql`${photos.private} = 0`))
    .where(sql`${profiles.id} in (select value from json_each(${value('ids')}))`)
    .prepare()

  const details = db
    .select({
      aboutMe: profileDetails.aboutMe,
      sexuality: profileDetails.sexuality,
      hairColour: profileDetails.hairColour,
      eyeColour: profileDetails.eyeColour,
      bodyType: profileDetails.bodyType,
      relationshipStatus: profileDetails.relationshipStatus,
      interests: profileDetails.interests,
    })
    .from(profileDetails)
    .where(eq(profileDetails.id, value('id')))
    .prepare()

  const photosOf = db
    .select(photoColumns)
    .from(photos)
    .where(and(eq(photos.owner, value('owner')), eq(photos.private, false)))
    .orderBy(asc(photos.position), desc(photos.id))
    .prepare()

  const [viewer, other] = [bound('viewer'), bound('other')]
  const relation = db
    .select({
      name: profiles.name,
      invisible: profiles.invisible,
      status: users.status,
      blocksMe: has(sql`select 1 from blocks where blocker = ${other} and blocked = ${viewer}`),
      blockedByMe: has(sql`select 1 from blocks where blocker = ${viewer} and blocked = ${other}`),
      liked: has(sql`select 1 from likes where liker = ${viewer} and liked = ${other}`),
      likesMe: has(sql`select 1 from likes where liker = ${other} and liked = ${viewer}`),
      talked: has(
        sql`select 1 from conversations where low = min(${viewer}, ${other}) and high = max(${viewer}, ${other})`,
      ),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, other))
    .prepare()

  return {
    ...searchQueries(db),

    /** Those of the ids that exist, in no order. */
    cards: (ids: readonly number[]) => cards.all({ ids: JSON.stringify(ids) }),

    /** The wide part of one profile. */
    details: (id: number) => details.get({ id }),

    /** All photos that are not private, whatever their status, in the owner's order. */
    photosOf: (owner: number) => photosOf.all({ owner }),

    /** What stands between a viewer (0 for a visitor) and another member; undefined where there is no such member. */
    relation: (viewer: number, other: number) => relation.get({ viewer, other }),
  }
}
