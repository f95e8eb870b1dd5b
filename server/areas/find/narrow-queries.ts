/**
 * One step along an index of search for the filters that no index narrows by itself: with a photo, online now, and near.
 * A step reads a bounded number of rows and says of each whether it is wanted; `walks.ts` puts steps together.
 */
import { and, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { idsIn } from '../../db/lists.ts'
import { value } from '../../db/prepared.ts'
import {
  BY_ACTIVITY,
  BY_YEAR,
  hasAge,
  isBelow,
  isClose,
  isOpenTo,
  narrowed,
  placeShapeOf,
  type SearchPosition,
  type Walk,
} from './search-queries.ts'

/** One gender in one place, and in one birth year if given. */
export type Arm = {
  gender: 'male' | 'female'
  country?: string | undefined
  region?: string | undefined
  city?: string | undefined
  year?: number | undefined
}

export type NarrowWish = Pick<Walk, 'from' | 'to' | 'viewer'> & {
  photo: boolean
  online: boolean
  /** The earliest activity; 0 for any. */
  since: number
}

type NarrowStep = SearchPosition & { isWanted: boolean }

const ARMS = {
  city: { index: 'profiles_city', narrowedBy: ['city'] },
  region: BY_ACTIVITY.region,
  country: BY_ACTIVITY.country,
  anywhere: BY_ACTIVITY.anywhere,
  regionYear: { index: BY_YEAR.region.index, narrowedBy: [...BY_YEAR.region.narrowedBy, 'birth_year'] },
  countryYear: { index: BY_YEAR.country.index, narrowedBy: [...BY_YEAR.country.narrowedBy, 'birth_year'] },
  anywhereYear: { index: BY_YEAR.anywhere.index, narrowedBy: ['birth_year'] },
} as const

type ArmShape = keyof typeof ARMS
export const ARM_SHAPES = Object.keys(ARMS) as readonly ArmShape[]

/** Place and presence are hidden in privacy mode: a filter by them would reveal them [PROF-11]. */
const isSeen = and(
  sql`(${value('hidesReserved')} = 0 or reserved = 0 or ${isClose(sql`recent.id`)})`,
  isOpenTo(sql`recent.id`),
)

/** Nobody is online as a fictional profile [FIND-9]. */
const fitsFilter = and(
  hasAge,
  sql`(${value('photo')} = 0 or main_photo is not null)`,
  sql`(${value('online')} = 0 or fictional = 0)`,
  isSeen,
)

const hidesReserved = ({ city, region }: Arm, online: boolean): number =>
  Number(online || city !== undefined || region !== undefined)

export const narrowStep = (db: Db, shape: ArmShape) => {
  const { index, narrowedBy } = ARMS[shape]
  const recent = sql`(select id, last_active, birth_date, main_photo, reserved, fictional
    from profiles indexed by ${sql.raw(index)}
    where searchable = 1 and gender = ${value('gender')}${narrowed(narrowedBy)} and ${isBelow}
      and last_active >= ${value('since')}
    order by last_active desc, id desc limit ${value('scan')}) as recent`
  return db
    .select({
      id: sql<number>`id`,
      lastActive: sql<number>`last_active`,
      isWanted: sql<boolean>`case when ${fitsFilter} then 1 else 0 end`.mapWith(Boolean),
    })
    .from(recent)
    .orderBy(sql`last_active desc, id desc`)
}

export const narrowQueries = (db: Db) => {
  const prepared = new Map<ArmShape, ReturnType<ReturnType<typeof narrowStep>['prepare']>>()
  const stepOf = (shape: ArmShape) => {
    const known = prepared.get(shape) ?? narrowStep(db, shape).prepare()
    prepared.set(shape, known)
    return known
  }
  const seen = db
    .select({ id: sql<number>`recent.id` })
    .from(sql`profiles as recent`)
    .where(and(sql`recent.id in ${idsIn(value('ids'))}`, isSeen))
    .prepare()
  const home = db
    .select({ city: sql<string>`city` })
    .from(sql`profiles`)
    .where(sql`id = ${value('member')}`)
    .prepare()

  return {
    /** The next rows of an arm below a position, at most `scan` of them; fewer if the arm ends. */
    narrowStep: async (
      arm: Arm,
      { photo, online, ...wanted }: NarrowWish,
      below: SearchPosition,
      scan: number,
    ): Promise<NarrowStep[]> => {
      const shape = shapeOf(arm)
      return stepOf(shape).all({
        ...wanted,
        ...arm,
        // The names of the columns that narrow.
        birth_year: arm.year,
        photo: Number(photo),
        online: Number(online),
        hidesReserved: hidesReserved(arm, online),
        lastActive: below.lastActive,
        lastId: below.id,
        scan,
      })
    },

    /** The people of an arm whom the viewer may see in a search of this kind, in no order. */
    seenAmong: async (ids: readonly number[], arm: Arm, { viewer, online }: NarrowWish): Promise<number[]> =>
      (await seen.all({ ids: JSON.stringify(ids), viewer, hidesReserved: hidesReserved(arm, online) })).map(
        ({ id }) => id,
      ),

    /** The member's city; empty if it is not stated. */
    homeCity: async (member: number): Promise<string> => (await home.get({ member }))?.city ?? '',
  }
}

const shapeOf = (arm: Arm): ArmShape => {
  if (arm.city !== undefined) return 'city'
  const place = placeShapeOf(arm)
  return arm.year === undefined ? place : `${place}Year`
}
