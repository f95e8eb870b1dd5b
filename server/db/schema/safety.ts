/** Complaints, reports, decisions of the desk, and flags of the automatic checks. */
import { DECISION_SOURCES } from '#contract/desk/case.ts'
import { SEVERITIES } from '#contract/desk/severity.ts'
import { DECISION_KINDS, LETTER_KINDS, REPORT_REASONS } from '#contract/entities/safety.ts'
import { LOCALES } from '#contract/locales.ts'
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from './columns.ts'

/** Complaints and notices [SITE-10], reports and appeals [SAFE-8]. The receipt's number is the id. */
export const letters = sqliteTable(
  'letters',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: LETTER_KINDS }).notNull(),
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
    /** A hash of the text: the queue groups complaints with the same text [DESK-4]. */
    textGroup: text('text_group'),
    /** The staff member who answered. */
    answeredBy: integer('answered_by'),
    /** The id of a report, made by the reporter's device; null for other letters and older devices. */
    clientId: text('client_id'),
  },
  (t) => [
    uniqueIndex('letters_client')
      .on(t.userId, t.clientId)
      .where(sql`client_id is not null`),
    index('letters_user').on(t.userId),
    index('letters_profile').on(t.profile),
    index('letters_decision').on(t.decision),
    index('letters_open')
      .on(t.kind, t.at)
      .where(sql`answered_at is null`),
    index('letters_group')
      .on(t.textGroup)
      .where(sql`answered_at is null`),
    index('letters_answered')
      .on(t.answeredAt)
      .where(sql`answered_at is not null`),
    // Letters of visitors that are not erased are few on any site. The first column makes SQLite prefer this index to that by member.
    index('letters_visitors')
      .on(t.userId, t.answeredAt)
      .where(sql`user_id is null and email <> ''`),
    index('letters_addresses')
      .on(sql`lower(email)`)
      .where(sql`user_id is null and email <> ''`),
  ],
)

/** The desk's decisions about a member, with reasons [SAFE-8]. */
export const decisions = sqliteTable(
  'decisions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** 0 once the account is erased: the transparency report still counts the decision [DESK-15]. */
    userId: integer('user_id').notNull(),
    kind: text('kind', { enum: DECISION_KINDS }).notNull(),
    reason: text('reason').notNull(),
    note: text('note').notNull().default(''),
    photo: integer('photo'),
    /** The removed message of `text_removed`; null if the profile's text was removed. */
    message: integer('message'),
    /** The removed text, so that an appeal can bring it back. */
    removedText: text('removed_text').notNull().default(''),
    at: time('at').notNull(),
    /** When the decision ends; null for no end. */
    until: time('until'),
    liftedAt: time('lifted_at'),
    /** The staff member who decided; null for a decision by an older version, and by the command line without a name. */
    staff: integer('staff'),
    /** The cause of the decision, for the transparency report [DESK-15]. */
    source: text('source', { enum: DECISION_SOURCES }).notNull().default('own'),
    /** The statement as the desk edited it; empty for the template's [DESK-8]. */
    statement: text('statement').notNull().default(''),
    /** Everybody whom the banned member wrote to is warned [DESK-10]. */
    warns: flag('warns').notNull().default(false),
    /** When the first waiting item about the member had arrived, for the time to a decision [DESK-15]. */
    waitedSince: time('waited_since'),
    /** The desk took it back before the statement left: it never counted. */
    undoneAt: time('undone_at'),
    /** The state of the appeal, which stays when the account is erased [DESK-15]. */
    appealedAt: time('appealed_at'),
    appealUpheld: flag('appeal_upheld'),
  },
  (t) => [index('decisions_user').on(t.userId), index('decisions_photo').on(t.photo), index('decisions_at').on(t.at)],
)

/** The checks that raise flags. */
const FLAG_KINDS = ['message', 'photo', 'velocity', 'reports', 'signup', 'age'] as const

/** The findings of automatic checks about a member, which wait for a person [GUARD-1] to [GUARD-6]. */
export const flags = sqliteTable(
  'flags',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    member: integer('member').notNull(),
    kind: text('kind', { enum: FLAG_KINDS }).notNull(),
    severity: text('severity', { enum: SEVERITIES }).notNull(),
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
