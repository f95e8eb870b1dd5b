import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { citiesLike, largestIn } from './place-search.tsx'

const PLACES: CallAnswer<'regions.get'> = {
  countries: [
    {
      country: 'IT',
      largest: ['IT-25/milano'],
      regions: [
        {
          id: 'IT-25',
          name: 'Lombardia',
          names: { en: 'Lombardy' },
          cities: [{ id: 'IT-25/milano', name: 'Milano', names: { en: 'Milan', de: 'Mailand' } }],
        },
      ],
    },
    {
      country: 'DE',
      largest: [],
      regions: [{ id: 'DE-NI', name: 'Niedersachsen', cities: [{ id: 'DE-NI/mainz', name: 'Mainz' }] }],
    },
  ],
}

test('[PROF-7] a city is found by its name in any language, and shows its local name and region', () => {
  expect(citiesLike(PLACES, 'mail', 'IT').map(({ name, region }) => [name, region])).toEqual([['Milano', 'Lombardia']])
  expect(citiesLike(PLACES, 'milan', 'DE').map(({ name }) => name)).toEqual(['Milano'])
  expect(citiesLike(PLACES, 'lomb', 'IT')).toEqual([])
  expect(largestIn(PLACES, 'IT').map(({ name }) => name)).toEqual(['Milano'])
})

test('[PROF-7] cities of the own country come first', () => {
  expect(citiesLike(PLACES, 'mai', 'DE').map(({ name }) => name)).toEqual(['Mainz', 'Milano'])
  expect(citiesLike(PLACES, 'mai', 'IT').map(({ name }) => name)).toEqual(['Milano', 'Mainz'])
})
