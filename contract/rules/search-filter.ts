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

export const matchesFilter = (profile: Searchable, filter: Filter): boolean => {
  const { gender, country, countryregion, min_age = AGE_MIN, max_age = AGE_MAX, distance, online, photo } = filter
  const isByPlace = distance === undefined
  // A part of the filter without an entry here does not compile.
  const fits: Record<keyof Filter, boolean> = {
    gender: gender === undefined || profile.gender === gender,
    country: !isByPlace || country === undefined || profile.country === country,
    countryregion: !isByPlace || countryregion === undefined || profile.countryregion === countryregion,
    min_age: profile.age >= min_age,
    max_age: profile.age <= oldestFound(max_age),
    distance: distance === undefined || isWithin(profile.distance, distance),
    // A device without a connection does not know who is online.
    online: online === undefined,
    photo: photo === undefined || profile.main_image !== null,
  }
  return Object.values(fits).every(Boolean)
}

const isWithin = (band: DistanceBand | null, distance: SearchDistance): boolean =>
  band !== null && DISTANCE_BANDS.indexOf(band) <= DISTANCE_BANDS.indexOf(distance)

/** Equal filters have the same key, regardless of order and defaults. */
export const filterKey = (filter: Filter): string => {
  const { gender = '', country = '', countryregion = '', min_age = AGE_MIN, max_age = AGE_MAX, ...others } = filter
  const place = others.distance === undefined ? [country, countryregion] : ['', '']
  // Only a part that is set has a place here, so the keys of stored pages stay the same when there are more parts.
  const set = Object.entries(others).filter(([, value]) => value !== undefined)
  const further = set.map(([part, value]) => (value === '1' ? part : `${part} ${value}`)).toSorted()
  return [gender, ...place, min_age, max_age, ...further].join('|')
}

/** Swaps the ages if the minimum is above the maximum. */
export const orderedAges = (filter: Filter): { min_age: number; max_age: number } => {
  const [min, max] = [filter.min_age ?? AGE_MIN, filter.max_age ?? AGE_MAX]
  return min <= max ? { min_age: min, max_age: max } : { min_age: max, max_age: min }
}

/** The name of each part of a filter among the site's `search_fields` [FIND-4]. */
export const SEARCH_FIELDS = {
  gender: 'gender',
  country: 'country',
  countryregion: 'countryregion',
  min_age: 'age',
  max_age: 'age',
  distance: 'distance',
  online: 'online',
  photo: 'photo',
} as const satisfies Record<keyof Filter, string>

/** [FIND-4] Drops filter fields that the site does not offer, for every caller. */
export const offeredFilter = <Wanted extends Filter>(filter: Wanted, fields: readonly string[]): Wanted => ({
  ...filter,
  ...Object.fromEntries(
    Object.entries(SEARCH_FIELDS).flatMap(([part, field]) => (fields.includes(field) ? [] : [[part, undefined]])),
  ),
})
