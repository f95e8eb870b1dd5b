/** Applies the search filter to profiles on the device [FIND-7], and builds the key of a filter in its store. */
import { AGE_MAX, AGE_MIN } from '../limits.ts'
import { oldestFound } from './age.ts'
import { DISTANCE_BANDS, type DistanceBand } from './distance.ts'

/** The bands of distance that a search offers [PROF-13]. */
export const SEARCH_DISTANCES = ['same', '25', '50', '100'] as const satisfies readonly DistanceBand[]
export type SearchDistance = (typeof SEARCH_DISTANCES)[number]

export type Filter = {
  gender?: 'male' | 'female' | undefined
  country?: string | undefined
  countryregion?: string | undefined
  min_age?: number | undefined
  max_age?: number | undefined
  /** Country and region do not count beside a distance. */
  distance?: SearchDistance | undefined
  online?: '1' | undefined
  photo?: '1' | undefined
}

/** A profile in privacy mode hides gender and place, so a filter by them does not find it on a device. */
type Searchable = {
  gender: string | null
  country: string | null
  countryregion: string | null
  age: number
  distance: DistanceBand | null
  main_image: unknown
}

export const matchesFilter = (profile: Searchable, filter: Filter): boolean =>
  (filter.gender === undefined || profile.gender === filter.gender) &&
  isInPlace(profile, filter) &&
  (filter.photo === undefined || profile.main_image !== null) &&
  // A device without a connection does not know who is online.
  filter.online === undefined &&
  profile.age >= (filter.min_age ?? AGE_MIN) &&
  profile.age <= oldestFound(filter.max_age ?? AGE_MAX)

const isInPlace = (profile: Searchable, { distance, country, countryregion }: Filter): boolean =>
  distance === undefined
    ? (country === undefined || profile.country === country) &&
      (countryregion === undefined || profile.countryregion === countryregion)
    : profile.distance !== null && DISTANCE_BANDS.indexOf(profile.distance) <= DISTANCE_BANDS.indexOf(distance)

/** Equal filters have the same key, regardless of order and defaults. */
export const filterKey = (filter: Filter): string =>
  [
    filter.gender ?? '',
    filter.distance === undefined ? (filter.country ?? '') : '',
    filter.distance === undefined ? (filter.countryregion ?? '') : '',
    filter.min_age ?? AGE_MIN,
    filter.max_age ?? AGE_MAX,
    // The pages that older versions stored have no such parts.
    ...(filter.distance ? [`distance ${filter.distance}`] : []),
    ...(filter.online ? ['online'] : []),
    ...(filter.photo ? ['photo'] : []),
  ].join('|')

/** Swaps the ages if the minimum is above the maximum. */
export const orderedAges = (filter: Filter): { min_age: number; max_age: number } => {
  const [min, max] = [filter.min_age ?? AGE_MIN, filter.max_age ?? AGE_MAX]
  return min <= max ? { min_age: min, max_age: max } : { min_age: max, max_age: min }
}

/** [FIND-4] Drops filter fields that the site does not offer, for every caller. */
export const offeredFilter = <Wanted extends Filter>(filter: Wanted, fields: readonly string[]): Wanted => ({
  ...filter,
  ...(fields.includes('gender') ? {} : { gender: undefined }),
  ...(fields.includes('country') ? {} : { country: undefined }),
  ...(fields.includes('countryregion') ? {} : { countryregion: undefined }),
  ...(fields.includes('age') ? {} : { min_age: undefined, max_age: undefined }),
  ...(fields.includes('distance') ? {} : { distance: undefined }),
  ...(fields.includes('online') ? {} : { online: undefined }),
  ...(fields.includes('photo') ? {} : { photo: undefined }),
})
