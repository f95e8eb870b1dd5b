/**
 * The table of calls: the one place that says which calls there are, what they take and give, who may make them and
 * what the service worker does with them. The server mounts it, the app calls through it, the worker routes by it.
 */
import * as v from 'valibot'
import { callMatcher, type Call } from './call.ts'
import { Chat, Failure, Message, WaitingMessage } from './entities/chat.ts'
import { Liked, LikedBy, LikeState } from './entities/like.ts'
import { Places } from './entities/place.ts'
import { GENDERS, LOOKING_FOR, OwnProfile, Profile, ProfileCard } from './entities/profile.ts'
import { Settings } from './entities/settings.ts'
import { Counts, User } from './entities/user.ts'
import {
  ClientId,
  CityId,
  ConversationId,
  Count,
  CountryCode,
  BirthDate,
  Email,
  Id,
  IdText,
  MessageText,
  Name,
  Password,
  PasswordAttempt,
  RegionCode,
  intText,
} from './fields.ts'
import { AGE_MAX, AGE_MIN, SEARCH_PAGES_MAX } from './limits.ts'
import { LOCALES } from './locales.ts'
import { SyncAnswer } from './sync.ts'

const Empty = v.object({})
const ByProfile = v.object({ profile: IdText })
const Session = v.object({ user: v.nullable(User), counts: v.nullable(Counts) })

/** What a browser's `PushSubscription.toJSON()` gives. */
export const PushSubscription = v.object({
  endpoint: v.pipe(
    v.string('required'),
    v.url('invalid'),
    v.startsWith('https://', 'invalid'),
    v.maxLength(1_000, 'too_long'),
  ),
  keys: v.object({
    p256dh: v.pipe(v.string('required'), v.regex(/^[\w-]{80,100}={0,2}$/, 'invalid')),
    auth: v.pipe(v.string('required'), v.regex(/^[\w-]{20,30}={0,2}$/, 'invalid')),
  }),
})

