/** The site itself: settings, state, announcements, and the inboxes of demo and development. */
import {
  ANNOUNCEMENT_KINDS,
  EVERYONE,
  type AnnouncementForm,
  type AnnouncementTexts,
  type Audience,
} from '#contract/desk/announcement-form.ts'
import { LOCALES } from '#contract/locales.ts'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from './columns.ts'

/** SMS of demo and development mode, shown at /dev/inbox. */
export const devSms = sqliteTable('dev_sms', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  job: integer('job').notNull(),
  recipient: text('recipient').notNull(),
  text: text('text').notNull(),
  at: time('at').notNull(),
})

/** Site settings that differ from the defaults, by domain (`*` for all). */
export const siteSettings = sqliteTable(
  'site_settings',
  {
    domain: text('domain').notNull(),
    key: text('key').notNull(),
    value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.domain, t.key] })],
)

/** Facts about this installation: demo or production, the last trusted time, the last backup. */
export const siteState = sqliteTable('site_state', {
  key: text('key').primaryKey(),
  value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
  at: time('at').notNull(),
})

/** The keys that all machines of a site need alike; `operations/shared-keys.ts` names their files. */
export const SITE_KEY_NAMES = ['push', 'staff', 'identity'] as const
export type SiteKeyName = (typeof SITE_KEY_NAMES)[number]

/** Keys, sealed with SITE_KEY [OPS-8]. */
export const siteKeys = sqliteTable('site_keys', {
  name: text('name', { enum: SITE_KEY_NAMES }).primaryKey(),
  sealed: text('sealed').notNull(),
  at: time('at').notNull(),
})

/**
 * Announcements of news and offers for members who want them [PWA-5]; each member has jobs at most, and no row here.
 */
export const announcements = sqliteTable('announcements', {
  /** The operator's name for the announcement: a repeated command with this name sends nothing twice. */
  id: text('id').primaryKey(),
  about: text('about', { enum: ANNOUNCEMENT_KINDS }).notNull(),
  path: text('path').notNull(),
  texts: text('texts', { mode: 'json' }).$type<AnnouncementTexts>().notNull(),
  /** The language whose text members get if theirs has none. */
  fallback: text('fallback', { enum: LOCALES }).notNull().default('it'),
  audience: text('audience', { mode: 'json' }).$type<Audience>().notNull().default(EVERYONE),
  /** The sender; null for a command before the site had staff. */
  staff: integer('staff'),
  at: time('at').notNull(),
  /** After this time the announcement is sent to nobody. */
  expiresAt: time('expires_at').notNull(),
  /** The last member that the walk has reached. */
  upTo: integer('up_to').notNull().default(0),
  /** When the walk had reached all members. */
  doneAt: time('done_at'),
  stoppedAt: time('stopped_at'),
  /** The recipients when it was sent; null in rows of older versions, which did not count. */
  expectedMail: integer('expected_mail'),
  expectedPush: integer('expected_push'),
  /** Jobs that the walk has added, and what became of them; jobs that failed for good count as neither. */
  mailQueued: integer('mail_queued').notNull().default(0),
  mailSent: integer('mail_sent').notNull().default(0),
  mailLeftOut: integer('mail_left_out').notNull().default(0),
  pushQueued: integer('push_queued').notNull().default(0),
  pushSent: integer('push_sent').notNull().default(0),
  pushLeftOut: integer('push_left_out').notNull().default(0),
})

/** Announcements that staff are writing. Sending removes the draft. */
export const announcementDrafts = sqliteTable('announcement_drafts', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  form: text('form', { mode: 'json' }).$type<AnnouncementForm>().notNull(),
  /** Rises with each change: a page that saves names the version it has seen. */
  version: integer('version').notNull().default(1),
  madeBy: integer('made_by').notNull(),
  changedBy: integer('changed_by').notNull(),
  changedAt: time('changed_at').notNull(),
})

/** Mail of demo and development mode, shown at /dev/inbox if no SMTP server is configured. */
export const devMails = sqliteTable('dev_mails', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** The job that sent the mail: a repeated job is stored once. */
  job: integer('job').notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html').notNull(),
  at: time('at').notNull(),
})
