import { describe, expect, test } from 'vitest'
import { LOCALES } from '../locales.ts'
import { COUNTRY_LOCALES, offeredLocales } from './offered-locales.ts'

const asking = {
  loggedIn: false,
  detectedCountry: null,
  selectedCountry: null,
  profileCountry: null,
  current: 'pl' as const,
  browser: [],
}

describe('[SITE-4] the languages the menu offers', () => {
  test.each([
    ['US', 'en es'],
    ['NL', 'nl'],
    ['BE', 'de fr nl'],
    ['FR', 'fr'],
    ['IT', 'it'],
    ['ES', 'es'],
    ['DE', 'de'],
    ['AT', 'de'],
    ['IE', 'en'],
    ['GB', 'en'],
    ['CA', 'en fr'],
    ['PL', 'pl'],
    ['AU', 'en'],
    ['NZ', 'en'],
    ['CH', 'it en de fr'],
  ])('in %s are %s, and the current one', (country, wanted) => {
    const expected = [...(country === 'PL' ? [] : ['pl']), ...wanted.split(' ')].toSorted()
    expect(offeredLocales({ ...asking, detectedCountry: country }).toSorted()).toEqual(expected)
    expect(offeredLocales({ ...asking, loggedIn: true, profileCountry: country }).toSorted()).toEqual(expected)
  })

  test('the table contains no other country', () => expect(Object.keys(COUNTRY_LOCALES)).toHaveLength(15))

  test('the menu offers the languages of the visitor’s country and of the profile’s country', () => {
    const both = { ...asking, loggedIn: true, detectedCountry: 'FR', profileCountry: 'NL' }
    expect(offeredLocales(both)).toEqual(['fr', 'nl', 'pl'])
  })

  test('the menu offers the browser’s first language that exists', () => {
    expect(offeredLocales({ ...asking, browser: ['sv-SE', 'DE-AT', 'en'] })).toEqual(['de', 'pl'])
    expect(offeredLocales({ ...asking, browser: ['sv'] })).toEqual(['pl'])
  })

  test('an unknown country adds no language', () => {
    expect(offeredLocales({ ...asking, detectedCountry: 'SE' })).toEqual(['pl'])
    expect(offeredLocales({ ...asking, detectedCountry: 'constructor' })).toEqual(['pl'])
  })

  test('[SITE-15] the menu offers only languages of the site, and the current one', () => {
    const site = { ...asking, locales: ['it', 'de'] as const }
    expect(offeredLocales({ ...site, detectedCountry: 'CH' }).toSorted()).toEqual(['de', 'it', 'pl'])
    expect(offeredLocales({ ...site, detectedCountry: 'IT', selectedCountry: 'DE' }).toSorted()).toEqual(['de', 'it'])
  })

  test('the menu offers all languages if the chosen country differs from the detected one', () => {
    const abroad = { ...asking, detectedCountry: 'IT', selectedCountry: 'DE' }
    expect(offeredLocales(abroad)).toEqual([...LOCALES])
    expect(offeredLocales({ ...abroad, detectedCountry: null })).toEqual([...LOCALES])
    expect(offeredLocales({ ...abroad, selectedCountry: 'IT' })).toEqual(['it', 'pl'])
    expect(offeredLocales({ ...abroad, loggedIn: true })).toEqual(['it', 'pl'])
  })
})