export const calls = {
  // account
  'user.get': {
    method: 'GET',
    path: 'user',
    who: 'visitor',
    offline: 'cached',
    response: Session,
    errors: ['request_type_missing'],
  },
  'user.login': {
    method: 'POST',
    path: 'user',
    who: 'visitor',
    offline: 'network',
    body: v.object({ email: Email, password: PasswordAttempt }),
    response: Session,
    errors: ['request_type_missing', 'login_failed', 'email_being_deleted'],
  },
  'user.language': {
    method: 'PUT',
    path: 'user',
    who: 'member',
    offline: 'network',
    body: v.object({ language: v.picklist(LOCALES, 'invalid') }),
    response: Session,
    errors: ['request_type_missing'],
  },
  'user.push': {
    method: 'POST',
    path: 'user',
    when: { query: 'push', is: '1' },
    who: 'member',
    offline: 'network',
    body: v.object({ subscription: v.nullable(PushSubscription) }),
    response: Empty,
    errors: ['request_type_missing'],
  },
  logout: {
    method: 'GET',
    path: 'logout',
    who: 'visitor',
    offline: 'network',
    response: Empty,
    errors: ['foreign_origin'],
  },
  signup: {
    method: 'POST',
    path: 'signup',
    who: 'visitor',
    offline: 'network',
    body: v.pipe(
      v.object({
        email: Email,
        name: Name,
        password: Password,
        date_of_birth: BirthDate,
        gender: v.picklist(GENDERS, 'required'),
        looking_for: v.picklist(LOOKING_FOR, 'required'),
        country: CountryCode,
        countryregion: RegionCode,
        city: CityId,
        language: v.picklist(LOCALES, 'invalid'),
      }),
      v.forward(
        v.partialCheck(
          [['name'], ['email']],
          ({ name, email }) => name.toLowerCase() !== email.toLowerCase(),
          'name_is_email',
        ),
        ['name'],
      ),
    ),
    response: Session,
    errors: ['email_taken', 'email_being_deleted', 'signups_closed'],
  },
  'activation.send': {
    method: 'POST',
    path: 'activation',
    who: 'member',
    offline: 'network',
    response: Empty,
    errors: ['already_confirmed'],
  },
  'activation.use': {
    method: 'GET',
    path: 'activate',
    who: 'visitor',
    offline: 'network',
    query: v.object({ token: v.pipe(v.string('required'), v.maxLength(200, 'too_long')) }),
    response: 'redirect',
    errors: [],
  },

  // find
  'members.search': {
    method: 'GET',
    path: 'members',
    who: 'visitor',
    offline: 'cached',
    query: v.object({
      gender: v.optional(v.picklist(GENDERS, 'invalid')),
      country: v.optional(CountryCode),
      countryregion: v.optional(RegionCode),
      min_age: v.optional(intText(AGE_MIN, AGE_MAX)),
      max_age: v.optional(intText(AGE_MIN, AGE_MAX)),
      /** 1 for the first page. */
      page: v.optional(intText(1, SEARCH_PAGES_MAX)),
      /** `next` of the page before: keeps the order stable while one pages [FIND-2]. */
      after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,16}-\d{1,16}$/, 'invalid'))),
    }),
    response: v.object({
      pageNumber: Count,
      results: v.array(ProfileCard),
      /** Where the next page begins, or null on the last one. */
      next: v.nullable(v.string()),
    }),
    errors: ['search_closed'],
  },
  'members.get': {
    method: 'GET',
    path: 'members/:id',
    who: 'visitor',
    offline: 'cached',
    params: v.object({ id: IdText }),
    response: v.object({ profile: Profile }),
    errors: ['not_found', 'search_closed', 'blocked'],
  },
  'profile.get': {
    method: 'GET',
    path: 'profile',
    who: 'member',
    offline: 'cached',
    response: v.object({ profile: OwnProfile }),
    errors: [],
  },

  // likes
  'likes.get': {
    method: 'GET',
    path: 'likes',
    who: 'member',
    offline: 'cached',
    response: v.object({
      profiles: v.array(ProfileCard),
      liked_by: v.array(LikedBy),
      liked: v.array(Liked),
      matches: v.array(Liked),
    }),
    errors: [],
  },
  'likes.put': {
    method: 'PUT',
    path: 'likes/:profile',
    who: 'member',
    offline: 'queued',
    params: ByProfile,
    response: v.object({ like: LikeState, match: v.boolean() }),
    errors: ['not_found', 'self_not_allowed', 'blocked', 'blocking', 'recipient_deleted'],
  },
  'likes.delete': {
    method: 'DELETE',
    path: 'likes/:profile',
    who: 'member',
    offline: 'queued',
    params: ByProfile,
    response: v.object({ like: LikeState, match: v.boolean() }),
    errors: ['not_found', 'self_not_allowed'],
  },
  'likes.seen': {
    method: 'PUT',
    path: 'likes/:profile/seen',
    who: 'member',
    offline: 'queued',
    params: ByProfile,
    response: Empty,
    errors: ['not_found', 'self_not_allowed'],
  },

  // chat
  'chats.get': {
    method: 'GET',
    path: 'chats',
    who: 'member',
    offline: 'cached',
    /** `seq` is where the feed stood when the list was read: the device syncs on from there. */
    response: v.object({ chats: v.array(Chat), profiles: v.array(ProfileCard), counts: Counts, seq: Count }),
    errors: [],
  },
  'messages.list': {
    method: 'GET',
    path: 'chats/:conversation/messages',
    who: 'member',
    offline: 'cached',
    params: v.object({ conversation: ConversationId }),
    query: v.object({ before: v.optional(IdText) }),
    /** A conversation that nobody has begun yet is empty, not missing: `chat` is null. */
    response: v.object({
      chat: v.nullable(Chat),
      profile: ProfileCard,
      /** Oldest first; the newest page, or the page before `before`. */
      messages: v.array(Message),
      /** Give it as `before` for the page before this one; null at the beginning. */
      before: v.nullable(Id),
      /** Only the device fills it in: what waits here, oldest first. */
      waiting: v.optional(v.array(WaitingMessage)),
    }),
    errors: ['not_found'],
  },
  'messages.send': {
    method: 'POST',
    path: 'messages',
    who: 'member',
    offline: 'queued',
    body: v.variant(
      'type',
      [v.object({ client_id: ClientId, profile: Id, type: v.literal('text'), text: MessageText })],
      'invalid',
    ),
    response: v.object({ message: Message, credits: Count }),
    errors: [
      'not_found',
      'self_not_allowed',
      'not_enough_credits',
      'blocked',
      'blocking',
      'recipient_unconfirmed',
      'recipient_deleted',
    ],
  },
  'chats.read': {
    method: 'PUT',
    path: 'chats/:conversation/read',
    who: 'member',
    offline: 'queued',
    params: v.object({ conversation: ConversationId }),
    body: v.object({ up_to: Id }),
    response: v.object({ num_unread_messages: Count }),
    errors: ['not_found'],
  },
  'blocks.put': {
    method: 'PUT',
    path: 'blocks/:profile',
    who: 'member',
    offline: 'network',
    params: ByProfile,
    response: Empty,
    errors: ['not_found', 'self_not_allowed'],
  },
  'blocks.delete': {
    method: 'DELETE',
    path: 'blocks/:profile',
    who: 'member',
    offline: 'network',
    params: ByProfile,
    response: Empty,
    errors: ['not_found', 'self_not_allowed'],
  },
  sync: {
    method: 'GET',
    path: 'sync',
    who: 'member',
    offline: 'network',
    query: v.object({ after: intText(0, Number.MAX_SAFE_INTEGER) }),
    /** 204 without a body when nothing changed. Asking `after=n` also says that this device has everything up to n. */
    response: SyncAnswer,
    errors: [],
  },
  events: { method: 'GET', path: 'events', who: 'member', offline: 'network', response: 'stream', errors: [] },

  // site
  'settings.get': {
    method: 'GET',
    path: 'settings',
    who: 'visitor',
    offline: 'cached',
    response: v.object({ settings: Settings, domain_language: v.string() }),
    errors: [],
  },
  'regions.get': {
    method: 'GET',
    path: 'regions',
    who: 'visitor',
    offline: 'cached',
    response: v.object({ countries: Places }),
    errors: [],
  },

  // the device itself
  'device.state': {
    method: 'GET',
    path: 'device',
    who: 'visitor',
    offline: 'device',
    response: v.object({
      connection: v.picklist(['online', 'offline']),
      /** Writes that wait, and writes the server refused. */
      waiting: Count,
      /** `kind` is the name of the call, `profile` the one it was about. */
      failed: v.array(v.object({ id: ClientId, kind: v.string(), failure: Failure, profile: v.optional(Id) })),
    }),
    errors: ['no_device'],
  },
  'device.sync': {
    method: 'POST',
    path: 'device/sync',
    who: 'visitor',
    offline: 'device',
    response: Empty,
    errors: ['no_device'],
  },
  'device.retry': {
    method: 'POST',
    path: 'device/outbox/:id',
    who: 'member',
    offline: 'device',
    params: v.object({ id: ClientId }),
    response: Empty,
    errors: ['no_device', 'not_found'],
  },
  'device.discard': {
    method: 'DELETE',
    path: 'device/outbox/:id',
    who: 'member',
    offline: 'device',
    params: v.object({ id: ClientId }),
    response: Empty,
    errors: ['no_device', 'not_found'],
  },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

