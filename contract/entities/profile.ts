/**
 * §3 Profile: the data that others see. It never has a birth date or coordinates, and always has the fictional mark
 * [SAFE-7].
 */
import * as v from 'valibot'
import { AboutMe, BirthDate, CityId, Count, CountryCode, Id, Name, RegionCode, Timestamp } from '../fields.ts'
import { INTERESTS_MAX } from '../limits.ts'
import { OwnPhoto, Photo } from './photo.ts'

export const GENDERS = ['male', 'female'] as const
/** §3 Sexuality. It is sensitive data [ACC-18], and so is `looking_for`. */
export const SEXUALITIES = ['hetero', 'gay', 'lesbian', 'bi'] as const
export type Sexuality = (typeof SEXUALITIES)[number]
export const LOOKING_FOR = ['male', 'female', 'both'] as const
export const HAIR_COLOURS = [
  'brunette',
  'blond',
  'brown',
  'white',
  'bald',
  'black',
  'dark_blond',
  'dark_brown',
  'gray',
  'red',
] as const
export const EYE_COLOURS = ['blue', 'green', 'hazel', 'brown'] as const
export const BODY_TYPES = ['slim', 'normal', 'fat'] as const
export const RELATIONSHIP_STATUSES = [
  'divorced',
  'living_together',
  'married',
  'single',
  'widowed',
  'unmarried',
] as const
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
/** [PROF-13] Bands up to 10, 25, 50, 100, 250 km, and farther. `same` is the same city. */
export const DISTANCE_BANDS = ['same', '10', '25', '50', '100', '250', 'far'] as const
export type DistanceBand = (typeof DISTANCE_BANDS)[number]
export type Interest = (typeof INTERESTS)[number]

/** §3 The status that others see: an account that is being deleted counts as deleted. */
export const PROFILE_STATUSES = ['active', 'not_confirmed', 'deleted'] as const

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

/** The whole profile as one viewer sees it. */
export const Profile = v.object({
  ...ProfileCard.entries,
  status: v.picklist(PROFILE_STATUSES),
  about_me: v.string(),
  /** Null unless the member has answered and still consents to storing it [ACC-18]. */
  sexuality: v.nullable(v.picklist(SEXUALITIES)),
  hair_colour: v.nullable(v.picklist(HAIR_COLOURS)),
  eye_colour: v.nullable(v.picklist(EYE_COLOURS)),
  body_type: v.nullable(v.picklist(BODY_TYPES)),
  relationship_status: v.nullable(v.picklist(RELATIONSHIP_STATUSES)),
  interests: v.array(v.picklist(INTERESTS)),
  photos: v.array(Photo),
  /** The number of photos, including those the viewer may not see. */
  photo_count: Count,
  /** The viewer's relation: the viewer likes, is liked, blocks. All false for visitors. */
  liked: v.boolean(),
  likes_me: v.boolean(),
  blocked: v.boolean(),
  /** The reason the viewer cannot write, or null. */
  closed: v.nullable(v.picklist(['blocked', 'blocking', 'recipient_unconfirmed', 'recipient_deleted'])),
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
  looking_for: v.nullable(v.picklist(LOOKING_FOR)),
  city_id: v.nullable(CityId),
  /** An edit is queued on this device; only the device sets this. */
  waiting: v.optional(v.boolean()),
})
export type OwnProfile = v.InferOutput<typeof OwnProfile>

/**
 * An edit of the member's own profile: omitted fields stay, null deletes. A place needs all three fields or none.
 * Sexuality, `looking_for` and sensitive interests need the consent `sensitive` [ACC-18].
 */
export const ProfileChange = v.pipe(
  v.object({
    name: v.optional(Name),
    gender: v.optional(v.picklist(GENDERS, 'invalid')),
    about_me: v.optional(AboutMe),
    sexuality: v.optional(v.nullable(v.picklist(SEXUALITIES, 'invalid'))),
    looking_for: v.optional(v.nullable(v.picklist(LOOKING_FOR, 'invalid'))),
    hair_colour: v.optional(v.nullable(v.picklist(HAIR_COLOURS, 'invalid'))),
    eye_colour: v.optional(v.nullable(v.picklist(EYE_COLOURS, 'invalid'))),
    body_type: v.optional(v.nullable(v.picklist(BODY_TYPES, 'invalid'))),
    relationship_status: v.optional(v.nullable(v.picklist(RELATIONSHIP_STATUSES, 'invalid'))),
    interests: v.optional(
      v.pipe(
        v.array(v.picklist(INTERESTS, 'invalid'), 'invalid'),
        v.transform((list) => [...new Set(list)]),
        v.maxLength(INTERESTS_MAX, 'too_many'),
      ),
    ),
    country: v.optional(CountryCode),
    countryregion: v.optional(RegionCode),
    city: v.optional(CityId),
  }),
  v.forward(
    v.check(
      (change) =>
        new Set([change.country, change.countryregion, change.city].map((part) => part === undefined)).size === 1,
      'place_unknown',
    ),
    ['city'],
  ),
)
export type ProfileChange = v.InferOutput<typeof ProfileChange>
