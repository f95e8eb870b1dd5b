/**
 * The walks of search: each reads one index in its order and stops early, so that a page costs the same among a
 * thousand members and a million. Every statement names its index; `search-plans.test.ts` checks the query plans.
 */
import { and, sql, type SQL } from 'drizzle-orm'
import { bound, value } from '../../db/prepared.ts'
import type { Db } from '../../db/database.ts'

/** The cursor of a page: the last profile of the page before. */
export type SearchPosition = { lastActive: number; id: number }

export const FROM_THE_TOP: SearchPosition = { lastActive: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }

export type Walk = {
  genders: readonly ('male' | 'female')[]
  country?: string | undefined
  /** Needs `country`. */
  region?: string | undefined
  /** Birth dates, both included. */
  from: string
  to: string
  /** The searching member; 0 for a visitor. */
  viewer: number
  below: SearchPosition
  limit: number
}

/** The indexes in order of activity, each with the columns that narrow it. */
export const BY_ACTIVITY = {
  region: { index: 'profiles_region', narrowedBy: ['country', 'region'] },
  country: { index: 'profiles_active', narrowedBy: ['country'] },
  anywhere: { index: 'profiles_anywhere', narrowedBy: [] },
} as const

export const BY_YEAR = {
  region: { index: 'profiles_region_year', narrowedBy: ['country', 'region'] },
  country: { index: 'profiles_year', narrowedBy: ['country'] },
  anywhere: { index: 'profiles_anywhere_year', narrowedBy: [] },
} as const

type Shape = keyof typeof BY_ACTIVITY

const columns = { id: sql<number>`id`, lastActive: sql<number>`last_active` }

export const isBelow = sql`(last_active, id) < (${bound('lastActive')}, ${bound('lastId')})`

/** Not the searcher, no block in either direction [FIND-3]. The partial indexes check the other conditions. */
export const isOpenTo = (id: SQL) =>
  and(
    sql`${id} <> ${value('viewer')}`,
    sql`not exists (select 1 from blocks where blocker = ${value('viewer')} and blocked = ${id})`,
    sql`not exists (select 1 from blocks where blocker = ${id} and blocked = ${value('viewer')})`,
  )

export const hasAge = sql`birth_date between ${value('from')} and ${value('to')}`

const isShown = and(hasAge, isOpenTo(sql`id`))

export const isClose = (id: SQL) => sql`(exists (select 1 from likes where liker = ${value('viewer')} and liked = ${id})
    and exists (select 1 from likes where liker = ${id} and liked = ${value('viewer')}))
  or exists (select 1 from conversations where low = min(${value('viewer')}, ${id}) and high = max(${value('viewer')}, ${id})
    and last_message > 0)`

/** Leaves out profiles whose privacy mode hides the region: a search by region would reveal it [PROF-11]. */
const showsRegion = (id: SQL) =>
  sql`not exists (select 1 from profiles as reticent where reticent.id = ${id} and reserved = 1 and not (${isClose(id)}))`

const shownIn = (shape: Shape, id: SQL) => (shape === 'region' ? and(isShown, showsRegion(id)) : isShown)

export const narrowed = (names: readonly string[]) =>
  sql.join(names.map((name) => sql` and ${sql.raw(name)} = ${bound(name)}`))

export const activityWalk = (db: Db, shape: Shape) => {
  const { index, narrowedBy } = BY_ACTIVITY[shape]
  const arm = (gender: string) => sql`
    select id, last_active, birth_date from profiles indexed by ${sql.raw(index)}
    where searchable = 1 and gender = ${bound(gender)}${narrowed(narrowedBy)} and ${isBelow}`
  // SQLite merges both arms row by row, so the outer limit stops them early. With an outer `order by` it would first
  // collect and sort all rows.
  const recent = sql`(${arm('gender')} union all ${arm('otherGender')}
    order by last_active desc, id desc limit ${value('scan')}) as recent`
  const isFound = shownIn(shape, sql`recent.id`)
  return db.select(columns).from(recent).where(isFound).limit(value('limit'))
}

/** Finds a row if a region has more than `share` members of a gender. */
export const beyondWalk = (db: Db) => {
  const { index, narrowedBy } = BY_ACTIVITY.region
  return db
    .select({ id: sql<number>`id` })
    .from(sql`profiles indexed by ${sql.raw(index)}`)
    .where(sql`searchable = 1 and gender = ${bound('gender')}${narrowed(narrowedBy)} and ${isBelow}`)
    .limit(1)
    .offset(value('share'))
}

