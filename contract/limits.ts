/** Every number of the product that is not a site setting, with its § of the specification or its rule. */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** §9 refresh of user data, chats and likes: first after 5 s, then every 60 s, or 300 s when push is subscribed. */
export const FIRST_REFRESH_MS = 5_000
export const REFRESH_MS = 60_000
export const REFRESH_WITH_PUSH_MS = 300_000

/** §9 badges cap at 99+; the credits badge shows at 10 or fewer. */
export const BADGE_CAP = 99
export const CREDITS_BADGE_AT = 10

/** §9 auth cookie 30 days, locale cookie 365 days. */
export const SESSION_DAYS = 30
/** [ACC-13] a session in use is renewed at most once in this many days. */
export const SESSION_RENEWAL_DAYS = 1
export const LOCALE_COOKIE_DAYS = 365

/** [ACC-2], [ACC-5], [ACC-6]: the account's limits. */
export const NAME_MIN = 3
export const NAME_MAX = 30
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128
export const EMAIL_MAX = 254
/** The part before the @ (RFC 5321, 4.5.3.1.1). */
export const MAILBOX_MAX = 64
export const ACTIVATION_HOURS = 48

/** [GUARD-6] Checks of the age: the attempts of a member in 24 hours, and the time to answer a request. */
export const AGE_ATTEMPTS_A_DAY = 10
export const AGE_REQUEST_MINUTES = 10

/** [FIND-1] ages a filter may ask for; the lower end is the site's minimum age, the upper one means that age and older. */
export const AGE_MIN = 18
export const AGE_MAX = 99

/** [CHAT-2] the hard bound of a text in characters; the site setting `message_length` may be lower. */
export const MESSAGE_MAX = 2_000
export const MESSAGES_PAGE = 30
export const ABOUT_ME_MAX = 2_000

/** [FIND-1] The maximum number of pages of one search. */
export const SEARCH_PAGES_MAX = 1_000
/** A filter's people are counted up to here; above, the app says '500+' [FIND-1]. */
export const SEARCH_COUNT_MAX = 500
/**
 * [FIND-1] The last page that can be requested by its number alone. The server walks all previous pages to find it, so
 * the cost grows with the number. A page after `next` costs as much as the first.
 */
export const SEARCH_PAGES_BY_NUMBER_MAX = 5

/** The maximum number of changes in one answer of `sync`. */
export const SYNC_PAGE = 200
/**
 * A restore of an older backup begins every feed, and the numbers of every table, higher by at least so much. No feed and no table grows by
 * so much between a backup and its restore, between two syncs of a device, or within a minute.
 */
export const RESTORE_JUMP = 1_000_000

/** [LIKE-1], [CHAT-1] The maximum number of entries of each list in one answer of `likes` or `chats`. */
export const LIST_PAGE = 200

/** New likes are counted up to this number, because each sync and each event of a stream counts them. */
export const NEW_LIKES_MAX = 1_000

/** The largest JSON body a call takes, in bytes. */
export const BODY_BYTES_MAX = 64 * 1024

/** Web Push: RFC 8291 leaves 3,993 bytes of plaintext in a 4,096-byte record. */
export const PUSH_BYTES_MAX = 3_900

/** How long after the last activity a member counts as online. */
export const ONLINE_MS = 5 * MINUTE_MS

/** [ACC-1] steps 1 to 4 after the account, and 5, which asks to confirm the e-mail. */
export const SIGNUP_STEPS = 5

/** [ACC-8] failures before a block, its first and longest duration. */
export const LOGIN_FAILURES_MAX = 5
export const LOGIN_BLOCK_MINUTES = 15
export const LOGIN_BLOCK_MINUTES_MAX = 60
/** [ACC-8] Wrong passwords per day for one account, from all unknown devices together. */
export const LOGIN_FAILURES_A_DAY = 100
/** [ACC-8] How long an account remembers a device after its last use, and how many devices it remembers. */
export const KNOWN_DEVICE_DAYS = 365
export const KNOWN_DEVICES_MAX = 20

/** [PWA-2] The number of a member's devices whose order of writes is stored. */
export const WRITE_DEVICES_MAX = 20

/** [ACC-20] Passkeys per account, the length of a passkey's name, and how long a challenge can be answered. */
export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 60
export const CHALLENGE_MINUTES = 10

/** [ACC-9] a reset link lives 60 minutes; five a day. */
export const RESET_MINUTES = 60
export const RESETS_A_DAY = 5
/**
 * Mails of a kind a day that people who have not proven to own a mailbox can send there: reset links [ACC-9], and links to confirm an
 * address [ACC-6], [ACC-11]. After that, one per `MAIL_PAUSE_MINUTES`: strangers use up only the mails of that time.
 */
