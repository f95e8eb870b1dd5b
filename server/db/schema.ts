/** The tables. Times are ms since the epoch, dates YYYY-MM-DD; a user and their profile share one id. */
import { sql } from 'drizzle-orm'
import type { Interest } from '#contract/entities/profile.ts'
import { FACT_NAMES, factRecord, type FactName, type FactValue } from '#contract/entities/profile-facts.ts'
import type { SettingsChange } from '#contract/entities/member-settings.ts'
import {
  DISCOUNT_STATUSES,
  DISCOUNT_VALIDITIES,
  LEDGER_REASONS,
  PAYMENT_FAILURES,
  PAYMENT_STATUSES,
  type PaymentMethod,
} from '#contract/entities/money.ts'
import { PAYMENT_METHODS } from '#contract/payment-methods.ts'
import { PHOTO_REASONS } from '#contract/entities/photo.ts'
import { DECISION_KINDS, REPORT_REASONS } from '#contract/entities/safety.ts'
import type { DISABLED_REASONS } from '#contract/entities/user.ts'
import { LEGAL_DOCUMENTS } from '#contract/legal-documents.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

const PROVIDERS = ['mollie', 'sandbox'] as const

const flag = (name: string) => integer(name, { mode: 'boolean' })
const time = (name: string) => integer(name)

/** The account. `credits` is the ledger's sum, updated in the same transaction as each entry [PAY-1]. */
export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Lower case, NFC: one account per address, however it is typed. */
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    status: text('status', { enum: ['not_confirmed', 'active', 'deleting', 'deleted'] }).notNull(),
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
    /** When deletion was requested: the account is erased 14 days later [ACC-12]. */
    deletingSince: time('deleting_since'),
    /** The tracking record of the signup [SITE-9]. */
    tracking: text('tracking', { mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
    /** The domain of the signup: mails and jobs use its settings [SITE-15]. Empty for the main domain, whatever its name. */
    domain: text('domain').notNull().default(''),
    /** A message written at signup and its recipient; it is sent on confirmation. */
    signupMessage: text('signup_message', { mode: 'json' }).$type<{ text: string; profile: number } | null>(),
  },
  (t) => [
    index('users_deleting')
      .on(t.deletingSince)
      .where(sql`deleting_since is not null`),
    uniqueIndex('users_email').on(t.email),
    check('users_credits', sql`${t.credits} >= 0`),
  ],
)

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
    lastActive: time('last_active').notNull(),
    mainPhoto: integer('main_photo'),
  },
  (t) => [
    index('profiles_active')
      .on(t.gender, t.country, sql`last_active desc`, sql`id desc`, t.birthDate)
      .where(sql`searchable = 1`),
    index('profiles_year')
      .on(t.gender, t.country, t.birthYear, sql`last_active desc`, sql`id desc`, t.birthDate)
      .where(sql`searchable = 1`),
    index('profiles_region')
      .on(t.gender, t.country, t.region, sql`last_active desc`, sql`id desc`, t.birthDate)
      .where(sql`searchable = 1`),
    index('profiles_region_year')
      .on(t.gender, t.country, t.region, t.birthYear, sql`last_active desc`, sql`id desc`, t.birthDate)
      .where(sql`searchable = 1`),
    index('profiles_anywhere')
      .on(t.gender, sql`last_active desc`, sql`id desc`, t.birthDate)
      .where(sql`searchable = 1`),
    index('profiles_anywhere_year')
      .on(t.gender, t.birthYear, sql`last_active desc`, sql`id desc`, t.birthDate)
      .where(sql`searchable = 1`),
  ],
)

const factColumn = <Name extends FactName>(name: Name) => text(name).$type<FactValue<Name>>()

/** One column a fact. The sensitive ones and some interests are stored only while the member consents [ACC-18]. */
const factColumns = factRecord(FACT_NAMES, factColumn) as {
  [Name in FactName]: ReturnType<typeof factColumn<Name>>
}

/** The large part of a profile, read for one profile at a time. */
export const profileDetails = sqliteTable('profile_details', {
  id: integer('id').primaryKey(),
  aboutMe: text('about_me').notNull().default(''),
  ...factColumns,
  interests: text('interests', { mode: 'json' }).$type<Interest[]>().notNull().default([]),
})

