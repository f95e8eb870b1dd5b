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

test('[PROF-7] a city is found without the letters, accents and hyphens that a keyboard may lack', () => {
  const names = ['Wałbrzych', 'Łódź', 'Gießen', 'Saint-Étienne', 'L’Aquila', 'Châlons-en-Champagne']
  const cities = names.map((name, index) => ({ id: `FR-ARA/${index}`, name }))
  const places = { countries: [{ country: 'FR', largest: [], regions: [{ id: 'FR-ARA', name: 'Rhône', cities }] }] }
  const found = (words: string) => citiesLike(places, words, 'FR').map(({ name }) => name)
  expect(['walb', 'LODZ', 'Łó', 'giessen', 'saint etienne', 'St', "l'aq", 'en champagne'].flatMap(found)).toEqual([
    'Wałbrzych',
    'Łódź',
    'Łódź',
    'Gießen',
    'Saint-Étienne',
    'L’Aquila',
    'Châlons-en-Champagne',
  ])
})
