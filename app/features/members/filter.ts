/**
 * The search filter. It is in the address, so that it survives Back and a reload, and is stored for the next visit
 * [FIND-1].
 */
import type { CallInput } from '#contract/calls.ts'
import type { OwnProfile } from '#contract/entities/profile.ts'
import { AGE_MAX, AGE_MIN } from '#contract/limits.ts'
import { orderedAges, SEARCH_DISTANCES, type Filter, type SearchDistance } from '#contract/rules/search-filter.ts'

export type SearchFilter = {
  gender: 'female' | 'male' | 'both'
  /** '' for every country, or for every region of the country. */
  country: string
  countryregion: string
  min_age: number
  max_age: number
  /** From the member's city; beside it country and region do not count. '' for any distance. */
  distance: SearchDistance | ''
  online: boolean
  photo: boolean
}

export const EVERYONE: SearchFilter = {
  gender: 'both',
  country: '',
  countryregion: '',
  min_age: AGE_MIN,
  max_age: AGE_MAX,
  distance: '',
  online: false,
  photo: false,
}

/** The default filter, from the member's profile. */
export const defaultFilter = (me: Pick<OwnProfile, 'looking_for' | 'country'> | null): SearchFilter =>
  me ? { ...EVERYONE, gender: me.looking_for ?? 'both', country: me.country } : EVERYONE

/** The filter of an address, or null if it has none. Invalid values are ignored. */
export const filterOf = (search: string): SearchFilter | null => {
  const query = new URLSearchParams(search)
  if (!['gender', 'country', 'region', 'ages', 'distance', 'online', 'photo'].some((name) => query.has(name)))
    return null
  const gender = query.get('gender')
  const country = matching(query.get('country'), /^[A-Z]{2}$/)
  const region = matching(query.get('region'), /^[A-Z]{2}-[A-Z0-9]{1,3}$/)
  const distance = SEARCH_DISTANCES.find((band) => band === query.get('distance')) ?? ''
  const [min, max] = (query.get('ages') ?? '').split('-').map(ageOf)
  return {
    gender: gender === 'female' || gender === 'male' ? gender : 'both',
    country: distance === '' ? country : '',
    countryregion: distance === '' && country !== '' && region.startsWith(`${country}-`) ? region : '',
    ...orderedAges({ min_age: min, max_age: max }),
    distance,
    online: query.has('online'),
    photo: query.has('photo'),
  }
}

/** The query of a filter's address. It is never empty, so that "everyone" is a choice too. */
export const searchOf = (filter: SearchFilter): string => {
  const query = new URLSearchParams({ gender: filter.gender })
  if (filter.distance !== '') query.set('distance', filter.distance)
  else {
    if (filter.country !== '') query.set('country', filter.country)
    if (filter.countryregion !== '') query.set('region', filter.countryregion)
  }
  if (hasAges(filter)) query.set('ages', `${filter.min_age}-${filter.max_age}`)
  if (filter.online) query.set('online', '1')
  if (filter.photo) query.set('photo', '1')
  return query.toString()
}

type SearchQuery = CallInput<'members.search'>['query']

/** The filter as input of the call; unlimited fields are omitted, so that the same search has one address. */
export const queryOf = (filter: SearchFilter): Record<keyof Filter, string | undefined> & SearchQuery => ({
  gender: filter.gender === 'both' ? undefined : filter.gender,
  country: filter.distance !== '' || filter.country === '' ? undefined : filter.country,
  countryregion: filter.distance !== '' || filter.countryregion === '' ? undefined : filter.countryregion,
  min_age: filter.min_age > AGE_MIN ? String(filter.min_age) : undefined,
  max_age: filter.max_age < AGE_MAX ? String(filter.max_age) : undefined,
  distance: filter.distance === '' ? undefined : filter.distance,
  online: filter.online ? '1' : undefined,
  photo: filter.photo ? '1' : undefined,
})

export const hasAges = ({ min_age, max_age }: SearchFilter): boolean => min_age > AGE_MIN || max_age < AGE_MAX

export type WiderFilter = {
  step: 'online' | 'photo' | 'farther' | 'country' | 'ages' | 'everywhere'
  filter: SearchFilter
}

/** Wider searches to offer, nearest first. The search itself never widens [FIND-8]. */
export const widerThan = (filter: SearchFilter): WiderFilter[] => {
  const wider: WiderFilter[] = []
  if (filter.online) wider.push({ step: 'online', filter: { ...filter, online: false } })
  const farther = filter.distance === '' ? '' : (SEARCH_DISTANCES[SEARCH_DISTANCES.indexOf(filter.distance) + 1] ?? '')
  if (filter.distance !== '') wider.push({ step: 'farther', filter: { ...filter, distance: farther } })
  if (filter.photo) wider.push({ step: 'photo', filter: { ...filter, photo: false } })
  if (filter.countryregion !== '') wider.push({ step: 'country', filter: { ...filter, countryregion: '' } })
  if (hasAges(filter)) wider.push({ step: 'ages', filter: { ...filter, min_age: AGE_MIN, max_age: AGE_MAX } })
  if (filter.country !== '') wider.push({ step: 'everywhere', filter: { ...filter, country: '', countryregion: '' } })
  return wider
}

/** Few enough results to offer a wider search. */
export const isFewResults = (found: number, hasMore: boolean): boolean => !hasMore && found < 6

const matching = (text: string | null, pattern: RegExp): string => (text !== null && pattern.test(text) ? text : '')

const ageOf = (text: string): number | undefined => {
  const age = Number(text)
  return Number.isInteger(age) && age >= AGE_MIN && age <= AGE_MAX ? age : undefined
}
