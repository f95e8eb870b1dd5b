/**
 * The walks of search: each reads one index in its own order and stops early, so that a page costs the same among a
 * thousand members and a million. Every statement names its index; `search-plans.test.ts` reads the plans.
 */
import { and, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'

/** Where a page begins: below the last one of the page before. */
export type Position = { lastActive: number; id: number }

export const FROM_THE_TOP: Position = { lastActive: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }

export type Walk = {
  genders: readonly ('male' | 'female')[]
  country?: string | undefined
  /** Only together with its country. */
  region?: string | undefined
  /** Birth dates, both included. */
  from: string
  to: string
  /** Who searches; 0 for a visitor. */
  viewer: number
  below: Position
  limit: number
}

/** The indexes that walk by activity, with what narrows each. */
const BY_ACTIVITY = {
  region: { index: 'profiles_region', narrowedBy: ['country', 'region'] },
  country: { index: 'profiles_active', narrowedBy: ['country'] },
  anywhere: { index: 'profiles_anywhere', narrowedBy: [] },
} as const

const BY_YEAR = {
  // No index of its own, which every activity would have to move: where it is used the age is rare, so rows are few.
  region: { index: 'profiles_year', narrowedBy: ['country', 'region'] },
  country: { index: 'profiles_year', narrowedBy: ['country'] },
  anywhere: { index: 'profiles_anywhere_year', narrowedBy: [] },
} as const

type Shape = keyof typeof BY_ACTIVITY

const value = sql.placeholder

const columns = { id: sql<number>`id`, lastActive: sql<number>`last_active` }

const isBelow = sql`(last_active, id) < (${value('lastActive')}, ${value('lastId')})`

/** Of the right age, not the searcher, blocked in neither direction [FIND-3]; the partial indexes see to the rest. */
const isShown = and(
  sql`birth_date between ${value('from')} and ${value('to')}`,
  sql`id <> ${value('viewer')}`,
  sql`not exists (select 1 from blocks where blocker = ${value('viewer')} and blocked = id)`,
  sql`not exists (select 1 from blocks where blocker = id and blocked = ${value('viewer')})`,
)

const isClose = (id: SQL) => sql`(exists (select 1 from likes where liker = ${value('viewer')} and liked = ${id})
    and exists (select 1 from likes where liker = ${id} and liked = ${value('viewer')}))
  or exists (select 1 from conversations where low = min(${value('viewer')}, ${id}) and high = max(${value('viewer')}, ${id}))`

/** Whom privacy mode hides the region of is not found by it [PROF-11]. */
const showsRegion = (id: SQL) =>
  sql`not exists (select 1 from profiles as reticent where reticent.id = ${id} and reserved = 1 and not (${isClose(id)}))`

const shownIn = (shape: Shape, id: SQL) => (shape === 'region' ? and(isShown, showsRegion(id)) : isShown)

const narrowed = (names: readonly string[]) =>
  sql.join(names.map((name) => sql` and ${sql.raw(name)} = ${value(name)}`))

export const activityWalk = (db: Db, shape: Shape) => {
  const { index, narrowedBy } = BY_ACTIVITY[shape]
  const arm = (gender: string) => sql`
    select id, last_active, birth_date from profiles indexed by ${sql.raw(index)}
    where searchable = 1 and gender = ${value(gender)}${narrowed(narrowedBy)} and ${isBelow}`
  // SQLite merges both arms as they come and hands on row by row, so that the outer limit ends them. With an outer
  // `order by` it would collect and sort all of them first.
  const recent = sql`(${arm('gender')} union all ${arm('otherGender')}
    order by last_active desc, id desc limit ${value('scan')}) as recent`
  const isFound = shownIn(shape, sql`recent.id`)
  return db.select(columns).from(recent).where(isFound).limit(value('limit'))
}

/** Finds someone where there are more of a gender in a region than `share`. */
export const beyondWalk = (db: Db) => {
  const { index, narrowedBy } = BY_ACTIVITY.region
  return db
    .select({ id: sql<number>`id` })
    .from(sql`profiles indexed by ${sql.raw(index)}`)
    .where(sql`searchable = 1 and gender = ${value('gender')}${narrowed(narrowedBy)} and ${isBelow}`)
    .limit(1)
    .offset(value('share'))
}

export const yearWalk = (db: Db, shape: Shape) => {
  const { index, narrowedBy } = BY_YEAR[shape]
  return db
    .select(columns)
    .from(sql`profiles indexed by ${sql.raw(index)}`)
    .where(
      sql`searchable = 1 and gender = ${value('gender')}${narrowed(narrowedBy)} and birth_year = ${value('year')}
        and ${isBelow} and ${shownIn(shape, sql`profiles.id`)}`,
    )
    .orderBy(sql`last_active desc, id desc`)
    .limit(value('limit'))
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
  const beyond = beyondWalk(db).prepare()

  return {
    /**
     * Walks everyone of the gender and place by activity and takes who has the age.
     * @param scan how many it looks at
     */
    walkByActivity: (walk: Walk, scan: number): Position[] => {
      const [gender, otherGender = ''] = walk.genders
      return byActivity[shapeOf(walk)].all({ ...inputOf(walk), gender, otherGender, scan })
    },

    /** False where a region has no more than `count` to look at from where the walk begins: all were seen. */
    reachesBeyond: (walk: Walk, count: number): boolean =>
      walk.genders.some(
        (gender) =>
          beyond.get({ ...inputOf(walk), gender, share: Math.floor(count / walk.genders.length) }) !== undefined,
      ),

    /** Walks each birth year by activity and merges: bounded, however few have the age. */
    walkByYear: (walk: Walk): Position[] => {
      const statement = byYear[shapeOf(walk)]
      const input = inputOf(walk)
      const rows: Position[] = []
      for (let year = yearOf(walk.from); year <= yearOf(walk.to); year += 1)
        for (const gender of walk.genders) rows.push(...statement.all({ ...input, gender, year }))
      return rows.toSorted(latestFirst).slice(0, walk.limit)
    },
  }
}

const shapeOf = ({ region, country }: Walk): Shape =>
  region !== undefined ? 'region' : country !== undefined ? 'country' : 'anywhere'

export const yearOf = (date: string): number => Number(date.slice(0, 4))

const latestFirst = (one: Position, other: Position): number => other.lastActive - one.lastActive || other.id - one.id

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
