import { describe, expect, test } from 'vitest'
import { defaultFilter, EVERYONE, filterOf, isFew, queryOf, searchOf, widerThan, type SearchFilter } from './filter.ts'

const narrow: SearchFilter = { gender: 'female', country: 'IT', countryregion: 'IT-25', min_age: 30, max_age: 45 }

describe('[FIND-1] the filter', () => {
  test.each([EVERYONE, narrow, { ...EVERYONE, country: 'IE' }, { ...EVERYONE, max_age: 40 }])(
    'comes back from the address as it went in: %j',
    (filter) => expect(filterOf(searchOf(filter))).toEqual(filter),
  )

  test('is not in an address that says nothing about it', () => {
    expect(filterOf('')).toBeNull()
    expect(filterOf('page=2')).toBeNull()
  })

  test('takes nonsense as not said', () => {
    expect(filterOf('gender=cats&country=Italy&region=IT-25&ages=7-200')).toEqual(EVERYONE)
    expect(filterOf('country=IE&region=IT-25')).toEqual({ ...EVERYONE, country: 'IE' })
  })

  test('takes ages the wrong way round as they were meant', () => {
    expect(filterOf('ages=45-30')).toMatchObject({ min_age: 30, max_age: 45 })
  })

  test('begins with what the profile looks for, where it is', () => {
    expect(defaultFilter({ looking_for: 'both', country: 'PL' })).toEqual({ ...EVERYONE, country: 'PL' })
    expect(defaultFilter(null)).toEqual(EVERYONE)
  })

  test('asks only for what is limited', () => {
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
  test('offers wider searches, nearest first, each wider than what was asked', () => {
    expect(widerThan(narrow).map(({ step }) => step)).toEqual(['country', 'ages', 'everywhere'])
    expect(widerThan(narrow)[0]?.filter).toEqual({ ...narrow, countryregion: '' })
    expect(widerThan(EVERYONE)).toEqual([])
  })

  test('is said only when there is nothing more to come', () => {
    expect(isFew(2, false)).toBe(true)
    expect(isFew(2, true)).toBe(false)
    expect(isFew(6, false)).toBe(false)
  })
})
