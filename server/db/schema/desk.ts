/** The desk: staff accounts, apart from members [DESK-1], and the audit of their acts [DESK-3]. */
import { AUDIT_ACTS, AUDIT_SUBJECTS } from '#contract/desk/audit.ts'
import { STAFF_ROLES } from '#contract/desk/roles.ts'
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from './columns.ts'

export const staff = sqliteTable(
  'staff',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** In the spelling of `emailKey`. */
    mail: text('mail').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: STAFF_ROLES }).notNull(),
    passwordHash: text('password_hash').notNull(),
    /** An owner made the password, so its user replaces it at the next login. */
    mustChangePassword: flag('must_change_password').notNull().default(true),
    /** The encrypted secret of the authenticator app (`totp-secrets.ts`); it counts from `totpConfirmedAt` on. */
    totpSecret: text('totp_secret'),
    totpConfirmedAt: time('totp_confirmed_at'),
    /** The time step of the last code that was accepted: RFC 6238 §5.2 accepts each code once. */
    totpStep: integer('totp_step').notNull().default(0),
    createdAt: time('created_at').notNull(),
    /** An ended account stays, since the audit names it. */
    endedAt: time('ended_at'),
  },
  // A colleague who comes back gets a new account with the address of the ended one.
  (t) => [
    uniqueIndex('staff_mail')
      .on(t.mail)
      .where(sql`ended_at is null`),
  ],
)

/** Random 256-bit tokens, stored as SHA-256. An ended session stays for a while: it shows the last login. */
export const staffSessions = sqliteTable(
  'staff_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    staffId: integer('staff_id').notNull(),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    /** The end, however much the session is used. */
    expiresAt: time('expires_at').notNull(),
    /** Null until the second factor is checked. */
    enteredAt: time('entered_at'),
    endedAt: time('ended_at'),
    /** The WebAuthn challenge that this session has to answer, base64url; each counts once. */
    challenge: text('challenge'),
    userAgent: text('user_agent').notNull().default(''),
  },
  (t) => [index('staff_sessions_staff').on(t.staffId, t.createdAt)],
)

/** Browsers that have logged in to a staff account before: their failed logins count apart, as with members [ACC-8]. */
export const staffDevices = sqliteTable(
  'staff_devices',
  {
    tokenHash: text('token_hash').primaryKey(),
    staffId: integer('staff_id').notNull(),
    usedAt: time('used_at').notNull(),
  },
  (t) => [index('staff_devices_staff').on(t.staffId, t.usedAt)],
)

export const staffPasskeys = sqliteTable(
  'staff_passkeys',
  {
    /** The credential id, base64url. */
    id: text('id').primaryKey(),
    staffId: integer('staff_id').notNull(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** The number of signatures, as the authenticator last said. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull().default([]),
    name: text('name').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [index('staff_passkeys_staff').on(t.staffId)],
)

/** Notes of the staff about a member. No call changes or removes one; the purge erases them with the member [ACC-12]. */
export const memberNotes = sqliteTable(
  'member_notes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    member: integer('member').notNull(),
    staff: integer('staff').notNull(),
    text: text('text').notNull(),
    at: time('at').notNull(),
    /** A repeated request has the same id, and adds no second note. */
    clientId: text('client_id').notNull(),
  },
  (t) => [uniqueIndex('member_notes_client').on(t.member, t.staff, t.clientId)],
)

/**
 * Rows are only added: triggers of the migration refuse a change, a removal, a gap in `id` and a `previous_hash` that
 * is not the newest row's. `hash` is checked by `npm run staff -- audit check`, since SQLite has no SHA-256.
 */
export const audit = sqliteTable(
  'audit',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: time('at').notNull(),
    /** Null for the desk itself, e.g. a job. */
    staff: integer('staff'),
    act: text('act', { enum: AUDIT_ACTS }).notNull(),
    subjectKind: text('subject_kind', { enum: AUDIT_SUBJECTS }),
    subject: integer('subject'),
    /** JSON as text, since the hash covers these very characters. */
    before: text('before'),
    after: text('after'),
    reason: text('reason').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    index('audit_subject').on(t.subjectKind, t.subject),
    index('audit_staff').on(t.staff),
    index('audit_act').on(t.act),
    index('audit_at').on(t.at),
  ],
)
