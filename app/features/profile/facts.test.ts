import { expect, test } from 'vitest'
import { aPhoto as photo } from '../../testing/factories.ts'
import { locksOf, photosOf, profilePlace, sharedFirst } from './facts.ts'

test('[PROF-2] the main photo comes first, each photo once', () => {
  expect(photosOf({ main_image: photo('b'), photos: [photo('a'), photo('b')] }).map(({ id }) => id)).toEqual(['b', 'a'])
  expect(photosOf({ main_image: null, photos: [] })).toEqual([])
})

const locked = (id: string, lock: 'premium' | 'private') => photo(id, { locked: true, lock })

test('[PROF-6] the reasons for locked photos are counted, each once', () => {
  expect(locksOf([photo('a'), locked('b', 'premium'), locked('c', 'private'), locked('d', 'premium')])).toEqual([
    { lock: 'premium', count: 2 },
    { lock: 'private', count: 1 },
  ])
  expect(locksOf([photo('a')])).toEqual([])
})

test('[PROF-2] interests in common come first', () => {
  expect(sharedFirst(['tea', 'wine', 'art'], ['art', 'beer'])).toEqual([
    { interest: 'art', shared: true },
    { interest: 'tea', shared: false },
    { interest: 'wine', shared: false },
  ])
})

test('a city with the name of its region is named once', () => {
  expect(profilePlace({ city: 'London', region: 'London' })).toBe('London')
  expect(profilePlace({ city: 'Milano', region: 'Lombardia' })).toBe('Milano, Lombardia')
})
