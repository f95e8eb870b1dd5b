/** The data that match finder, swipe deck and auto-likes score: many profiles with their relation to one member. */
import { eq, sql } from 'drizzle-orm'
import { bound, value } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'
import { profileDetails, profiles } from '../../db/schema/profile.ts'
import { idsIn } from '../../db/lists.ts'
import { hasRow } from './relation-queries.ts'

export type MatchRow = Awaited<ReturnType<ReturnType<typeof matchQueries>['matchRows']>>[number]

export const matchQueries = (db: Db) => {
  const [member, other] = [bound('member'), profiles.id]
  const matchRows = db
    .select({
      id: profiles.id,
      gender: profiles.gender,
      birthDate: profiles.birthDate,
      country: profiles.country,
      region: profiles.region,
      city: profiles.city,
      reserved: profiles.reserved,
      fictional: profiles.fictional,
      lastActive: profiles.lastActive,
      lookingFor: profileDetails.looking_for,
      sexuality: profileDetails.sexuality,
      interests: profileDetails.interests,
      liked: hasRow(sql`select 1 from likes where liker = ${member} and liked = ${other}`),
      likesMe: hasRow(sql`select 1 from likes where liker = ${other} and liked = ${member}`),
      swiped: hasRow(sql`select 1 from swipes where member = ${member} and profile = ${other}`),
      talked: hasRow(
        sql`select 1 from conversations where low = min(${member}, ${other}) and high = max(${member}, ${other})`,
      ),
    })
    .from(profiles)
    .innerJoin(profileDetails, eq(profileDetails.id, profiles.id))
    .where(sql`${other} in ${idsIn(value('ids'))}`)
    .prepare()

  return {
    /** The existing profiles among the ids, in no order. */
    matchRows: async (ids: readonly number[], member: number) => matchRows.all({ ids: JSON.stringify(ids), member }),
  }
}
