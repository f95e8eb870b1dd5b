/**
 * The daily numbers [DESK-13]: sums by day (UTC), source, lander and country, without any id of a person. `day` is
 * YYYY-MM-DD; an empty source, lander or country means that there is none.
 */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const count = (name: string) => integer(name).notNull().default(0)

const group = () => ({
  day: text('day').notNull(),
  source: text('source').notNull(),
  lander: text('lander').notNull(),
  country: text('country').notNull(),
})

const counts = () => ({
  /** Members who signed up on this day, and how many of them took each step within 30 days. */
  signups: count('signups'),
  confirmed: count('confirmed'),
  firstPhoto: count('first_photo'),
  firstMessage: count('first_message'),
  firstAnswer: count('first_answer'),
  purchase: count('purchase'),
  /** The same members who wrote, liked or swiped on the 1st, 7th and 30th day after the signup. */
  d1: count('d1'),
  d7: count('d7'),
  d30: count('d30'),
  /** Messages sent on this day, and those to or from a fictional profile; the credits spent on them. */
  messages: count('messages'),
  fictionalMessages: count('fictional_messages'),
  spent: count('spent'),
  fictionalSpent: count('fictional_spent'),
  /** Reports of this day, and reports decided on this day by their due time: count, in time, ms until the decision. */
  reports: count('reports'),
  decided1: count('decided_1'),
  inTime1: count('in_time_1'),
  decidedMs1: count('decided_ms_1'),
  decided24: count('decided_24'),
  inTime24: count('in_time_24'),
  decidedMs24: count('decided_ms_24'),
  decided72: count('decided_72'),
  inTime72: count('in_time_72'),
  decidedMs72: count('decided_ms_72'),
})

/** Documents that were opened from outside the site by visitors. Nothing about a visitor is stored. */
export const dayVisits = sqliteTable('day_visits', { ...group(), visits: count('visits') }, (t) => [
  primaryKey({ columns: [t.day, t.source, t.lander, t.country] }),
  index('day_visits_source').on(t.source),
])

/** The roll-up. `npm run numbers -- rebuild` makes it again from the other tables. */
export const dayNumbers = sqliteTable('day_numbers', { ...group(), visits: count('visits'), ...counts() }, (t) => [
  primaryKey({ columns: [t.day, t.source, t.lander, t.country] }),
  index('day_numbers_source').on(t.source),
])

/** The part of erased members, added when an account is erased: without it, old days would shrink. */
export const dayErased = sqliteTable('day_erased', { ...group(), ...counts() }, (t) => [
  primaryKey({ columns: [t.day, t.source, t.lander, t.country] }),
  index('day_erased_source').on(t.source),
])
