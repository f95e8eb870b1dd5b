import { describe, expect, test } from 'vitest'
import { defaultFilter, EVERYONE, filterOf, isFew, queryOf, searchOf, widerThan, type SearchFilter } from './filter.ts'

const narrow: SearchFilter = { gender: 'female', country: 'IT', countryregion: 'IT-25', min_age: 30, max_age: 45 }

describe('[FIND-1] the filter', () => {
  test.each([EVERYONE, narrow, { ...EVERYONE, country: 'IE' }, { ...EVERYONE, max_age: 40 }])(
    'survives the round trip through the address: %j',
    (filter) => expect(filterOf(searchOf(filter))).toEqual(filter),
  )

  test('is null for an address without a filter', () => {
    expect(filterOf('')).toBeNull()
    expect(filterOf('page=2')).toBeNull()
  })

  test('ignores invalid values', () => {
    expect(filterOf('gender=cats&country=Italy&region=IT-25&ages=7-200')).toEqual(EVERYONE)
    expect(filterOf('country=IE&region=IT-25')).toEqual({ ...EVERYONE, country: 'IE' })
  })

  test('swaps ages in the wrong order', () => {
    expect(filterOf('ages=45-30')).toMatchObject({ min_age: 30, max_age: 45 })
  })

  test("starts with the profile's preference and country", () => {
    expect(defaultFilter({ looking_for: 'both', country: 'PL' })).toEqual({ ...EVERYONE, country: 'PL' })
    expect(defaultFilter(null)).toEqual(EVERYONE)
  })

  test('queries only the limited fields', () => {
    expect(queryOf(EVERYONE)).toEqual({})
    expect(queryOf(narrow)).toEqual({
      gender: 'female',
      country: 'IT',
      countryregion: 'IT-25',
      min_age: '30',
      max_age: '45',
    })
  })
})

describe('[FIND-8] too few', () => {
  test('offers wider searches, nearest first, each wider than the current one', () => {
    expect(widerThan(narrow).map(({ step }) => step)).toEqual(['country', 'ages', 'everywhere'])
    expect(widerThan(narrow)[0]?.filter).toEqual({ ...narrow, countryregion: '' })
    expect(widerThan(EVERYONE)).toEqual([])
  })

  test('shows only when no further page exists', () => {
    expect(isFew(2, false)).toBe(true)
    expect(isFew(2, true)).toBe(false)
    expect(isFew(6, false)).toBe(false)
  })
})
