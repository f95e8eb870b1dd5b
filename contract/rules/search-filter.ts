/** Applies the search filter to profiles on the device [FIND-7], and builds the key of a filter in its store. */
import { AGE_MAX, AGE_MIN } from '../limits.ts'

export type Filter = {
  gender?: 'male' | 'female' | undefined
  country?: string | undefined
  countryregion?: string | undefined
  min_age?: number | undefined
  max_age?: number | undefined
}

/** A profile in privacy mode hides gender and place, so a filter by them does not find it on a device. */
type Searchable = { gender: string | null; country: string | null; countryregion: string | null; age: number }

export const matchesFilter = (profile: Searchable, filter: Filter): boolean =>
  (filter.gender === undefined || profile.gender === filter.gender) &&
  (filter.country === undefined || profile.country === filter.country) &&
  (filter.countryregion === undefined || profile.countryregion === filter.countryregion) &&
  profile.age >= (filter.min_age ?? AGE_MIN) &&
  profile.age <= (filter.max_age ?? AGE_MAX)

/** Equal filters have the same key, regardless of order and defaults. */
export const filterKey = (filter: Filter): string =>
  [
    filter.gender ?? '',
    filter.country ?? '',
    filter.countryregion ?? '',
    filter.min_age ?? AGE_MIN,
    filter.max_age ?? AGE_MAX,
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
})
