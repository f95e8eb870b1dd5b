import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../entities/default-settings.ts'
import { filterKey, matchesFilter, offeredFilter, orderedAges, SEARCH_FIELDS } from './search-filter.ts'

const profile = {
  gender: 'female',
  country: 'IE',
  countryregion: 'IE-L',
  age: 38,
  distance: '50',
  main_image: { id: '1' },
} as const

test('[FIND-7] [PWA-16] the device filters like the server, and never says who is online', () => {
  for (const main_image of [profile.main_image, null]) expect(matchesFilter({ ...profile, main_image }, {})).toBe(true)
  expect(matchesFilter(profile, { online: '1' })).toBe(false)
  expect(
    matchesFilter(profile, { gender: 'female', country: 'IE', countryregion: 'IE-L', min_age: 38, max_age: 38 }),
  ).toBe(true)
  expect(matchesFilter(profile, { gender: 'male' })).toBe(false)
  expect(matchesFilter(profile, { country: 'IT' })).toBe(false)
  expect(matchesFilter(profile, { countryregion: 'IE-M' })).toBe(false)
  expect(matchesFilter(profile, { min_age: 39 })).toBe(false)
  expect(matchesFilter(profile, { max_age: 37 })).toBe(false)
  // The highest age means that age and older.
  for (const max_age of [99, undefined]) expect(matchesFilter({ ...profile, age: 105 }, { max_age })).toBe(true)
  expect(matchesFilter({ ...profile, age: 105 }, { max_age: 98 })).toBe(false)
  expect(matchesFilter(profile, { distance: '25' })).toBe(false)
  expect(matchesFilter(profile, { distance: '50', country: 'IT', countryregion: 'IT-25' })).toBe(true)
  expect(matchesFilter({ ...profile, distance: null }, { distance: '100' })).toBe(false)
  expect(matchesFilter(profile, { photo: '1' })).toBe(true)
  expect(matchesFilter({ ...profile, main_image: null }, { photo: '1' })).toBe(false)
})

test('[FIND-7] equal filters have one key', () => {
  expect(filterKey({ min_age: 18, country: 'IE' })).toBe(filterKey({ country: 'IE', max_age: 99, gender: undefined }))
  expect(filterKey({ country: 'IE' })).not.toBe(filterKey({ country: 'IT' }))
  const keys = [{}, { distance: '25' }, { distance: '50' }, { online: '1' }, { photo: '1' }] as const
  expect(new Set(keys.map((filter) => filterKey(filter))).size).toBe(keys.length)
  expect(filterKey({ distance: '25', country: 'IT' })).toBe(filterKey({ distance: '25' }))
  expect(filterKey({ photo: undefined })).toBe(filterKey({}))
  // The key of the pages that devices have stored.
  const all = { photo: '1', online: '1', distance: '25', max_age: 40, gender: 'female' } as const
  expect(filterKey(all)).toBe('female|||18|40|distance 25|online|photo')
})

test('[FIND-1] swapped ages are put in order', () => {
  expect(orderedAges({ min_age: 45, max_age: 30 })).toEqual({ min_age: 30, max_age: 45 })
  expect(orderedAges({})).toEqual({ min_age: 18, max_age: 99 })
})

test('[FIND-4] only filter fields that the site offers are used', () => {
  expect(DEFAULT_SETTINGS.search_fields).toEqual([...new Set(Object.values(SEARCH_FIELDS))])
  const filter = { gender: 'female', country: 'IT', countryregion: 'IT-25', min_age: 30, max_age: 40, page: 2 } as const
  expect(offeredFilter(filter, ['gender', 'country', 'countryregion', 'age'])).toEqual(filter)
  const unnamed = { gender: undefined, country: undefined, countryregion: undefined }
  expect(offeredFilter(filter, ['age'])).toMatchObject({ ...unnamed, min_age: 30, page: 2 })
  const narrow = { distance: '25', online: '1', photo: '1' } as const
  expect(offeredFilter(narrow, ['distance', 'online', 'photo'])).toMatchObject(narrow)
  expect(offeredFilter(narrow, [])).toMatchObject({ distance: undefined, online: undefined, photo: undefined })
  expect(offeredFilter(filter, ['gender'])).toMatchObject({ gender: 'female', min_age: undefined, max_age: undefined })
})
