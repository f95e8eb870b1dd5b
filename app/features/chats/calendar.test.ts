import { describe, expect, test } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { daysBetween, timeOfDay } from '../../state/format.ts'
import { dayLabel, listTime } from './calendar.ts'

const at = (year: number, month: number, day: number, hour = 12, minute = 0): number =>
  new Date(year, month - 1, day, hour, minute).getTime()
const NOW = at(2026, 3, 18, 21, 30)
const words = { today: 'Today', yesterday: 'Yesterday' }

describe('the time of the last event in a list [CHAT-1]', () => {
  test.each([
    [at(2026, 3, 18, 21, 6), '21:06'],
    [at(2026, 3, 18, 0, 0), '00:00'],
    [at(2026, 3, 17, 23, 59), 'Yesterday'],
    [at(2026, 3, 16), 'Mon'],
    [at(2026, 3, 12), 'Thu'],
    [at(2026, 3, 11), 'Mar 11'],
    [at(2025, 12, 31), '31 Dec 2025'],
    [at(2025, 3, 2), '2 Mar 2025'],
  ])('%i is %s', (moment, text) => {
    expect(listTime(moment, NOW, 'en', words)).toBe(text)
  })

  test('the label follows the locale', () => {
    expect(listTime(at(2026, 3, 16), NOW, 'it', words)).toBe('lun')
    expect(listTime(at(2026, 3, 11), NOW, 'it', words)).toBe('11 mar')
  })

  test('a clock that is behind shows today, not the future', () => {
    expect(listTime(at(2026, 3, 19, 0, 1), NOW, 'en', words)).toBe('00:01')
  })
})

describe('the label over a day of messages', () => {
  test.each([
    [at(2026, 3, 18, 0, 0), 'Today'],
    [at(2026, 3, 17), 'Yesterday'],
    [at(2026, 3, 14), 'Saturday'],
    [at(2026, 3, 1), 'March 1'],
    [at(2025, 3, 18), 'March 18, 2025'],
  ])('%i is %s', (moment, text) => {
    expect(dayLabel(moment, NOW, 'en', words)).toBe(text)
  })
})

test.each(LOCALES)('the time of day is written as Intl writes it in %s', (locale) => {
  const format = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const moments = [at(2026, 3, 18, 0, 0), at(2026, 3, 18, 9, 5), at(2026, 3, 18, 12, 30), at(2026, 3, 18, 23, 59)]
  expect(moments.map(timeOfDay)).toEqual(moments.map((moment) => format.format(moment)))
})

test.each(LOCALES)('[CHAT-1] a date is written as Intl writes it in %s', (locale) => {
  const dayAndMonth = (month: 'short' | 'long') => new Intl.DateTimeFormat(locale, { day: 'numeric', month })
  const long = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
  const digits = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: '2-digit' })
  const month = new Intl.DateTimeFormat(locale, { month: 'short' })
  // Readers of English do not agree on the order of numbers.
  const inList = (moment: number) =>
    locale === 'en' ? `${new Date(moment).getDate()} ${month.format(moment)} 2026` : digits.format(moment)
  const weekday = (length: 'short' | 'long') => new Intl.DateTimeFormat(locale, { weekday: length })
  const label = { list: listTime, day: dayLabel }
  const written = (of: keyof typeof label, moment: number, now: number) => label[of](moment, now, locale, words)
  for (let day = 1; day <= 350; day += 1) {
    const moment = at(2026, 1, day)
    const [week, later, nextYear] = [at(2026, 1, day + 3), at(2026, 12, 31), at(2027, 6, 1)]
    expect(written('list', moment, week)).toBe(weekday('short').format(moment))
    expect(written('day', moment, week)).toBe(weekday('long').format(moment))
    expect(written('list', moment, later)).toBe(dayAndMonth('short').format(moment))
    expect(written('day', moment, later)).toBe(dayAndMonth('long').format(moment))
    expect(written('list', moment, nextYear)).toBe(inList(moment))
    expect(written('day', moment, nextYear)).toBe(long.format(moment))
  }
})

test('a day on which the clocks change is one day', () => {
  // The dates cover the clock changes of every time zone the tests may run in.
  for (const [month, day] of [
    [3, 29],
    [10, 25],
    [3, 8],
    [11, 1],
  ] as const)
    expect(daysBetween(at(2026, month, day, 0, 0), at(2026, month, day + 1, 23, 59))).toBe(1)
})
