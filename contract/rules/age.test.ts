import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageOn, birthDatesOfAges, dateOf, faultOfBirthDate, isCalendarDate, isOldEnough } from './age.ts'

const SEED = { seed: 20261121, numRuns: 2_000 }
const day = fc
  .date({ min: new Date('1920-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('ages', () => {
  test.each([
    '2023-02-29',
    '1900-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-04-31',
    '2024-06-31',
    '2024-09-31',
    '2024-11-31',
    '2024-02-30',
    '2024-01-32',
    '2024-01-00',
    '1899-12-31',
    '24-1-1',
    '',
    'tomorrow',
  ])('[ACC-3] %s is not a date of birth', (text) => expect(isCalendarDate(text)).toBe(false))

  test('[ACC-3] every real calendar day is valid', () => {
    // Days that the random ones seldom hit.
    for (const text of ['2000-02-29', '2004-02-29', '1900-01-01', '2000-01-31']) expect(isCalendarDate(text)).toBe(true)
    fc.assert(
      fc.property(day, (text) => {
        expect(isCalendarDate(text)).toBe(true)
      }),
      SEED,
    )
  })

  test('[ACC-3] a person is 18 on the birthday and not the day before', () => {
    expect(isOldEnough('2008-11-21', '2026-11-21', 18)).toBe(true)
    expect(isOldEnough('2008-11-22', '2026-11-21', 18)).toBe(false)
    for (const born of ['2026-11-22', '2027-01-01', '2030-01-01'])
      expect(isOldEnough(born, '2026-11-21', 0)).toBe(false)
  })

  test('[ACC-3] an age over 120 years is a slip of the finger', () => {
    expect(faultOfBirthDate('1906-11-21', '2026-11-21', 18)).toBeNull()
    expect(faultOfBirthDate('1905-11-21', '2026-11-21', 18)).toBe('birth_date_invalid')
    expect(faultOfBirthDate('2008-11-22', '2026-11-21', 18)).toBe('too_young')
  })

  test('[ACC-3] a birthday on 29 February falls on 1 March in other years', () => {
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
    expect(ageOn('2008-02-29', '2028-02-29')).toBe(20)
  })

  test('[FIND-1] the birth dates of an age range match exactly the ages in it', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 17, max: 112 }),
        // A random day would seldom be near a birthday.
        fc.constantFrom(-100, -1, 0, 1, 100),
        fc.integer({ min: 18, max: 99 }),
        fc.integer({ min: 0, max: 30 }),
        (today, years, days, min, width) => {
          const [year = 0, month = 0, date = 0] = today.split('-').map(Number)
          const born = dateOf(Date.UTC(year - years, month - 1, date + days))
          const { from, to } = birthDatesOfAges(min, min + width, today)
          const age = ageOn(born, today)
          expect(born >= from && born <= to).toBe(age >= min && age <= (min + width < 99 ? min + width : 105))
        },
      ),
      SEED,
    )
  })
})
