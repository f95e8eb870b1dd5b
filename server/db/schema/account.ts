/** Accounts, and what belongs to a login: sessions, devices, links, consents, counted attempts. */
import { AGE_FAULTS, AGE_RESULTS, AGE_WAYS } from '#contract/entities/age-check.ts'
import type { SettingsChange } from '#contract/entities/member-settings.ts'
import { ACCOUNT_STATUSES, type DISABLED_REASONS } from '#contract/entities/user.ts'
import { LEGAL_DOCUMENTS } from '#contract/rules/page-values.ts'
import { SANCTIONS } from '#contract/rules/may-act.ts'
import { LOCALES } from '#contract/locales.ts'
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from './columns.ts'

/** The account. `credits` is the ledger's sum, updated in the same transaction as each entry [PAY-1]. */
export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Lower case, NFC: one account per address, however it is typed. */
    email: text('email').notNull(),
    /** A keyed hash of the mailbox behind the address at signup, without aliases: it gets the free credits once [GUARD-5]. */
    mailbox: text('mailbox'),
    /** Empty for a member who logs in with passkeys only [ACC-20]. */
    passwordHash: text('password_hash').notNull(),
    status: text('status', { enum: ACCOUNT_STATUSES }).notNull(),
    paidUser: flag('paid_user').notNull().default(false),
    language: text('language', { enum: LOCALES }).notNull(),
    signupAt: time('signup_at').notNull(),
    credits: integer('credits').notNull().default(0),
    /** The feed's newest seq, and the oldest seq from which a device may still ask. */
    feedSeq: integer('feed_seq').notNull().default(0),
    feedFloor: integer('feed_floor').notNull().default(0),
    /** The seq up to which this member's devices have the feed; it makes messages delivered. */
    feedAcked: integer('feed_acked').notNull().default(0),
    notificationsDisabled: text('notifications_disabled', { mode: 'json' })
      .$type<(typeof DISABLED_REASONS)[number][]>()
      .notNull()
      .default([]),
    /** Member settings that differ from the defaults; consents have a table of their own. */
    settings: text('settings', { mode: 'json' }).$type<SettingsChange>().notNull().default({}),
    /** IANA name, as last reported by the member's device: it decides when a day of the swipe game ends [LIKE-5]. */
    timeZone: text('time_zone'),
    /** The strictest sanction of the desk in force, and its end [DESK-7]. `safety.setSanction` writes it. */
    sanction: text('sanction', { enum: SANCTIONS }),
    sanctionUntil: time('sanction_until'),
    /** The time from which the member's country needs a check of the age that is not passed; null for none [GUARD-6]. */
    ageDue: time('age_due'),
    /** `status` as others see it: a suspended or banned member looks gone. */
    shownStatus: text('shown_status', { enum: ACCOUNT_STATUSES })
      .notNull()
      .generatedAlwaysAs(
        sql`case when sanction in ('suspended', 'banned') and status <> 'deleted' then 'deleting' else status end`,
        { mode: 'virtual' },
      ),
    /** When deletion was requested: the account is erased 14 days later [ACC-12]. */
    deletingSince: time('deleting_since'),
    /** Whether the address was confirmed when the deletion was requested; null without one, and for those of older versions. */
    leftConfirmed: flag('left_confirmed'),
    /** The tracking record of the signup [SITE-9]. */
    tracking: text('tracking', { mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
    /**
     * The days after the signup on which the nightly count found the member active, as bits (`RETURNS`) [DESK-13]. The likes, swipes and
     * messages that prove it may be gone later.
     */
    returned: integer('returned').notNull().default(0),
    /** The domain of the signup: mails and jobs use its settings [SITE-15]. Empty for the main domain, whatever its name. */
    domain: text('domain').notNull().default(''),
    /** A message written at signup and its recipient; it is sent on confirmation. */
    signupMessage: text('signup_message', { mode: 'json' }).$type<{ text: string; profile: number } | null>(),
  },
  (t) => [
    index('users_deleting')
      .on(t.deletingSince)
      .where(sql`deleting_since is not null`),
    index('users_mailbox')
      .on(t.mailbox)
      .where(sql`mailbox is not null`),
    index('users_suspended')
      .on(t.id)
      .where(sql`sanction in ('suspended', 'banned')`),
    index('users_age_due')
      .on(t.ageDue)
      .where(sql`age_due is not null`),
    uniqueIndex('users_email').on(t.email),
    index('users_signup').on(t.signupAt),
    index('users_tracked')
      .on(t.signupAt)
      .where(sql`tracking <> '{}'`),
    check('users_credits', sql`${t.credits} >= 0`),
  ],
)

/** Keyed hashes of the mailboxes that have had the free credits [GUARD-5]. They belong to no account. */
export const creditedMailboxes = sqliteTable(
  'credited_mailboxes',
  {
    hash: text('hash').primaryKey(),
    /** Null while the account that got the credits exists. */
    expiresAt: time('expires_at'),
  },
  (t) => [
    index('credited_mailboxes_expiry')
      .on(t.expiresAt)
      .where(sql`expires_at is not null`),
  ],
)

