import { expect, test } from 'vitest'
import { DEFAULT_SITE_SETTINGS as SITE } from '../entities/site-settings.ts'
import { filled, PAGE_VALUES, unknownValues } from '../pages.ts'
import { pageValues, phoneLink, termsVersion } from './page-values.ts'

test('[SITE-7] the date of the terms is their version’s, or the company’s if that is later', () => {
  const first = Date.parse('2023-12-01T12:00:00Z')
  expect(termsVersion({ added: 0 })).toBe(first)
  expect(termsVersion({ added: first })).toBe(first)
  expect(termsVersion({ added: first + 1 })).toBe(first + 1)
  const company = { ...SITE.company, added: Date.parse('2026-02-03T00:30:00Z') }
  expect(pageValues(SITE, company, 'en').termsDate).toBe('February 3, 2026')
  expect(pageValues(SITE, company, 'de').termsDate).toBe('3. Februar 2026')
})

test('[SITE-8] a `tel:` link has no dashes and spaces', () => {
  expect(phoneLink('+353 1-555 01-42')).toBe('+35315550142')
  // A word processor makes other dashes of it, and a narrow space.
  expect(phoneLink('+39\u{202f}02\u{2011}555\u{2013}0142')).toBe('+39025550142')
  expect(pageValues({ ...SITE, support_phone: '0800 - 1 2 3' }, SITE.company, 'it').supportPhoneLink).toBe('0800123')
})

test('every placeholder of the pages has a value in the language', () => {
  const values = pageValues(SITE, { ...SITE.company, tradenames: ['One', 'Two'] }, 'de')
  expect(Object.keys(values).toSorted()).toEqual([...PAGE_VALUES].toSorted())
  expect(values).toMatchObject({ companyCountry: 'Irland', companyTradenames: 'One und Two', premiumPhotos: '25' })
})

test('placeholders are replaced, and unknown ones are found', () => {
  expect(filled('{{siteName}}: {{minAge}}+ {{nothing}}', { siteName: 'A', minAge: '18' })).toBe('A: 18+ {{nothing}}')
  expect(unknownValues('{{siteName}} {{nothing}}')).toEqual(['nothing'])
})
