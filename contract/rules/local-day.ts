/** Days in other places than this device's: the day of the swipe game in a time zone, and the date in a member's country. */
import { DAY_MS } from '../limits.ts'

/** The day in a time zone that holds a moment [LIKE-5], in ms since the epoch; `end` is the first moment of the next day. */
export type LocalDay = { readonly start: number; readonly end: number }

/** Zones are whole quarters of an hour apart and clocks change with one, so a day begins with one everywhere. */
const QUARTER_HOUR_MS = 15 * 60 * 1_000

/** In quarters of an hour: longer than any day of any zone, even when clocks change. */
const REACH = (2 * DAY_MS) / QUARTER_HOUR_MS

/** The last day that was found in each zone: finding one takes as long as storing a message, and every swipe asks twice. */
const days = new Map<string, LocalDay>()

/** @param zone an IANA name that this runtime knows */
export const localDay = (zone: string, now: number): LocalDay => {
  const last = days.get(zone)
  if (last && last.start <= now && now < last.end) return last
  const day = findDay(zone, now)
  days.set(zone, day)
  return day
}

/**
 * Finds the day by a binary search instead of arithmetic. A day has 23 to 25 hours when clocks change. Some days begin
 * at one o'clock, since midnight is skipped (Santiago, Beirut), or have two midnights (Havana, the Azores).
 */
const findDay = (zone: string, now: number): LocalDay => {
  const dateAt = dateIn(zone)
  const today = dateAt(now)
  const quarter = Math.floor(now / QUARTER_HOUR_MS)
  const firstMoment = (from: number, to: number, isThere: (date: number) => boolean): number => {
    let [before, there] = [from, to]
    while (there - before > 1) {
      const middle = Math.floor((before + there) / 2)
      if (isThere(dateAt(middle * QUARTER_HOUR_MS))) there = middle
      else before = middle
    }
    return there * QUARTER_HOUR_MS
  }
  return {
    start: firstMoment(quarter - REACH, quarter, (date) => date >= today),
    end: firstMoment(quarter, quarter + REACH, (date) => date > today),
  }
}

/** The dates of a zone as growing numbers: 20261231. */
const dateIn = (zone: string): ((at: number) => number) => {
  const format = formatOf(zone)
  return (at) => Number(dateParts(format, at).join(''))
}

/**
 * One time zone per country. For a country with several, the one where the day begins last, so that nobody comes of age
 * early.
 */
const ZONE_OF: Record<string, string> = {
  AT: 'Europe/Vienna',
  AU: 'Australia/Perth',
  BE: 'Europe/Brussels',
  CA: 'America/Vancouver',
  CH: 'Europe/Zurich',
  DE: 'Europe/Berlin',
  ES: 'Atlantic/Canary',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
  IT: 'Europe/Rome',
  NL: 'Europe/Amsterdam',
  NZ: 'Pacific/Auckland',
  PL: 'Europe/Warsaw',
  US: 'Pacific/Honolulu',
}

/** The zone in which each day ends last. */
const LAST_ZONE = 'Etc/GMT+12'

/**
 * The date in a member's country as YYYY-MM-DD [ACC-3]: a birthday begins with the local day, not in Greenwich.
 * @param country ISO 3166-1 alpha-2; empty if unknown
 */
export const todayIn = (country: string, now: number): string => cachedDate(ZONE_OF[country] ?? LAST_ZONE, now)

/** The calendar date of a moment in a time zone (IANA). */
const cachedDate = (timeZone: string, now: number): string => {
  const quarter = Math.floor(now / QUARTER_HOUR_MS)
  const cached = dates.get(timeZone)
  if (cached?.quarter === quarter) return cached.date
  const format = cached?.format ?? formatOf(timeZone)
  const date = dateParts(format, now).join('-')
  dates.set(timeZone, { format, quarter, date })
  return date
}

/** The last date of each zone. Each card of a list needs one, and formatting it takes longer than the rest of the card. */
const dates = new Map<string, { format: Intl.DateTimeFormat; quarter: number; date: string }>()

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })

/** Year, month and day with their digits. */
const dateParts = (format: Intl.DateTimeFormat, at: number): string[] => {
  const parts = format.formatToParts(at)
  return ['year', 'month', 'day'].map((type) => parts.find((part) => part.type === type)?.value ?? '')
}
