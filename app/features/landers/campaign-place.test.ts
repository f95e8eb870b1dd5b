import { describe, expect, test } from 'vitest'
import type { Places } from '#contract/entities/place.ts'
import { campaignPlace } from './campaign-place.ts'

const PLACES: Places = [
  {
    country: 'IT',
    regions: [
      {
        id: 'IT-25',
        name: 'Lombardia',
        names: { en: 'Lombardy' },
        cities: [{ id: 'IT-1', name: 'Milano', names: { en: 'Milan' } }],
      },
      { id: 'IT-45', name: 'Emilia-Romagna', cities: [{ id: 'IT-2', name: 'Reggio nell’Emilia' }] },
    ],
  },
  {
    country: 'DE',
    regions: [
      { id: 'DE-BY', name: 'Bayern', cities: [{ id: 'DE-1', name: 'München', names: { it: 'Monaco di Baviera' } }] },
      { id: 'DE-BE', name: 'Berlin', cities: [{ id: 'DE-2', name: 'Berlin' }] },
    ],
  },
  { country: 'PL', regions: [{ id: 'PL-10', name: 'Łódzkie', cities: [{ id: 'PL-1', name: 'Łódź' }] }] },
]

describe('[SITE-6] a slug that names a place', () => {
  test.each([
    ['milano', 'Milano'],
    ['MILANO', 'Milano'],
    ['milan', 'Milano'],
    ['reggio-nell-emilia', 'Reggio nell’Emilia'],
    ['munchen', 'München'],
    ['münchen', 'München'],
    ['monaco-di-baviera', 'München'],
    ['lodz', 'Łódź'],
    ['lombardy', 'Lombardia'],
    ['emilia_romagna', 'Emilia-Romagna'],
  ] as const)('%s is %s in every language', (slug, name) => expect(campaignPlace(slug, PLACES)?.name).toBe(name))

  test('gives the region of the place, to search for people', () =>
    expect(campaignPlace('milano', PLACES)).toEqual({ name: 'Milano', country: 'IT', countryregion: 'IT-25' }))
})

test.each(['spring-2026', 'mil', 'milano-2', ''])(
  '[SITE-6] %j names no place, and no part of the text is shown',
  (slug) => expect(campaignPlace(slug, PLACES)).toBeNull(),
)
