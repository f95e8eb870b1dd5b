/** Fictional profiles at the desk: marketing writes and pauses them, moderators read [DESK-14], [GUARD-7]. */
import * as v from 'valibot'
import { PHOTO_SIZES, PHOTO_STATUSES, PHOTO_TYPES } from '../entities/photo.ts'
import { FACT_NAMES, PROFILE_FACTS, type FactName, type FactValue } from '../entities/profile-facts.ts'
import { ChosenInterests, GENDERS } from '../entities/profile.ts'
import { FICTIONAL_RESPONDERS } from '../entities/site-settings.ts'
import { PICTURE_ERRORS } from '../errors.ts'
import {
  AboutMe,
  BirthDate,
  CityId,
  ClientId,
  Count,
  CountryCode,
  Id,
  IdText,
  Name,
  OperatorText,
  RegionCode,
  Timestamp,
} from '../fields.ts'
import { PHOTO_BYTES_MAX, PHOTOS_PREMIUM } from '../limits.ts'
import { LOCALES } from '../locales.ts'
import type { DeskCall } from './call.ts'
import { ConversationLine } from './answers.ts'
import { recordOf } from '../records.ts'

export const PERSONA_MAX = 4_000
/** Messages and shares are those of so many whole days (UTC). */
export const FICTIONAL_DAYS = 30

// The schemas of facts are made from their table, so TypeScript cannot infer this type.
type FactFields = { [Key in FactName]: v.NullableSchema<v.GenericSchema<FactValue<Key>>, undefined> }

/** Everything about a fictional profile that the desk writes; a change sends all of it. */
export const FictionalForm = v.object({
  name: Name,
  gender: v.picklist(GENDERS, 'invalid'),
  date_of_birth: BirthDate,
  country: CountryCode,
  countryregion: RegionCode,
  city: CityId,
  /** The language of its texts. */
  language: v.picklist(LOCALES, 'invalid'),
  about_me: AboutMe,
  ...(recordOf(FACT_NAMES, (name) => v.nullable(v.picklist(PROFILE_FACTS[name].options, 'invalid'))) as FactFields),
  interests: ChosenInterests,
  /** Notes about the character and its way of writing, for whoever answers; members never see them. */
  persona: v.pipe(v.string('required'), v.trim(), v.maxLength(PERSONA_MAX, 'too_long')),
})
export type FictionalForm = v.InferOutput<typeof FictionalForm>

export const FictionalNumbers = v.object({
  /** Messages to and from the profile. */
  messages: Count,
  /** Their share of all messages, and the share of the credits spent on them, from 0 to 1; null if nothing was counted. */
  messages_share: v.nullable(v.number()),
  revenue_share: v.nullable(v.number()),
})
export type FictionalNumbers = v.InferOutput<typeof FictionalNumbers>

export const FictionalRow = v.object({
  id: Id,
  name: v.string(),
  age: Count,
  gender: v.picklist(GENDERS),
  country: v.string(),
  city: v.string(),
  language: v.string(),
  paused: v.boolean(),
  /** The main photo; null without one that members see. */
  photo: v.nullable(Id),
  /** Messages that wait for an answer. */
  waiting: Count,
  numbers: FictionalNumbers,
})
export type FictionalRow = v.InferOutput<typeof FictionalRow>

export const FictionalPhoto = v.object({ id: Id, status: v.picklist(PHOTO_STATUSES), main: v.boolean() })
export type FictionalPhoto = v.InferOutput<typeof FictionalPhoto>

export const FictionalProfile = v.object({
  ...FictionalRow.entries,
  form: FictionalForm,
  /** In their order. */
  photos: v.array(FictionalPhoto),
  conversations: Count,
  /** The responder for fictional profiles on the main domain. */
  responder: v.picklist(FICTIONAL_RESPONDERS),
})
export type FictionalProfile = v.InferOutput<typeof FictionalProfile>

/** A conversation before anybody opens it. */
export const FictionalConversation = v.object({
  id: Id,
  member: v.object({ id: Id, name: v.string() }),
  messages: Count,
  last_at: v.nullable(Timestamp),
})
export type FictionalConversation = v.InferOutput<typeof FictionalConversation>

const READERS = ['marketing', 'moderator', 'owner'] as const
const EDITORS = ['marketing', 'owner'] as const
/** A conversation is a member's as well, so those who advertise do not read it. */
const LISTENERS = ['moderator', 'owner'] as const

export const FICTIONAL_STATES = ['active', 'paused'] as const

