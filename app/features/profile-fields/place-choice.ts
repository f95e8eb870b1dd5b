/** A place while it is chosen: a part that is not chosen yet is empty. */
import type { OwnProfile, ProfileChange } from '#contract/entities/profile.ts'
import type { Refusals } from './refusals.ts'

export type PlaceChoice = { country: string; countryregion: string; city: string }

export const placeOfProfile = (profile: Pick<OwnProfile, 'country' | 'countryregion' | 'city_id'>): PlaceChoice => ({
  country: profile.country,
  countryregion: profile.countryregion ?? '',
  city: profile.city_id ?? '',
})

/** Another country or region clears the parts chosen inside the old one. */
export const placeWith = (place: PlaceChoice, part: keyof PlaceChoice, chosen: string): PlaceChoice => {
  if (part === 'country') return { country: chosen, countryregion: '', city: '' }
  return part === 'countryregion' ? { ...place, countryregion: chosen, city: '' } : { ...place, city: chosen }
}

export const isSamePlace = (one: PlaceChoice, other: PlaceChoice): boolean =>
  one.country === other.country && one.countryregion === other.countryregion && one.city === other.city

/** The parts still missing: a place needs all three. */
export const missingInPlace = (place: PlaceChoice): Refusals =>
  Object.fromEntries(
    (['country', 'countryregion', 'city'] as const)
      .filter((part) => place[part] === '')
      .map((part) => [part, 'required' as const]),
  )

/** The part of an edit that changes the place; the server checks all three against its list. */
export const placeChange = ({ country, countryregion, city }: PlaceChoice): ProfileChange => ({
  country,
  countryregion,
  city,
})