export const UNPROVEN_MAILS_A_DAY = 10
export const MAIL_PAUSE_MINUTES = 30
/** The part of them that one network can cause. */
export const UNPROVEN_MAILS_OF_NETWORK = 5

/** [ACC-11] how long the link of an e-mail change lives. */
export const MAIL_CHANGE_HOURS = 48
/** The export can be downloaded for this long after the owner has proven to be here [ACC-17]. */
export const EXPORT_MINUTES = 5
/** [ACC-11] How long the link in the mail to the old address brings that address back. */
export const MAIL_UNDO_DAYS = 7

/**
 * How long the deletion of a conversation or a photo can be undone. A screen reader first reads the offer, and a keyboard or a switch needs
 * some steps to its button (WCAG 2.2.1).
 */
export const DELETION_UNDO_MS = 20_000

/** §4, §9 [ACC-12] deletion can be undone for 14 days. */
export const REACTIVATION_DAYS = 14

/** §9 [PROF-3] The number of photos of free and premium members, and the limits of a photo. */
export const PHOTOS_FREE = 3
export const PHOTOS_PREMIUM = 25
export const PHOTO_BYTES_MAX = 10 * 1024 * 1024
/** The largest part of a photo that is uploaded in parts. At 5 kB/s it takes less than two minutes. */
export const PHOTO_PART_BYTES_MAX = 512 * 1024
/** PWA-9: the files that another app can share at once, and the characters of their text. */
export const SHARED_MAX = 6
export const SHARED_WORDS_MAX = 10_000
export const PHOTO_PIXELS_MIN = 320
/** No current camera makes larger photos; a larger file is an attack. Pixels of one side, and of the area. */
export const PHOTO_SIDE_MAX = 20_000
export const PHOTO_AREA_MAX = 120_000_000
/** [PROF-4] the longest side of a stored photo in pixels. */
export const PHOTO_FULL = 1_600

/** [PROF-6] The photos of a profile that a free member sees in full: the main photo and two more. */
export const PHOTOS_SEEN_FREE = 3

/** [PROF-8] */
export const INTERESTS_MAX = 16

/** §9 [PROF-7] The maximum age of a position from the browser. */
export const POSITION_AGE_MAX_MS = 60 * MINUTE_MS

/** The length of a text to the operator: complaint, report, appeal. */
export const LETTER_MIN = 10
export const LETTER_MAX = 4_000
/** A number or link that names a profile. */
export const LINK_MAX = 400

/** §6 [CHAT-4] how many conversations a free member may start. */
export const CONVERSATIONS_FREE = 2

/** §9 [LIKE-5] likes a day in the swipe game. */
export const SWIPE_LIKES_A_DAY = 4
/** The number of cards in one answer of the deck. */
export const SWIPE_DECK = 20

/** One typed line: a street, the holder of an account. */
export const LINE_MAX = 70
/** A house number, a postcode. */
export const SHORT_LINE_MAX = 12
export const PHONE_MAX = 30
export const DISCOUNT_CODE_MAX = 40

/** §9 [PAY-8] the time bonus, and its dialog in the members area. */
export const TIME_BONUS_CODE = 'TIMEBONUS25'
export const TIME_BONUS_PERCENTAGE = 25
export const TIME_BONUS_MS = 4 * HOUR_MS
export const TIME_BONUS_MODAL_DELAY_MS = 40_000

/** §9 a page that waits for a provider shows its progress over 5 s. */
export const PAGE_PROGRESS_MS = 5_000
/** §9 The interval at which a progress bar moves [SHELL-15]. */
export const PROGRESS_STEP_MS = 200
/**
 * §9 The delay until a finished loading bar hides, and the delay before it shows: faster loads show none [SHELL-15].
 */
export const LOADING_BAR_GONE_MS = 500
export const LOADING_BAR_SHOWN_AFTER_MS = 200

/** The number of ledger entries in one answer of `transactions`. */
export const TRANSACTIONS_PAGE = 50

/**
 * [PAY-11] The version of the request to begin at once (`pay.beginAtOnce` in every language), stored with each order. A
 * changed text needs a new date here, so that the text a member saw can be found again.
 */
export const BEGIN_TEXT_VERSION = '2026-11-27'

/** [PAY-10] How long an SMS code is valid, and the delay before another can be sent. */
export const SMS_CODE_MINUTES = 10
export const SMS_RESEND_MS = 60_000

/** §3 Tracking record: the maximum length of a traffic source as the text of URLSearchParams, in which one letter may take nine. */
export const TRAFFIC_SOURCE_MAX = 5_000

/** [PWA-17] The characters that the stored markup of one screen may have. */
export const SNAPSHOT_LENGTH_MAX = 300_000
