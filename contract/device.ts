import { CLIENT_ID } from './rules/ids.ts'

/** The BroadcastChannel on which the service worker sends the app the names of changed topics, never contents. */
export const DEVICE_CHANNEL = 'visavis'

/** A header on answers from the device: when the stored data were last fresh, in milliseconds. */
export const CACHED_AT_HEADER = 'x-held-at'

/** A header on the app's shell: the paths of the text files of its language, which the worker caches. */
export const TEXTS_HEADER = 'x-texts'

/**
 * §7 requests to user.php carry a client request-type header. Older builds of the app send the first value; the server
 * answers them in the older form (`server/http/older-builds.ts`).
 */
export const REQUEST_TYPE_HEADER = 'x-request-type'
export const FIRST_REQUEST_TYPE = 'client'
export const REQUEST_TYPE = 'client-2'

/**
 * A header on the worker's own requests: the device's member; and on a page's calls that act: the member whom the page
 * shows. If the session belongs to another member, the worker and the server answer `authentication_required`, so no
 * write reaches the wrong account.
 */
export const MEMBER_HEADER = 'x-member'

/** A header on queued writes: their position among the sends of this device (`rules/write-order.ts`). */
export const WRITE_ORDER_HEADER = 'x-write'

/** A header on every answer of the server: the id of the request in its log. Without it something in between may have answered. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** The tag of Periodic Background Sync [PWA-4]. */
export const REFRESH_TAG = 'refresh'

/**
 * The waiting worker's message to every page, with a port: it takes over now. The page answers on the port and sends no
 * calls until then.
 */
export const TAKING_OVER = 'TAKING_OVER'

/**
 * The id of the element with which the worker's document brings stored answers, so that the app requests none of them
 * before its first screen [PWA-17].
 */
export const STORED_ANSWERS_ID = 'stored-answers'

/** The keys are addresses of calls. `cachedAt` is what `CACHED_AT_HEADER` says, in milliseconds. */
export type StoredAnswers = Record<string, { data: unknown; cachedAt: number }>

/** `?lang=de`: each language version of a page has its own URL [SITE-14]. */
export const LOCALE_PARAM = 'lang'

/**
 * The parameter with which the links of a mail name its language. Only a device on which no language was chosen follows it, such as the
 * phone of somebody who has signed up on a computer [SITE-2].
 */
export const MAIL_LOCALE_PARAM = 'mail_lang'

/** Whether this is a path of this site. Browsers read a backslash as a slash and skip tabs and line breaks, and `//` would name another host. */
export const isOwnPath = (path: string): boolean => /^\/(?!\/)[^\\\t\n\r]*$/.test(path)

/** The path and the form fields with which the installed app receives shared files [PWA-9]. */
export const SHARE_PATH = '/share'
export const SHARE_FILES = 'photo'
export const SHARE_WORDS = ['title', 'text', 'url'] as const

/** The places of drafts that belong to no conversation. */
export const SHARE_PLACE = 'share'
export const PROFILE_PLACE = 'profile'

const TOPICS = [
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
  'reports',
  'device',
] as const

/**
 * A kind of data that the app shows and refetches. `messages:<conversation>` is one conversation, `member:<id>` one
 * profile.
 */
export type Topic = (typeof TOPICS)[number] | `messages:${string}` | `member:${number}`

const isTopic = (text: string): text is Topic =>
  TOPICS.some((topic) => topic === text) || text.startsWith('messages:') || /^member:\d+$/.test(text)

export type DeviceNews = { topics: Topic[] }

/** Checked without a schema, since every page runs this code from its start. */
export const isDeviceNews = (message: unknown): message is DeviceNews =>
  typeof message === 'object' &&
  message !== null &&
  'topics' in message &&
  Array.isArray(message.topics) &&
  message.topics.every((topic: unknown) => typeof topic === 'string' && isTopic(topic))

/**
 * The device's answer (status 202) to a write that it has added to the outbox. `id` is the id of the outbox row
 * (`device.discard` deletes it while it is queued). Without `id` nothing is queued, for example when a queued photo was
 * dropped.
 */
export type QueuedAnswer = { queued: true; id?: string }

/** Checked without a schema, since every page runs this code. */
export const isQueued = (answer: unknown): answer is QueuedAnswer =>
  typeof answer === 'object' &&
  answer !== null &&
  'queued' in answer &&
  answer.queued === true &&
  (!('id' in answer) || (typeof answer.id === 'string' && CLIENT_ID.test(answer.id)))

/** The fragment of the own profile that asks whether to log out. */
export const LOGOUT_ANCHOR = 'logout'

/**
 * The call `logout` that a member opens as a page leads here: any page elsewhere may link to it, and a logout deletes what waits to be
 * sent [PWA-11], [SAFE-4].
 */
export const ASK_LOGOUT_PATH = `/profile#${LOGOUT_ANCHOR}`
