/**
 * §3 Profile: the data that others see. It never has a birth date or coordinates, and always has the fictional mark
 * [SAFE-7].
 */
import * as v from 'valibot'
import { AboutMe, BirthDate, CityId, Count, CountryCode, Id, Name, RegionCode, Timestamp } from '../fields.ts'
import { DISTANCE_BANDS } from '../rules/distance.ts'
import { CLOSED_REASONS } from '../rules/may-write.ts'
import { INTERESTS_MAX } from '../limits.ts'
import { OwnPhoto, Photo } from './photo.ts'
import { isWholePlaceOrNone } from './place.ts'
import { PROMPT_ANSWER_MAX, PROMPTS, PROMPTS_MAX } from './prompts.ts'
import { FACT_NAMES, OWNER_FACTS, PROFILE_FACTS, SHOWN_FACTS, type FactName, type FactValue } from './profile-facts.ts'
import { recordOf } from '../records.ts'

export const GENDERS = ['male', 'female'] as const
/** §3 Interests, in the specification's order. */
export const INTERESTS = [
  'relationship',
  'onenightstand',
  'kissing',
  'hugging',
  'massages',
  'lingerie',
  'sex',
  'safesex',
  'publicsex',
  'oralsex',
  'analsex',
  'sextoys',
  'masturbating',
  'exchangingpictures',
  'threesome',
  'gangbang',
  'bondage',
  'sadomasochism',
  'gym',
  'sports',
  'dancing',
  'travelling',
  'adventure',
  'party',
  'tattoos',
  'music',
  'movies',
  'videogames',
  'politics',
  'outdoors',
  'gardening',
  'hiking',
  'biking',
  'reading',
  'animals',
  'beach',
  'art',
  'photography',
  'theater',
  'shopping',
  'fashion',
  'astrology',
  'cooking',
  'foodie',
  'bbq',
  'sushi',
  'vegetarian',
  'wine',
  'beer',
  'tea',
  'coffee',
] as const
export type Interest = (typeof INTERESTS)[number]

/** Interests as somebody chooses them, each once. */
export const ChosenInterests = v.pipe(
  v.array(v.picklist(INTERESTS, 'invalid'), 'invalid'),
  v.transform((list) => [...new Set(list)]),
  v.maxLength(INTERESTS_MAX, 'too_many'),
)

/** §3 The status that others see: an account that is being deleted counts as deleted. */
const PROFILE_STATUSES = ['active', 'not_confirmed', 'deleted'] as const

/** The short form of a profile in lists. */
export const ProfileCard = v.object({
  id: Id,
  name: v.string(),
  age: v.number(),
  /** Null if `reserved`, like the country. */
  gender: v.nullable(v.picklist(GENDERS)),
  country: v.nullable(CountryCode),
  /** ISO 3166-2, `countryregion` in the search filter; null if the member has not chosen one. */
  countryregion: v.nullable(RegionCode),
  /** Names of region and city in the country's own language; empty if the member has not chosen any. */
  region: v.string(),
  city: v.string(),
  main_image: v.nullable(Photo),
  /** Whether this is a fictional profile: chat only, no meeting. */
  fictional: v.boolean(),
  /** Last activity, rounded down to the minute; 0 if `reserved`. */
  last_active: Timestamp,
  /** False once the account is being deleted or gone. */
  exists: v.boolean(),
  /** The distance between the city centres as a band in km [PROF-13]; null for visitors and if a city is unknown. */
  distance: v.nullable(v.picklist(DISTANCE_BANDS)),
  /** Privacy mode: the viewer sees only name, age and a blurred photo [PROF-11]. */
  reserved: v.boolean(),
})
export type ProfileCard = v.InferOutput<typeof ProfileCard>

// The schemas of facts are made from their table, so TypeScript cannot infer these types.
type AnsweredFacts<Name extends FactName> = {
  [Key in Name]: v.OptionalSchema<v.GenericSchema<FactValue<Key> | null>, null>
}
type ChangedFacts<Name extends FactName> = {
  [Key in Name]: v.OptionalSchema<v.GenericSchema<FactValue<Key> | null>, undefined>
}

