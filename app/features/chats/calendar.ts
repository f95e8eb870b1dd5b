/** Days as the member lives them: in the device's own time zone. */

/** Whole calendar days from one moment to a later one; the days on which clocks change count as one, too. */
export const daysBetween = (earlier: number, later: number): number => dayNumber(later) - dayNumber(earlier)

export const dayNumber = (at: number): number => {
  const date = new Date(at)
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating an Intl.DateTimeFormat is slow, using one is not: cache them. */
const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale} ${JSON.stringify(options)}`
  const cached = formats.get(key)
  if (cached) return cached
  const made = new Intl.DateTimeFormat(locale, options)
  formats.set(key, made)
  return made
}

/** All our languages write it alike, and a start waits for no format of it. */
export const timeOfDay = (at: number): string => {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

export type DayWords = { today: string; yesterday: string }

/** The label over the messages of a day. */
export const dayLabel = (at: number, now: number, locale: string, words: DayWords): string => {
  const days = daysBetween(at, now)
  if (days <= 0) return words.today
  if (days === 1) return words.yesterday
  if (days < 7) return dateFormat(locale, { weekday: 'long' }).format(at)
  return dateFormat(locale, {
    day: 'numeric',
    month: 'long',
    ...(isSameYear(at, now) ? {} : { year: 'numeric' }),
  }).format(at)
}

/** The time of the last event, as short as a list has room for [CHAT-1]. */
export const listTime = (at: number, now: number, locale: string, words: DayWords): string => {
  const days = daysBetween(at, now)
  if (days <= 0) return timeOfDay(at)
  if (days === 1) return words.yesterday
  if (days < 7) return dateFormat(locale, { weekday: 'short' }).format(at)
  return dateFormat(
    locale,
    isSameYear(at, now) ? { day: 'numeric', month: 'short' } : { day: '2-digit', month: '2-digit', year: '2-digit' },
  ).format(at)
}

const isSameYear = (one: number, other: number): boolean =>
  new Date(one).getFullYear() === new Date(other).getFullYear()
