/** What the service worker tells the app: which parts changed (never contents), over a BroadcastChannel. */
export const DEVICE_CHANNEL = 'visavis'

/** The header on an answer that came from the device: when what it holds was last fresh, in milliseconds. */
export const HELD_AT_HEADER = 'x-held-at'

/** On the app's shell: the paths of the files that hold all texts of its language, for the worker to keep. */
export const TEXTS_HEADER = 'x-texts'

/**
 * §7 requests to user.php carry a client request-type header. Builds of the app before the second form sent the first
 * value: the server answers them in the form they know (`server/http/older-builds.ts`).
 */
export const REQUEST_TYPE_HEADER = 'x-request-type'
export const FIRST_REQUEST_TYPE = 'client'
export const REQUEST_TYPE = 'client-2'

/**
 * On what the device asks and delivers by itself: whose device it is. Where the session is another member's (someone
 * logged in past the worker), the server refuses it as `authentication_required`, so nothing lands with the wrong one.
 */
export const MEMBER_HEADER = 'x-member'

/** On a write of the outbox: where it stands among the sends of its device (`rules/write-order.ts`). */
export const WRITE_ORDER_HEADER = 'x-write'

/** What Periodic Background Sync is registered under [PWA-4]. */
export const REFRESH_TAG = 'refresh'

/** Where the installed app takes what other apps share [PWA-9]: the path, and the fields of its form. */
export const SHARE_PATH = '/share'
export const SHARE_FILES = 'photo'
export const SHARE_WORDS = ['title', 'text', 'url'] as const

/** Where a photo waits that is not sent yet, but for a conversation's. */
export const SHARE_PLACE = 'share'
export const PROFILE_PLACE = 'profile'

/** A part of what the app shows. `messages:<conversation>` is one conversation, `member:<id>` one profile. */
export type Topic =
  | 'session'
  | 'user'
  | 'chats'
  | `messages:${string}`
  | 'likes'
  | 'members'
  | `member:${number}`
  | 'settings'
  | 'regions'
  | 'interests'
  | 'company'
  | 'matches'
  | 'swipe'
  | 'blocks'
  | 'device'

const TOPICS = new Set([
  'session',
  'user',
  'chats',
  'likes',
  'members',
  'settings',
  'regions',
  'interests',
  'company',
  'matches',
  'swipe',
  'blocks',
  'device',
])

const isTopic = (text: string): text is Topic =>
  TOPICS.has(text) || text.startsWith('messages:') || /^member:\d+$/.test(text)

export type DeviceNews = { topics: Topic[] }

/** Looked at without a schema, since every page hears them from its first moment. */
export const isDeviceNews = (told: unknown): told is DeviceNews =>
  typeof told === 'object' &&
  told !== null &&
  'topics' in told &&
  Array.isArray(told.topics) &&
  told.topics.every((topic: unknown) => typeof topic === 'string' && isTopic(topic))
