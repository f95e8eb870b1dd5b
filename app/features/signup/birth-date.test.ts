import { describe, expect, test } from 'vitest'
import { birthDateFrom, birthDateText, dateStyleOf, withSeparators, type DateStyle } from './birth-date.ts'

const ITALIAN: DateStyle = { monthFirst: false, sign: '/' }
const AMERICAN: DateStyle = { monthFirst: true, sign: '/' }

/** One key after the other at the end of the field; `<` deletes the last character. */
const typing = (keys: string, style = ITALIAN): string =>
  keys.split('').reduce((text, key) => withSeparators(key === '<' ? text.slice(0, -1) : text + key, text, style), '')

describe('[ACC-3] the birthday in one field', () => {
  test('has the order and the sign of the language, and of the United States', () => {
    const styles = ['it', 'en', 'de', 'es', 'fr', 'nl', 'pl'].map((language) => dateStyleOf(language, 'IT'))
    expect(styles.map(({ sign }) => sign).join(' ')).toBe('/ / . / / - .')
    expect(styles.some(({ monthFirst }) => monthFirst)).toBe(false)
    expect(dateStyleOf('en', 'US')).toEqual(AMERICAN)
    expect(dateStyleOf('es', 'US').monthFirst).toBe(false)
    expect(dateStyleOf('en', null).monthFirst).toBe(false)
  })

  test('eight digits are enough, and typed signs are not doubled', () => {
    expect(typing('14091985')).toBe('14/09/1985')
    expect(typing('14/09/1985')).toBe('14/09/1985')
    expect(typing('4/9/1985')).toBe('4/9/1985')
    expect(typing('14')).toBe('14/')
  })

  test('a deleted character stays deleted, and typing continues', () => {
    expect(typing('1409<<<<')).toBe('14')
    expect(typing('1409<<<<091985')).toBe('14/09/1985')
    expect(typing('15<<4091985')).toBe('14/09/1985')
  })

  test('a filled-in date and a pasted one are read too', () => {
    expect(withSeparators('1985-09-14', '', ITALIAN)).toBe('14/09/1985')
    expect(withSeparators('1985-09-14', '', AMERICAN)).toBe('09/14/1985')
    expect(withSeparators('14.9.1985', '', ITALIAN)).toBe('14.9.1985')
    expect(birthDateFrom('14.9.1985', ITALIAN)).toBe('1985-09-14')
    expect(birthDateFrom('14091985', ITALIAN)).toBe('1985-09-14')
  })

  test('the order decides which number is the month', () => {
    expect(birthDateFrom('04/09/1985', ITALIAN)).toBe('1985-09-04')
    expect(birthDateFrom('04/09/1985', AMERICAN)).toBe('1985-04-09')
    expect(birthDateText('1985-09-04', ITALIAN)).toBe('04/09/1985')
    expect(birthDateText('1985-09-04', AMERICAN)).toBe('09/04/1985')
  })

  test('an unfinished date stays as typed', () => {
    for (const typed of ['', '14', '14/09/', '14/09/85', '14/09/198']) {
      expect(birthDateFrom(typed, ITALIAN)).toBe(typed)
      expect(birthDateText(typed, ITALIAN)).toBe(typed)
    }
  })
})
