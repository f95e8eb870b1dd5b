import { expect, test } from 'vitest'
import { photosOf, placeOf, sharedFirst } from './facts.ts'

const photo = (id: string) => ({ id, status: 'active' as const, filename: '', thumb_filename: '', match: '' })

test('[PROF-2] the main photo comes first, each photo once', () => {
  expect(photosOf({ main_image: photo('b'), photos: [photo('a'), photo('b')] }).map(({ id }) => id)).toEqual(['b', 'a'])
  expect(photosOf({ main_image: null, photos: [] })).toEqual([])
})

test('[PROF-2] interests in common come first', () => {
  expect(sharedFirst(['tea', 'wine', 'art'], ['art', 'beer'])).toEqual([
    { interest: 'art', shared: true },
    { interest: 'tea', shared: false },
    { interest: 'wine', shared: false },
  ])
})

test('a city that is its region is named once', () => {
  expect(placeOf({ city: 'London', region: 'London' })).toBe('London')
  expect(placeOf({ city: 'Milano', region: 'Lombardia' })).toBe('Milano, Lombardia')
})
