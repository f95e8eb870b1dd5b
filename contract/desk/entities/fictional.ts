/** Fictional profiles as the desk lists, edits and pauses them [DESK-14], [GUARD-7]. */
import * as v from 'valibot'
import { PHOTO_STATUSES } from '../../entities/photo.ts'
import { GENDERS, INTERESTS } from '../../entities/profile.ts'
import { FACT_NAMES, PROFILE_FACTS, factRecord, type FactName, type FactValue } from '../../entities/profile-facts.ts'
import { FICTIONAL_RESPONDERS } from '../../entities/site-settings.ts'
import { AboutMe, BirthDate, CityId, Count, CountryCode, Id, Name, RegionCode, Timestamp } from '../../fields.ts'
import { INTERESTS_MAX } from '../../limits.ts'
import { LOCALES } from '../../locales.ts'

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
  ...(factRecord(FACT_NAMES, (name) => v.nullable(v.picklist(PROFILE_FACTS[name].options, 'invalid'))) as FactFields),
  interests: v.pipe(
    v.array(v.picklist(INTERESTS, 'invalid'), 'invalid'),
    v.transform((list) => [...new Set(list)]),
    v.maxLength(INTERESTS_MAX, 'too_many'),
  ),
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
