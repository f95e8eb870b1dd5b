/** Complaints, reports and decisions of the desk. */
import { DECISION_KINDS, REPORT_REASONS } from '#contract/entities/safety.ts'
import { LOCALES } from '#contract/locales.ts'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from './columns.ts'

/** Complaints and notices [SITE-10], reports and appeals [SAFE-8]. The receipt's number is the id. */
export const letters = sqliteTable(
  'letters',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: ['complaint', 'report', 'appeal', 'notice'] }).notNull(),
    /** Null for a visitor's complaint. */
    userId: integer('user_id'),
    name: text('name').notNull().default(''),
    email: text('email').notNull().default(''),
    language: text('language', { enum: LOCALES }).notNull(),
    reason: text('reason', { enum: REPORT_REASONS }),
    text: text('text').notNull(),
    /** The subject: a profile, a message, a photo or a decision. */
    profile: integer('profile'),
    message: integer('message'),
    photo: integer('photo'),
    decision: integer('decision'),
    at: time('at').notNull(),
    answeredAt: time('answered_at'),
    upheld: flag('upheld'),
    /** The desk's answer to the sender, sent by mail. */
    answer: text('answer').notNull().default(''),
    /** The domain on which it was sent, as in `users`. */
    domain: text('domain').notNull().default(''),
    /** The sender of a notice confirmed that it is true to the best of their knowledge (DSA art. 16.2.d). */
    goodFaith: flag('good_faith').notNull().default(false),
  },
  (t) => [index('letters_user').on(t.userId), index('letters_profile').on(t.profile)],
)

/** The desk's decisions about a member, with reasons [SAFE-8]. */
export const decisions = sqliteTable(
  'decisions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    kind: text('kind', { enum: DECISION_KINDS }).notNull(),
    reason: text('reason').notNull(),
    note: text('note').notNull().default(''),
    photo: integer('photo'),
    at: time('at').notNull(),
    /** When it ends by itself; null for no end. */
    until: time('until'),
    liftedAt: time('lifted_at'),
  },
  (t) => [index('decisions_user').on(t.userId), index('decisions_photo').on(t.photo)],
)