/** Entries seen as plain calls, where a place handles them all alike. */
export const callOf = (name: CallName): Call => calls[name]

export const matchCall = callMatcher<CallName>(calls)

type PartOf<Name extends CallName, Part extends 'params' | 'query' | 'body'> = (typeof calls)[Name] extends {
  [K in Part]: infer S extends v.GenericSchema
}
  ? S
  : undefined

/** What a caller writes. */
export type CallInput<Name extends CallName> = {
  [Part in 'params' | 'query' | 'body' as PartOf<Name, Part> extends undefined ? never : Part]: PartOf<
    Name,
    Part
  > extends v.GenericSchema
    ? v.InferInput<PartOf<Name, Part>>
    : never
}

/** What a handler receives, parsed. */
export type CallParsed<Name extends CallName> = {
  [Part in 'params' | 'query' | 'body' as PartOf<Name, Part> extends undefined ? never : Part]: PartOf<
    Name,
    Part
  > extends v.GenericSchema
    ? v.InferOutput<PartOf<Name, Part>>
    : never
}

export type CallAnswer<Name extends CallName> = (typeof calls)[Name]['response'] extends v.GenericSchema
  ? v.InferOutput<(typeof calls)[Name]['response']>
  : null

/** What the device answers instead when it has taken a write into the outbox: status 202. */
export const Queued = v.object({ queued: v.literal(true) })
