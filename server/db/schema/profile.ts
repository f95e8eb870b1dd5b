/** Profiles: the part that search reads, and the part that is read for one profile. */
import { FACT_NAMES, type FactName, type FactValue } from '#contract/entities/profile-facts.ts'
import type { PromptAnswer } from '#contract/entities/prompts.ts'
import type { Interest } from '#contract/entities/profile.ts'
import { DAY_MS } from '#contract/limits.ts'
import { recordOf } from '#contract/records.ts'
import { sql, type SQL } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from './columns.ts'

type Column = Parameters<ReturnType<typeof index>['on']>[number]
type FilterColumns = Record<'birthDate' | 'mainPhoto' | 'reserved' | 'fictional', Column>

/**
 * An index of search: the columns that narrow it, then the order of activity, then the columns that the filters read, so
 * that a walk needs no row of the table [FIND-1].
 */
const searchIndex = (name: string, t: FilterColumns, [first, ...others]: [Column, ...Column[]]) =>
  index(name)
    .on(first, ...others, sql`last_active desc`, sql`id desc`, t.birthDate, t.mainPhoto, t.reserved, t.fictional)
    .where(sql`searchable = 1`)

/**
 * The columns that search filters and lists show. `searchable` combines status and invisible mode in one flag [FIND-3].
 */
export const profiles = sqliteTable(
  'profiles',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    gender: text('gender', { enum: ['male', 'female'] }).notNull(),
    birthDate: text('birth_date').notNull(),
    birthYear: integer('birth_year').notNull(),
    country: text('country').notNull(),
    /** Empty if the member has not stated it; so is `city`. */
    region: text('region').notNull(),
    city: text('city').notNull(),
    fictional: flag('fictional').notNull().default(false),
    invisible: flag('invisible').notNull().default(false),
    /** Privacy mode [PROF-11]. */
    reserved: flag('reserved').notNull().default(false),
    searchable: flag('searchable').notNull().default(false),
    /** Lists are in this order, so in privacy mode it is the day alone, and no list says when the member was there [PROF-11]. */
    lastActive: time('last_active').notNull(),
    /** The time itself in privacy mode, for those who may see it; otherwise null. */
    activeAt: time('active_at'),
    mainPhoto: integer('main_photo'),
  },
  (t) => [
    index('profiles_fictional')
      .on(t.id)
      .where(sql`fictional = 1`),
    /** The desk finds members by the beginning of a name [DESK-11]. */
    index('profiles_name').on(sql`lower(name)`),
    searchIndex('profiles_active', t, [t.gender, t.country]),
    searchIndex('profiles_year', t, [t.gender, t.country, t.birthYear]),
    searchIndex('profiles_region', t, [t.gender, t.country, t.region]),
    searchIndex('profiles_region_year', t, [t.gender, t.country, t.region, t.birthYear]),
    searchIndex('profiles_anywhere', t, [t.gender]),
    searchIndex('profiles_anywhere_year', t, [t.gender, t.birthYear]),
    searchIndex('profiles_city', t, [t.gender, t.city]),
  ],
)

/** When a member was last active, in any mode. */
export const trueActivity = sql<number>`coalesce(${profiles.activeAt}, ${profiles.lastActive})`.mapWith(Number)

/** The start of the day (UTC) of a time. */
const dayOf = (at: SQL): SQL => sql`${at} - ${at} % ${sql.raw(String(DAY_MS))}`

/** Both columns of the activity for a time, in the mode that the row has. */
export const activityColumns = (at: SQL) => ({
  lastActive: sql`case when ${profiles.reserved} = 1 then ${dayOf(at)} else ${at} end`,
  activeAt: sql`case when ${profiles.reserved} = 1 then ${at} end`,
})

/** The same for a change of the mode, which keeps the time. */
export const activityInMode = (isReserved: boolean) => ({
  lastActive: isReserved ? dayOf(trueActivity) : trueActivity,
  activeAt: isReserved ? trueActivity : null,
})

const factColumn = <Name extends FactName>(name: Name) => text(name).$type<FactValue<Name>>()

/** One column a fact. The sensitive ones and some interests are stored only while the member consents [ACC-18]. */
const factColumns = recordOf(FACT_NAMES, factColumn) as {
  [Name in FactName]: ReturnType<typeof factColumn<Name>>
}

/** The large part of a profile, read for one profile at a time. */
export const profileDetails = sqliteTable('profile_details', {
  id: integer('id').primaryKey(),
  aboutMe: text('about_me').notNull().default(''),
  /** Answered prompts in the member's order [PROF-15]. */
  prompts: text('prompts', { mode: 'json' }).$type<PromptAnswer[]>().notNull().default([]),
  ...factColumns,
  interests: text('interests', { mode: 'json' }).$type<Interest[]>().notNull().default([]),
})

/** Notes about a fictional profile and its way of writing, for whoever answers; members never see them [GUARD-7]. */
export const fictionalPersonas = sqliteTable('fictional_personas', {
  profile: integer('profile').primaryKey(),
  text: text('text').notNull(),
})

/** No name sorts after this character. */
const LAST = '\u{10ffff}'

/**
 * The condition of a search for names by their beginning, as the index `profiles_name` answers it [DESK-11]. Upper and lower case of A to Z
 * are alike. Only the column goes through the database's `lower`, which changes nothing else there: for a value, PostgreSQL goes by the
 * locale of the database and would make `é` of `É`.
 */
export const nameBegins = (start: string): SQL => {
  const first = start.normalize('NFC').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return sql`lower(${profiles.name}) >= ${first} and lower(${profiles.name}) < ${first + LAST}`
}
