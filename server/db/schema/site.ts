/** The site itself: settings, state, announcements, and the inboxes of demo and development. */
import type { Locale } from '#contract/locales.ts'
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

/**
 * Announcements of news and offers for members who want them [PWA-5]; each member has jobs at most, and no row here.
 */
export const announcements = sqliteTable('announcements', {
  /** The operator's name for the announcement: a repeated command with this name sends nothing twice. */
  id: text('id').primaryKey(),
  about: text('about', { enum: ['news', 'promotions', 'service'] }).notNull(),
  path: text('path').notNull(),
  texts: text('texts', { mode: 'json' })
    .$type<Record<Locale, { title: string; push: string; mail: string; button: string }>>()
    .notNull(),
  at: time('at').notNull(),
  /** After this time the announcement is sent to nobody. */
  expiresAt: time('expires_at').notNull(),
  /** The last member that the walk has reached. */
  upTo: integer('up_to').notNull().default(0),
  /** When the walk had reached all members. */
  doneAt: time('done_at'),
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