/** Random 256-bit tokens, stored as SHA-256 [SAFE-1]. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id').notNull(),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    /**
     * When the session was ended elsewhere: the row stays until it would have expired, to tell its device to delete all
     * data.
     */
    revokedAt: time('revoked_at'),
    /** When the browser first sent the `__Host-` cookie; null before that, and without https [SAFE-1]. */
    hostCookieAt: time('host_cookie_at'),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

/**
 * Devices that have logged in to an account before [ACC-8]: a random token for each account, stored as SHA-256. No row
 * says that two accounts share a device.
 */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at').notNull(),
  },
  (t) => [index('known_devices_user').on(t.userId, t.usedAt), index('known_devices_used').on(t.usedAt)],
)

/** [ACC-20] A member's passkeys. The key is public: it checks signatures and cannot make any. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential id, base64url. */
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    /** The host for which the browser made it: each domain of the site has its own passkeys [SITE-15]. */
    rpId: text('rp_id').notNull(),
    /** The random name of the account in the authenticator, the same for all passkeys of a member. */
    userHandle: text('user_handle').notNull(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    /** Copied to the member's other devices by their password manager. */
    backedUp: flag('backed_up').notNull(),
    name: text('name').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)

/** Signed challenges that were used, until they would have expired: each counts once (`challenges.ts`). */
export const usedChallenges = sqliteTable(
  'used_challenges',
  { hash: text('hash').primaryKey(), expiresAt: time('expires_at').notNull() },
  (t) => [index('used_challenges_expiry').on(t.expiresAt)],
)

/** [GUARD-6] The result of a member's age check: its way, its result and its day, and nothing else of it. */
export const ageChecks = sqliteTable('age_checks', {
  userId: integer('user_id').primaryKey(),
  way: text('way', { enum: AGE_WAYS }).notNull(),
  result: text('result', { enum: AGE_RESULTS }).notNull(),
  /** YYYY-MM-DD: a time would match the record of a provider or wallet. */
  day: text('day').notNull(),
})

/** [GUARD-6] Attempts at an age check, for 24 hours, which count them. */
export const ageRequests = sqliteTable(
  'age_requests',
  {
    /** The SHA-256 of the id that the provider or wallet gets. */
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    way: text('way', { enum: AGE_WAYS }).notNull(),
    /** Null once the request was answered: it counts once. */
    nonce: text('nonce'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    fault: text('fault', { enum: AGE_FAULTS }),
  },
  (t) => [index('age_requests_user').on(t.userId), index('age_requests_created').on(t.createdAt)],
)

/** [ACC-21] The versions of terms and privacy that a member accepted. A version is its date. */
export const acceptances = sqliteTable(
  'acceptances',
  {
    userId: integer('user_id').notNull(),
    document: text('document', { enum: LEGAL_DOCUMENTS }).notNull(),
    version: time('version').notNull(),
    acceptedAt: time('accepted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.document, t.version] })],
)

/** [PWA-2] The newest write of a device in each of its last lanes: an older one that arrives later is refused. */
export const writeOrders = sqliteTable(
  'write_orders',
  {
    userId: integer('user_id').notNull(),
    /** A random id of the member's store on the device. */
    device: text('device').notNull(),
    /** Lane and count, the latest last. */
    newest: text('newest', { mode: 'json' }).$type<[lane: string, count: number][]>().notNull(),
    at: time('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.device] })],
)

export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    endpoint: text('endpoint').primaryKey(),
    userId: integer('user_id').notNull(),
    /** The session that subscribed; the subscription ends with it. */
    sessionHash: text('session_hash').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [index('push_user').on(t.userId), index('push_session').on(t.sessionHash)],
)

/** One-time links, stored as SHA-256. */
export const tokens = sqliteTable(
  'tokens',
  {
    hash: text('hash').primaryKey(),
    userId: integer('user_id').notNull(),
    kind: text('kind', {
      enum: [
        'activation',
        'reset',
        'mail_change',
        'mail_undo',
        'old_address',
        // The new address of a change, under its hash: who asked for it, and then that its mail came back.
        'new_address',
        'bounced_address',
        'reactivate',
        'unsubscribe',
        'export',
      ],
    }).notNull(),
    /** The address that a link sets, or the preference that an unsubscribe link ends. */
    data: text('data'),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [index('tokens_user').on(t.userId, t.kind), index('tokens_expiry').on(t.expiresAt)],
)

/** [ACC-18] Each consent with its state, and when it was given and withdrawn. */
export const consents = sqliteTable(
  'consents',
  {
    userId: integer('user_id').notNull(),
    consent: text('consent', { enum: ['sensitive'] }).notNull(),
    givenAt: time('given_at').notNull(),
    withdrawnAt: time('withdrawn_at'),
    /** The version of the texts that the member agreed to; 1 before versions were stored. */
    textVersion: integer('text_version').notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.userId, t.consent] })],
)

/** Failures and uses counted against a limit [ACC-8], [ACC-9], [SAFE-6]. Keys that contain an address are hashed. */
export const attempts = sqliteTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** When counting began. */
    since: time('since').notNull(),
    blockedUntil: time('blocked_until').notNull().default(0),
    /** The number of earlier blocks: each block is longer. */
    blocks: integer('blocks').notNull().default(0),
  },
  (t) => [index('attempts_since').on(t.since)],
)
