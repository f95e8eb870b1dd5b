/** Every number of the product that is not a site setting, with where the specification (§) or a rule says it. */

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
export const LOCALE_COOKIE_DAYS = 365

/** [ACC-2], [ACC-5], [ACC-6]: the account's limits. */
export const NAME_MIN = 3
export const NAME_MAX = 30
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128
export const EMAIL_MAX = 254
export const ACTIVATION_HOURS = 48

/** [FIND-1] ages a filter may ask for; the lower end is the site's minimum age. */
export const AGE_MIN = 18
export const AGE_MAX = 99

/** [CHAT-2] the hard bound of a text in characters; the site setting `message_length` may be lower. */
export const MESSAGE_MAX = 2_000
export const MESSAGES_PAGE = 30
export const ABOUT_ME_MAX = 2_000

/** [FIND-1] how many pages one search may be paged. */
export const SEARCH_PAGES_MAX = 1_000

/** How many changes one answer of `sync` carries. */
export const SYNC_PAGE = 200

/** The largest JSON body a call takes, in bytes. */
export const BODY_BYTES_MAX = 64 * 1024

/** Web Push: RFC 8291 leaves 3,993 bytes of plaintext in a 4,096-byte record. */
export const PUSH_BYTES_MAX = 3_900

/** How long after the last activity a member counts as online. */
export const ONLINE_MS = 5 * MINUTE_MS