/** A photo never changes: a new upload is a new row. Its files are in the photo store under their content hash. */
export const photos = sqliteTable(
  'photos',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    owner: integer('owner').notNull(),
    hash: text('hash').notNull(),
    status: text('status', { enum: ['pending', 'active', 'rejected'] }).notNull(),
    private: flag('private').notNull().default(false),
    position: integer('position').notNull().default(0),
    createdAt: time('created_at').notNull(),
    /** An id from the owner's device: a repeated upload is the same photo. */
    clientId: text('client_id'),
    /** Four corner colours, `rrggbb` each. */
    colours: text('colours').notNull().default(''),
    /** A drawing made by the seeder, not a photograph. */
    drawn: flag('drawn').notNull().default(false),
    /** The desk's reason for rejecting it. */
    reason: text('reason', { enum: PHOTO_REASONS }),
  },
  (t) => [
    index('photos_owner').on(t.owner, t.position),
    uniqueIndex('photos_client').on(t.owner, t.clientId),
    index('photos_hash').on(t.hash),
    index('photos_pending')
      .on(t.createdAt)
      .where(sql`status = 'pending'`),
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
  (t) => [index('sessions_user').on(t.userId)],
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
    kind: text('kind', { enum: ['activation', 'reset', 'mail_change', 'reactivate', 'unsubscribe'] }).notNull(),
    /** The new address of a change, or the preference that an unsubscribe link ends. */
    data: text('data'),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [index('tokens_user').on(t.userId, t.kind)],
)

export const likes = sqliteTable(
  'likes',
  {
    liker: integer('liker').notNull(),
    liked: integer('liked').notNull(),
    at: time('at').notNull(),
    /** False until the liked member opens the liker's profile [LIKE-4]. */
    seen: flag('seen').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.liker, t.liked] }),
    index('likes_received').on(t.liked, t.at),
    index('likes_new')
      .on(t.liked)
      .where(sql`seen = 0`),
  ],
)

export const blocks = sqliteTable(
  'blocks',
  {
    blocker: integer('blocker').notNull(),
    blocked: integer('blocked').notNull(),
    at: time('at').notNull(),
    /** Name and main photo of both members at the block: neither learns anything newer of the other [CHAT-9]. */
    blockerName: text('blocker_name').notNull().default(''),
    blockerPhoto: integer('blocker_photo'),
    blockedName: text('blocked_name').notNull().default(''),
    blockedPhoto: integer('blocked_photo'),
  },
  (t) => [primaryKey({ columns: [t.blocker, t.blocked] }), index('blocks_reverse').on(t.blocked, t.blocker)],
)

/** A conversation belongs to a pair; its public id is `low-high`. */
export const conversations = sqliteTable(
  'conversations',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    low: integer('low').notNull(),
    high: integer('high').notNull(),
    startedBy: integer('started_by').notNull(),
    lastMessage: integer('last_message').notNull().default(0),
    createdAt: time('created_at').notNull(),
  },
  (t) => [uniqueIndex('conversations_pair').on(t.low, t.high)],
)

/** One side of a conversation: unread count, read mark and delivered mark (message ids). */
export const participants = sqliteTable(
  'participants',
  {
    member: integer('member').notNull(),
    conversation: integer('conversation').notNull(),
    partner: integer('partner').notNull(),
    unread: integer('unread').notNull().default(0),
    readUpTo: integer('read_up_to').notNull().default(0),
    deliveredUpTo: integer('delivered_up_to').notNull().default(0),
    /**
     * The last message when this member deleted the conversation: this member no longer sees it or any earlier one
     * [CHAT-8].
     */
    hiddenUpTo: integer('hidden_up_to').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.member, t.conversation] })],
)

export const messages = sqliteTable(
  'messages',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    conversation: integer('conversation').notNull(),
    sender: integer('sender').notNull(),
    /** An id from the sender's device: a message that arrives twice is stored once [CHAT-5]. */
    clientId: text('client_id').notNull(),
    type: text('type', { enum: ['text', 'photo', 'gift'] }).notNull(),
    /** The text, the name of the gift, or empty for a photo. */
    text: text('text').notNull(),
    sentAt: time('sent_at').notNull(),
  },
  (t) => [
    // The id comes first: it grows with time, so that messages of many senders in one commit share a page.
    uniqueIndex('messages_client').on(t.clientId, t.sender),
    index('messages_conversation').on(t.conversation, t.id),
  ],
)

/** [ACC-18] Each consent with its state, and when it was given and withdrawn. */
export const consents = sqliteTable(
  'consents',
  {
    userId: integer('user_id').notNull(),
    consent: text('consent', { enum: ['sensitive'] }).notNull(),
    givenAt: time('given_at').notNull(),
    withdrawnAt: time('withdrawn_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.consent] })],
)

/** Failures and uses counted against a limit [ACC-8], [ACC-9], [SAFE-6]. Keys that contain an address are hashed. */
export const attempts = sqliteTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  /** When counting began. */
  since: time('since').notNull(),
  blockedUntil: time('blocked_until').notNull().default(0),
  /** The number of earlier blocks: each block is longer. */
  blocks: integer('blocks').notNull().default(0),
})

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
    liftedAt: time('lifted_at'),
  },
  (t) => [index('decisions_user').on(t.userId), index('decisions_photo').on(t.photo)],
)

