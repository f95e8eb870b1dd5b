/** The filters that members use, from the common to the worst, drawn from what a database holds. */
import type Database from 'better-sqlite3'
import * as v from 'valibot'
import { birthDatesOfAges, dateOf } from '#contract/rules/age.ts'
import { logIn } from '../product/members.ts'

/** One search, as our server is asked and as the bare query is. */
export const Search = v.object({
  path: v.string(),
  cookie: v.string(),
  bare: v.object({
    gender: v.string(),
    country: v.string(),
    from: v.string(),
    to: v.string(),
    viewer: v.number(),
    lastActive: v.number(),
    lastId: v.number(),
  }),
})
export type Search = v.InferOutput<typeof Search>

export const FILTERS = [
  'typical',
  'all ages, big country',
  'one age, big country',
  'nothing to find',
  'a blocker of 2,000',
  'a deep page',
] as const
export type Filter = (typeof FILTERS)[number]

const VIEWERS = 40
const BLOCKERS = 5
const BLOCKS = 2_000
const FROM_THE_TOP = Number.MAX_SAFE_INTEGER
const ALL_AGES = [18, 99] as const
/** Nobody in the seeded population is older. */
const NOBODYS_AGES = [85, 99] as const

/**
 * Logs viewers in, lets some block many, and draws searches.
 * @param random evenly from [0, 1)
 */
export const drawSearches = (
  database: Database.Database,
  count: number,
  random: () => number,
): Record<Filter, Search[]> => {
  const today = dateOf(Date.now())
  const countries = database
    .prepare<[], { country: string; members: number }>(
      'select country, count(*) as members from profiles where searchable = 1 group by country order by members desc',
    )
    .all()
  const members = countries.reduce((sum, country) => sum + country.members, 0)
  const big = countries[0]?.country ?? 'IT'
  const viewers = activeMembers(database, VIEWERS + BLOCKERS).map((id) => ({ id, cookie: logIn(database, id) }))
  const ordinary = viewers.slice(0, VIEWERS)
  const blockers = viewers.slice(VIEWERS)
  for (const { id } of blockers) blockMany(database, id)
  const halfway = { male: middleOf(database, 'male', big), female: middleOf(database, 'female', big) }

  const whole = (below: number) => Math.floor(random() * below)
  const oneOf = <Item>(items: readonly Item[]): Item => {
    const item = items[whole(items.length)]
    if (item === undefined) throw new Error('Nothing to choose from')
    return item
  }
  const anyCountry = (): string => {
    let rest = random() * members
    return countries.find((country) => (rest -= country.members) < 0)?.country ?? big
  }
  const search = (
    [minAge, maxAge]: readonly [number, number],
    country: string,
    options: { gender?: 'male' | 'female'; by?: typeof viewers; below?: { lastActive: number; id: number } } = {},
  ): Search => {
    const { gender = oneOf(['male', 'female'] as const), by = ordinary, below } = options
    const viewer = oneOf(by)
    const query = new URLSearchParams({ gender, country, min_age: String(minAge), max_age: String(maxAge) })
    if (below) query.set('after', `${below.lastActive}-${below.id}`)
    return {
      path: `/api/members?${query.toString()}`,
      cookie: viewer.cookie,
      bare: {
        gender,
        country,
        ...birthDatesOfAges(minAge, maxAge, today),
        viewer: viewer.id,
        lastActive: below?.lastActive ?? FROM_THE_TOP,
        lastId: below?.id ?? FROM_THE_TOP,
      },
    }
  }
  const draw = (make: () => Search): Search[] => Array.from({ length: count }, make)

  return {
    typical: draw(() => {
      const age = 20 + whole(30)
      return search([age, age + 9], anyCountry())
    }),
    'all ages, big country': draw(() => search(ALL_AGES, big)),
    'one age, big country': draw(() => {
      const age = 70 + whole(10)
      return search([age, age], big)
    }),
    'nothing to find': draw(() => search(NOBODYS_AGES, big)),
    'a blocker of 2,000': draw(() => search([18, 40], big, { by: blockers })),
    'a deep page': draw(() => {
      const gender = oneOf(['male', 'female'] as const)
      return search([25, 35], big, { gender, below: oneOf(halfway[gender]) })
    }),
  }
}

const activeMembers = (database: Database.Database, count: number): number[] =>
  database
    .prepare<[number], { id: number }>(
      `select profiles.id from profiles join users on users.id = profiles.id
       where users.status = 'active' and profiles.searchable = 1 order by profiles.id desc limit ?`,
    )
    .all(count)
    .map(({ id }) => id)

/** The members who were active last, since a search has to step over them. */
const blockMany = (database: Database.Database, blocker: number): void => {
  database
    .prepare(
      `insert or ignore into blocks (blocker, blocked, at)
       select ?, id, 0 from profiles where searchable = 1 and id <> ? order by last_active desc limit ?`,
    )
    .run(blocker, blocker, BLOCKS)
}

/** Positions around the middle of everyone of a gender in a country. */
const middleOf = (database: Database.Database, gender: string, country: string) =>
  database
    .prepare<unknown[], { lastActive: number; id: number }>(
      `select last_active as lastActive, id from profiles
       where searchable = 1 and gender = @gender and country = @country
       order by last_active desc, id desc limit 50
       offset (select count(*) / 2 from profiles where searchable = 1 and gender = @gender and country = @country)`,
    )
    .all({ gender, country })
