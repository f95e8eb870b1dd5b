// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale, t } from '../../state/i18n.ts'
import { answering } from '../../testing/factories.ts'
import { useFilterName } from './filter-chips.tsx'
import {
  defaultFilter,
  EVERYONE,
  filterOf,
  isFewResults,
  queryOf,
  searchOf,
  widerThan,
  type SearchFilter,
} from './filter.ts'

const narrow: SearchFilter = {
  ...EVERYONE,
  gender: 'female',
  country: 'IT',
  countryregion: 'IT-25',
  min_age: 30,
  max_age: 45,
}
const near: SearchFilter = { ...EVERYONE, distance: '25', online: true, photo: true }

beforeAll(async () => {
  vi.stubGlobal('fetch', answering({ 'GET regions': { countries: [] } }))
  await showLocale('en')
  await loadAllTexts()
})

describe('[FIND-1] the filter', () => {
  test.each([EVERYONE, narrow, near, { ...EVERYONE, country: 'IE' }, { ...EVERYONE, max_age: 40 }])(
    'survives the round trip through the address: %j',
    (filter) => expect(filterOf(searchOf(filter))).toEqual(filter),
  )

  test('has a place for each of its parts in the address, in the call and among the chips', () => {
    const changed: { [Part in keyof SearchFilter]: Partial<SearchFilter> } = {
      gender: { gender: 'male' },
      country: { country: 'IE' },
      countryregion: { country: 'IT', countryregion: 'IT-25' },
      min_age: { min_age: 30 },
      max_age: { max_age: 40 },
      distance: { distance: '50' },
      online: { online: true },
      photo: { photo: true },
    }
    for (const [part, change] of Object.entries(changed)) {
      const filter = { ...EVERYONE, ...change }
      expect([part, filterOf(searchOf(filter))]).toEqual([part, filter])
      expect([part, queryOf(filter)]).not.toEqual([part, queryOf(EVERYONE)])
      const { result } = renderHook(() => useFilterName(filter))
      expect([part, result.current]).not.toEqual([part, t('members.everyone')])
    }
  })

  test('is null for an address without a filter', () => {
    expect(filterOf('')).toBeNull()
    expect(filterOf('page=2')).toBeNull()
  })

  test('ignores invalid values', () => {
    expect(filterOf('distance=3')).toEqual(EVERYONE)
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
    expect(queryOf(near)).toEqual({ distance: '25', online: '1', photo: '1' })
  })

  test('a distance is one from the own city: beside it country and region do not count [PROF-13]', () => {
    const both: SearchFilter = { ...narrow, distance: '50' }
    expect(queryOf(both)).toEqual({ gender: 'female', min_age: '30', max_age: '45', distance: '50' })
    expect(filterOf(searchOf(both))).toEqual({ ...both, country: '', countryregion: '' })
  })
})

describe('[FIND-8] too few', () => {
  test('offers wider searches, nearest first, each wider than the current one', () => {
    expect(widerThan(narrow).map(({ step }) => step)).toEqual(['country', 'ages', 'everywhere'])
    expect(widerThan(narrow)[0]?.filter).toEqual({ ...narrow, countryregion: '' })
    expect(widerThan(EVERYONE)).toEqual([])
    expect(widerThan(near).map(({ step }) => step)).toEqual(['online', 'farther', 'photo'])
    expect(widerThan(near)[1]?.filter.distance).toBe('50')
    expect(widerThan({ ...near, distance: '100' })[1]?.filter.distance).toBe('')
  })

  test('shows only when no further page exists', () => {
    expect(isFewResults(2, false)).toBe(true)
    expect(isFewResults(2, true)).toBe(false)
    expect(isFewResults(6, false)).toBe(false)
  })
})