/** Photo files that no row references any more; a job deletes them after the commit. */
export const goneFiles = sqliteTable('gone_files', { hash: text('hash').primaryKey(), at: time('at').notNull() })

/** The photo of a message. Its files are in the photo store; only the two members of the conversation may see it. */
export const messagePhotos = sqliteTable(
  'message_photos',
  {
    message: integer('message').primaryKey(),
    hash: text('hash').notNull(),
    colours: text('colours').notNull().default(''),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
  },
  (t) => [index('message_photos_hash').on(t.hash)],
)

/** The swipe game: each profile is swiped once [LIKE-5]. */
export const swipes = sqliteTable(
  'swipes',
  {
    member: integer('member').notNull(),
    profile: integer('profile').notNull(),
    choice: text('choice', { enum: ['like', 'pass'] }).notNull(),
    at: time('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.member, t.profile] }),
    index('swipes_likes')
      .on(t.member, t.at)
      .where(sql`choice = 'like'`),
  ],
)

/** Ledger entries never change [PAY-1]. One entry per member, reason and reference, so nothing is debited twice. */
export const ledger = sqliteTable(
  'ledger',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    amount: integer('amount').notNull(),
    reason: text('reason', { enum: LEDGER_REASONS }).notNull(),
    reference: text('reference').notNull(),
    /** The member's balance after the entry. */
    balance: integer('balance'),
    at: time('at').notNull(),
  },
  // The reference comes first: message references grow with time, so that debits in one commit share a page.
  (t) => [uniqueIndex('ledger_once').on(t.reference, t.reason, t.userId), index('ledger_user').on(t.userId, t.id)],
)

/**
 * Payments [PAY-5]. The id comes from the payer's device, so a repeated order is the same payment. Amounts are in minor
 * units. The row of an erased member stays, as the law requires, without profile data.
 */
export const payments = sqliteTable(
  'payments',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    status: text('status', { enum: PAYMENT_STATUSES }).notNull(),
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    /** The provider's own id; null until the provider has answered. */
    reference: text('reference'),
    checkoutUrl: text('checkout_url'),
    method: text('method', { enum: PAYMENT_METHODS }).notNull(),
    country: text('country').notNull(),
    credits: integer('credits').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    discountCode: text('discount_code'),
    discountPercentage: real('discount_percentage'),
    vatPercentage: real('vat_percentage').notNull(),
    failure: text('failure', { enum: PAYMENT_FAILURES }),
    /** `remember`: the payer allows storing the method. `repeated`: a stored method was charged. */
    remember: flag('remember').notNull().default(false),
    repeated: flag('repeated').notNull().default(false),
    createdAt: time('created_at').notNull(),
    changedAt: time('changed_at').notNull(),
    completedAt: time('completed_at'),
    /** The consecutive invoice number, assigned when the payment is completed. */
    invoice: integer('invoice'),
    /** [PAY-11] When the member withdrew, the credits taken back, and the minor units refunded. */
    withdrawnAt: time('withdrawn_at'),
    creditsTaken: integer('credits_taken'),
    refunded: integer('refunded'),
    /** The domain of the sale, as in `users`: its company is on the invoice. */
    domain: text('domain').notNull().default(''),
    /**
     * The provider's ids of the payer, stored from before a charge is ordered until the provider's answer is known. A
     * charge without an answer is looked up by them, also after the member has removed the method.
     */
    payerCustomer: text('payer_customer'),
    payerMandate: text('payer_mandate'),
    /**
     * The payment can no longer be paid: the provider said so, or never got it. Until then its discount code stays
     * reserved.
     */
    endedThere: flag('ended_there').notNull().default(false),
    /** Minor units refunded at the provider, by whomever, and when the provider was last asked. */
    refundedThere: integer('refunded_there').notNull().default(0),
    readThereAt: time('read_there_at'),
    /**
     * The request to begin at once, with its acknowledgement: time, version of the text and language. Null for orders
     * of app builds that did not ask.
     */
    beginAt: time('begin_at'),
    beginVersion: text('begin_version'),
    beginLanguage: text('begin_language', { enum: LOCALES }),
  },
  (t) => [
    index('payments_user').on(t.userId, t.createdAt),
    index('payments_payer')
      .on(t.payerCustomer)
      .where(sql`payer_customer is not null`),
    uniqueIndex('payments_reference').on(t.provider, t.reference),
    uniqueIndex('payments_invoice').on(t.invoice),
    index('payments_discount')
      .on(t.discountCode, t.userId)
      .where(sql`discount_code is not null`),
  ],
)

