/** Days as the member lives them: in the device's own time zone. */
import type { Locale } from '#contract/locales.ts'
import { daysBetween, timeOfDay, twoDigits } from '../../state/format.ts'
import { DATE_WORDS } from './date-words.ts'

export type DayWords = { today: string; yesterday: string }

/** The label over the messages of a day. */
export const dayLabel = (at: number, now: number, locale: Locale, words: DayWords): string => {
  const days = daysBetween(at, now)
  if (days <= 0) return words.today
  if (days === 1) return words.yesterday
  return days < 7 ? weekday(at, locale, 'long') : date(at, locale, isSameYear(at, now) ? 'long' : 'withYear')
}

/** The time of the last event, as short as a list has room for [CHAT-1]. */
export const listTime = (at: number, now: number, locale: Locale, words: DayWords): string => {
  const days = daysBetween(at, now)
  if (days <= 0) return timeOfDay(at)
  if (days === 1) return words.yesterday
  return days < 7 ? weekday(at, locale, 'short') : date(at, locale, isSameYear(at, now) ? 'short' : 'inList')
}

const weekday = (at: number, locale: Locale, length: 'short' | 'long'): string =>
  DATE_WORDS[locale].weekdays[length][new Date(at).getDay()] ?? ''

const date = (at: number, locale: Locale, form: 'short' | 'long' | 'withYear' | 'inList'): string => {
  const words = DATE_WORDS[locale]
  const moment = new Date(at)
  const [day, month, year] = [moment.getDate(), moment.getMonth(), moment.getFullYear()]
  const name = words.months[form === 'long' || form === 'withYear' ? 'long' : 'short'][month] ?? ''
  const parts: Record<string, string> = {
    d: twoDigits(day),
    m: twoDigits(month + 1),
    y: twoDigits(year % 100),
    D: String(day),
    M: name,
    Y: String(year),
  }
  const order = form === 'inList' || form === 'withYear' ? words[form] : words.dayAndMonth[form]
  return order.replaceAll(/\b[dmy]\b/gi, (place) => parts[place] ?? '')
}

const isSameYear = (one: number, other: number): boolean =>
  new Date(one).getFullYear() === new Date(other).getFullYear()