const byId = v.object({ id: IdText })
const byPhoto = v.object({ id: IdText, photo: IdText })
const byPair = v.object({ id: IdText, member: IdText })
const withReason = v.object({ reason: OperatorText })
const Place = v.object({ id: v.string(), name: v.string() })

export const fictionalCalls = {
  /** The newest first; `after` is the last id of the page before. */
  'fictional.list': {
    method: 'GET',
    path: 'fictional',
    roles: READERS,
    query: v.object({
      /** The beginning of a name. */
      q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, 'too_long'))),
      state: v.optional(v.picklist(FICTIONAL_STATES, 'invalid')),
      after: v.optional(IdText),
    }),
    response: v.object({
      profiles: v.array(FictionalRow),
      /** All fictional profiles, and the paused ones. */
      total: Count,
      paused: Count,
      more: v.boolean(),
    }),
    errors: [],
  },
  /** Lists for the form: countries and languages of the site, and the places of one country. */
  'fictional.choices': {
    method: 'GET',
    path: 'fictional-choices',
    roles: EDITORS,
    query: v.object({ country: v.optional(CountryCode) }),
    response: v.object({
      countries: v.array(v.string()),
      languages: v.array(v.string()),
      min_age: Count,
      regions: v.array(v.object({ ...Place.entries, cities: v.array(Place) })),
    }),
    errors: [],
  },
  'fictional.get': {
    method: 'GET',
    path: 'fictional/:id',
    roles: READERS,
    params: byId,
    response: FictionalProfile,
    errors: ['not_found'],
  },
  'fictional.add': {
    method: 'POST',
    path: 'fictional',
    roles: EDITORS,
    body: FictionalForm,
    response: v.object({ id: Id }),
    errors: [],
  },
  'fictional.change': {
    method: 'PUT',
    path: 'fictional/:id',
    roles: EDITORS,
    params: byId,
    body: FictionalForm,
    response: FictionalProfile,
    errors: ['not_found'],
  },
  /** Nobody can write to a paused profile or find it; credits for messages that wait come back at once. */
  'fictional.pause': {
    method: 'PUT',
    path: 'fictional/:id/paused',
    roles: EDITORS,
    params: byId,
    body: v.object({ paused: v.boolean('invalid'), reason: OperatorText }),
    response: FictionalProfile,
    errors: ['not_found', 'changed_meanwhile'],
  },
  'fictional.add_photo': {
    method: 'POST',
    path: 'fictional/:id/photos',
    roles: EDITORS,
    params: byId,
    query: v.object({ client_id: ClientId }),
    upload: { bytesMax: PHOTO_BYTES_MAX, types: PHOTO_TYPES },
    response: FictionalProfile,
    errors: ['not_found', 'photo_limit', ...PICTURE_ERRORS, 'rate_limited'],
  },
  /** The first approved photo is the main one. */
  'fictional.order_photos': {
    method: 'PUT',
    path: 'fictional/:id/photos',
    roles: EDITORS,
    params: byId,
    body: v.object({ ids: v.pipe(v.array(Id, 'invalid'), v.maxLength(PHOTOS_PREMIUM, 'too_many')) }),
    response: FictionalProfile,
    errors: ['not_found'],
  },
  'fictional.remove_photo': {
    method: 'DELETE',
    path: 'fictional/:id/photos/:photo',
    roles: EDITORS,
    params: byPhoto,
    response: FictionalProfile,
    errors: ['not_found'],
  },
  'fictional.photo': {
    method: 'GET',
    path: 'fictional/:id/photos/:photo/:size',
    roles: READERS,
    background: true,
    params: v.object({ ...byPhoto.entries, size: v.picklist(PHOTO_SIZES, 'invalid') }),
    response: 'file',
    errors: ['not_found'],
  },
  /** The newest first, without their texts. */
  'fictional.conversations': {
    method: 'GET',
    path: 'fictional/:id/conversations',
    roles: LISTENERS,
    params: byId,
    response: v.object({ conversations: v.array(FictionalConversation), total: Count }),
    errors: ['not_found'],
  },
  /** Opens a conversation; the audit says who looked and why. The newest messages, the oldest first. */
  'fictional.open': {
    method: 'POST',
    path: 'fictional/:id/conversations/:member/open',
    roles: LISTENERS,
    about: 'member',
    params: byPair,
    body: withReason,
    response: v.object({ lines: v.array(ConversationLine), more: v.boolean() }),
    errors: ['not_found'],
  },
} as const satisfies Record<string, DeskCall>
