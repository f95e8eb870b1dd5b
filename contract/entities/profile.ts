/** §3 Profile: what others see. Never a birth date, never coordinates, always the fictional mark [SAFE-7]. */
import * as v from 'valibot'
import { BirthDate, CityId, CountryCode, Id, RegionCode, Timestamp } from '../fields.ts'
import { Photo } from './photo.ts'

export const GENDERS = ['male', 'female'] as const
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
export type Interest = (typeof INTERESTS)[number]

/** What a list shows of someone. */
export const ProfileCard = v.object({
  id: Id,
  name: v.string(),
  age: v.number(),
  gender: v.picklist(GENDERS),
  country: CountryCode,
  /** ISO 3166-2, what the search filter calls countryregion. */
  countryregion: RegionCode,
  /** Names of region and city in the country's own language. */
  region: v.string(),
  city: v.string(),
  main_image: v.nullable(Photo),
  /** A fictional profile: chat only, no meeting. */
  fictional: v.boolean(),
  /** Last activity, rounded down to the minute. */
  last_active: Timestamp,
  /** False once the account is being deleted or gone. */
  exists: v.boolean(),
})
export type ProfileCard = v.InferOutput<typeof ProfileCard>

/** The whole profile as one viewer sees it. */
export const Profile = v.object({
  ...ProfileCard.entries,
  about_me: v.string(),
  hair_colour: v.nullable(v.picklist(HAIR_COLOURS)),
  eye_colour: v.nullable(v.picklist(EYE_COLOURS)),
  body_type: v.nullable(v.picklist(BODY_TYPES)),
  relationship_status: v.nullable(v.picklist(RELATIONSHIP_STATUSES)),
  interests: v.array(v.picklist(INTERESTS)),
  photos: v.array(Photo),
  /** The viewer's own side: do I like them, do they like me, do I block them. All false for visitors. */
  liked: v.boolean(),
  likes_me: v.boolean(),
  blocked: v.boolean(),
  /** Why the viewer cannot write, or null. */
  closed: v.nullable(v.picklist(['blocked', 'blocking', 'recipient_unconfirmed', 'recipient_deleted'])),
})
export type Profile = v.InferOutput<typeof Profile>

/** The member's own profile: as others see it, and what only the member sees. */
export const OwnProfile = v.object({
  ...Profile.entries,
  date_of_birth: BirthDate,
  looking_for: v.picklist(LOOKING_FOR),
  city_id: CityId,
})
export type OwnProfile = v.InferOutput<typeof OwnProfile>
