import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import { LOCALES } from '#contract/locales.ts'
import { knownCountryName } from './country-names.ts'

test.each(LOCALES)('[SITE-2] the countries of a site have the names that Intl gives them in %s', (locale) => {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const { countries } = DEFAULT_SETTINGS
  expect(countries.map((country) => knownCountryName(country, locale))).toEqual(
    countries.map((country) => names.of(country)),
  )
})

test('a country of no member has no name here', () => {
  expect(knownCountryName('JP', 'en')).toBeUndefined()
})