/** An answer of an older server lacks newer facts: they count as not answered. */
const answeredFacts = <Name extends FactName>(names: readonly Name[]): AnsweredFacts<Name> =>
  recordOf(names, (name) =>
    v.optional(v.nullable(v.picklist(PROFILE_FACTS[name].options)), null),
  ) as AnsweredFacts<Name>

const changedFacts = <Name extends FactName>(names: readonly Name[]): ChangedFacts<Name> =>
  recordOf(names, (name) =>
    v.optional(v.nullable(v.picklist(PROFILE_FACTS[name].options, 'invalid'))),
  ) as ChangedFacts<Name>

/** The whole profile as one viewer sees it. */
export const Profile = v.object({
  ...ProfileCard.entries,
  status: v.picklist(PROFILE_STATUSES),
  about_me: v.string(),
  /** Answered prompts, in the member's order [PROF-15]; missing from an older server or row. */
  prompts: v.optional(v.array(v.object({ prompt: v.picklist(PROMPTS), answer: v.string() }))),
  /** A fact is null unless the member has answered it; a sensitive one also without the consent to store it [ACC-18]. */
  ...answeredFacts(SHOWN_FACTS),
  interests: v.array(v.picklist(INTERESTS)),
  photos: v.array(Photo),
  /** The number of photos, including those the viewer may not see. */
  photo_count: Count,
  /** The viewer's relation: the viewer likes, is liked, blocks. All false for visitors. */
  liked: v.boolean(),
  likes_me: v.boolean(),
  blocked: v.boolean(),
  /** The reason the viewer cannot write, or null. */
  closed: v.nullable(v.picklist(CLOSED_REASONS)),
  /**
   * A conversation exists, even if the viewer has deleted it: writing starts no new one [CHAT-4]. Missing in older
   * rows.
   */
  talked: v.optional(v.boolean()),
  /** The device knows only the card, so the other fields are empty; only the device sets this. */
  card_only: v.optional(v.boolean()),
})
export type Profile = v.InferOutput<typeof Profile>

/** The member's own profile: the data that others see, and private fields. */
export const OwnProfile = v.object({
  ...Profile.entries,
  gender: v.picklist(GENDERS),
  country: CountryCode,
  /** All photos in order, including pending, rejected and private ones. */
  photos: v.array(OwnPhoto),
  date_of_birth: BirthDate,
  ...answeredFacts(OWNER_FACTS),
  city_id: v.nullable(CityId),
  /** An edit is queued on this device; only the device sets this. */
  waiting: v.optional(v.boolean()),
})
export type OwnProfile = v.InferOutput<typeof OwnProfile>

/**
 * An edit of the member's own profile: omitted fields stay, null deletes. A place needs all three fields or none.
 * Sensitive facts and interests need the consent `sensitive` [ACC-18].
 */
export const ProfileChange = v.pipe(
  v.object({
    name: v.optional(Name),
    gender: v.optional(v.picklist(GENDERS, 'invalid')),
    about_me: v.optional(AboutMe),
    prompts: v.optional(
      v.pipe(
        v.array(
          v.object({
            prompt: v.picklist(PROMPTS, 'invalid'),
            answer: v.pipe(AboutMe, v.minLength(1, 'required'), v.maxLength(PROMPT_ANSWER_MAX, 'too_long')),
          }),
          'invalid',
        ),
        v.maxLength(PROMPTS_MAX, 'too_many'),
        v.check((list) => new Set(list.map(({ prompt }) => prompt)).size === list.length, 'invalid'),
      ),
    ),
    ...changedFacts(FACT_NAMES),
    interests: v.optional(ChosenInterests),
    country: v.optional(CountryCode),
    countryregion: v.optional(RegionCode),
    city: v.optional(CityId),
  }),
  v.forward(
    v.check((change) => isWholePlaceOrNone(change), 'place_unknown'),
    ['city'],
  ),
)
export type ProfileChange = v.InferOutput<typeof ProfileChange>