/** Every change of a payment's status, and its cause. */
export const paymentTransitions = sqliteTable(
  'payment_transitions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    payment: text('payment').notNull(),
    /** Null for the first status. */
    before: text('before', { enum: PAYMENT_STATUSES }),
    after: text('after', { enum: PAYMENT_STATUSES }).notNull(),
    by: text('by', { enum: ['member', 'provider', 'server'] }).notNull(),
    at: time('at').notNull(),
  },
  (t) => [index('payment_transitions_payment').on(t.payment)],
)

/** The stored method for repeat orders [PAY-6]; the provider has the card, we have the provider's ids. */
export const storedMethods = sqliteTable('stored_methods', {
  userId: integer('user_id').primaryKey(),
  provider: text('provider', { enum: PROVIDERS }).notNull(),
  customer: text('customer').notNull(),
  mandate: text('mandate').notNull(),
  method: text('method', { enum: PAYMENT_METHODS }).notNull(),
  label: text('label').notNull(),
  /** The last package that was bought. */
  credits: integer('credits').notNull(),
  at: time('at').notNull(),
})

/** §3 Discount codes; the time bonus and the welcome code are rules, not rows. */
export const discountCodes = sqliteTable('discount_codes', {
  code: text('code').primaryKey(),
  valuePercentage: real('value_percentage').notNull(),
  minimumOrderValue: integer('minimum_order_value'),
  country: text('country'),
  userId: integer('user_id'),
  expires: time('expires'),
  currency: text('currency'),
  status: text('status', { enum: DISCOUNT_STATUSES }).notNull(),
  validity: text('validity', { enum: DISCOUNT_VALIDITIES }).notNull(),
  paymentmethods: text('paymentmethods', { mode: 'json' }).$type<PaymentMethod[] | null>(),
})

/** [PAY-10] A direct debit, from the form to the SMS code. Erased with the account. */
export const directDebits = sqliteTable(
  'direct_debits',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    credits: integer('credits').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    discountCode: text('discount_code'),
    accountHolder: text('account_holder').notNull(),
    iban: text('iban').notNull(),
    street: text('street').notNull(),
    houseNumber: text('house_number').notNull(),
    zip: text('zip').notNull(),
    city: text('city').notNull(),
    phone: text('phone').notNull(),
    mandate: text('mandate').notNull(),
    /** SHA-256 of the SMS code. */
    codeHash: text('code_hash').notNull(),
    failures: integer('failures').notNull().default(0),
    createdAt: time('created_at').notNull(),
    confirmedAt: time('confirmed_at'),
  },
  (t) => [index('direct_debits_user').on(t.userId, t.createdAt), index('direct_debits_iban').on(t.iban, t.createdAt)],
)

/**
 * IBANs and phones that must not be debited again, as SHA-256 of the normalised value, so none is stored in plain text.
 */
export const blockedPayers = sqliteTable(
  'blocked_payers',
  {
    kind: text('kind', { enum: ['iban', 'phone'] }).notNull(),
    hash: text('hash').notNull(),
    at: time('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.hash] })],
)

/** SMS of demo and development mode, shown at /dev/inbox. */
export const devSms = sqliteTable('dev_sms', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  job: integer('job').notNull(),
  recipient: text('recipient').notNull(),
  text: text('text').notNull(),
  at: time('at').notNull(),
})

/** The sandbox provider's own records of its payments, separate from ours, as a real provider's are. */
export const sandboxPayments = sqliteTable('sandbox_payments', {
  reference: text('reference').primaryKey(),
  state: text('state', { mode: 'json' }).$type<unknown>().notNull(),
})

/** The feed: the changed entity of a member at each seq. The entity is read in its present state when a device asks. */
export const changes = sqliteTable(
  'changes',
  {
    member: integer('member').notNull(),
    seq: integer('seq').notNull(),
    kind: text('kind', { enum: ['message', 'chat', 'like', 'user', 'profile'] }).notNull(),
    /** A message id, a conversation id, another profile's id, or 0 for `user`. */
    entity: integer('entity').notNull(),
  },
  (t) => [primaryKey({ columns: [t.member, t.seq] })],
)

/** Work to do after a commit, at least once. `uniqueKey` allows only one waiting job with a key. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    payload: text('payload', { mode: 'json' }).$type<unknown>().notNull(),
    uniqueKey: text('unique_key'),
    runAt: time('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    failedAt: time('failed_at'),
    lastError: text('last_error'),
  },
  (t) => [
    uniqueIndex('jobs_unique').on(t.uniqueKey),
    index('jobs_next')
      .on(t.kind, t.runAt)
      .where(sql`failed_at is null`),
  ],
)

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
  about: text('about', { enum: ['news', 'promotions'] }).notNull(),
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