export const yearWalk = (db: Db, shape: Shape) => {
  const { index, narrowedBy } = BY_YEAR[shape]
  return db
    .select(columns)
    .from(sql`profiles indexed by ${sql.raw(index)}`)
    .where(
      sql`searchable = 1 and gender = ${bound('gender')}${narrowed(narrowedBy)} and birth_year = ${bound('year')}
        and ${isBelow} and ${shownIn(shape, sql`profiles.id`)}`,
    )
    .orderBy(sql`last_active desc, id desc`)
    .limit(value('limit'))
}

/** Counts a birth year's people up to a limit, in the order of the index. */
export const countWalk = (db: Db, shape: Shape) => {
  const { index, narrowedBy } = BY_YEAR[shape]
  const people = sql`(select 1 from profiles indexed by ${sql.raw(index)}
    where searchable = 1 and gender = ${bound('gender')}${narrowed(narrowedBy)} and birth_year = ${bound('year')}
      and ${shownIn(shape, sql`profiles.id`)} limit ${value('limit')}) as people`
  return db.select({ total: sql<number>`count(*)` }).from(people)
}

export const searchQueries = (db: Db) => {
  const byActivity = {
    region: activityWalk(db, 'region').prepare(),
    country: activityWalk(db, 'country').prepare(),
    anywhere: activityWalk(db, 'anywhere').prepare(),
  }
  const byYear = {
    region: yearWalk(db, 'region').prepare(),
    country: yearWalk(db, 'country').prepare(),
    anywhere: yearWalk(db, 'anywhere').prepare(),
  }
  const counts = {
    region: countWalk(db, 'region').prepare(),
    country: countWalk(db, 'country').prepare(),
    anywhere: countWalk(db, 'anywhere').prepare(),
  }
  const beyond = beyondWalk(db).prepare()

  return {
    /**
     * Walks everyone of the gender and place in order of activity, and picks those of the right age.
     * @param scan the maximum number of profiles to read
     */
    walkByActivity: async (walk: Walk, scan: number): Promise<SearchPosition[]> => {
      const [gender, otherGender = ''] = walk.genders
      return byActivity[placeShapeOf(walk)].all({ ...inputOf(walk), gender, otherGender, scan })
    },

    /** False if the region has at most `count` profiles below the cursor, so that the walk has read them all. */
    reachesBeyond: async (walk: Walk, count: number): Promise<boolean> => {
      const input = { ...inputOf(walk), share: Math.floor(count / walk.genders.length) }
      for (const gender of walk.genders) if (await beyond.get({ ...input, gender })) return true
      return false
    },

    /** The number of people of a walk; stops at its limit. */
    countByYear: async (walk: Walk): Promise<number> => {
      const statement = counts[placeShapeOf(walk)]
      let found = 0
      for (let year = yearOf(walk.from); year <= yearOf(walk.to) && found < walk.limit; year += 1)
        for (const gender of walk.genders)
          if (found < walk.limit)
            found += (await statement.get({ ...inputOf(walk), gender, year, limit: walk.limit - found }))?.total ?? 0
      return found
    },

    /** Walks each birth year in order of activity and merges them. The work stays bounded for rare ages. */
    walkByYear: async (walk: Walk): Promise<SearchPosition[]> => {
      const statement = byYear[placeShapeOf(walk)]
      const [input, first] = [inputOf(walk), yearOf(walk.from)]
      const years = Array.from({ length: yearOf(walk.to) - first + 1 }, (_, index) => first + index)
      const arms = years.flatMap((year) => walk.genders.map((gender) => ({ ...input, gender, year })))
      // All arms are queried together: a database in another process answers several in the time of one.
      const rows = (await Promise.all(arms.map((arm) => statement.all(arm)))).flat()
      return rows.toSorted(latestFirst).slice(0, walk.limit)
    },
  }
}

export const placeShapeOf = ({ region, country }: Pick<Walk, 'region' | 'country'>): Shape => {
  if (region !== undefined) return 'region'
  return country === undefined ? 'anywhere' : 'country'
}

export const yearOf = (date: string): number => Number(date.slice(0, 4))

export const latestFirst = (one: SearchPosition, other: SearchPosition): number =>
  other.lastActive - one.lastActive || other.id - one.id

const inputOf = ({ country, region, from, to, viewer, below, limit }: Walk) => ({
  country,
  region,
  from,
  to,
  viewer,
  lastActive: below.lastActive,
  lastId: below.id,
  limit,
})
