/** Complaints, reports, decisions of the desk, and flags of the automatic checks. */
import { DECISION_KINDS, REPORT_REASONS } from '#contract/entities/safety.ts'
import { LOCALES } from '#contract/locales.ts'
import { sql } from 'drizzle-orm'
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

/** The checks that raise flags, and how soon a person looks: `grave` in 1 h, `harm` in 24 h, `rest` in 72 h [DESK-4]. */
export const FLAG_KINDS = ['message', 'photo', 'velocity', 'reports', 'signup', 'age'] as const
export const FLAG_SEVERITIES = ['grave', 'harm', 'rest'] as const

/** The findings of automatic checks about a member, which wait for a person [GUARD-1] to [GUARD-6]. */
export const flags = sqliteTable(
  'flags',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    member: integer('member').notNull(),
    kind: text('kind', { enum: FLAG_KINDS }).notNull(),
    severity: text('severity', { enum: FLAG_SEVERITIES }).notNull(),
    /** The subject, if the flag is about one message or one photo. */
    message: integer('message'),
    photo: integer('photo'),
    /** The findings as codes, numbers and ids; never a text that a member wrote. */
    facts: text('facts', { mode: 'json' }).$type<FlagFacts>().notNull(),
    createdAt: time('created_at').notNull(),
    answeredAt: time('answered_at'),
    /** Whether a person agreed with the check; null until answered. */
    upheld: flag('upheld'),
  },
  (t) => [
    index('flags_open')
      .on(t.severity, t.createdAt)
      .where(sql`answered_at is null`),
    index('flags_member').on(t.member),
    index('flags_message')
      .on(t.message)
      .where(sql`message is not null`),
  ],
)

export type FlagFacts = Record<string, string | number | boolean | readonly (string | number)[]>
