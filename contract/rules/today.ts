/** The date in a member's country [ACC-3]: a birthday begins with the local day, not in Greenwich. */

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
 * The date as YYYY-MM-DD.
 * @param country ISO 3166-1 alpha-2; empty if unknown
 */
export const todayIn = (country: string, now: number): string => dateIn(ZONE_OF[country] ?? LAST_ZONE, now)

/** The calendar date of a moment in a time zone (IANA). */
const dateIn = (timeZone: string, now: number): string => {
  const quarter = Math.floor(now / QUARTER_HOUR_MS)
  const cached = dates.get(timeZone)
  if (cached?.quarter === quarter) return cached.date
  const format = cached?.format ?? formatOf(timeZone)
  const parts = format.formatToParts(now)
  const date = ['year', 'month', 'day'].map((type) => parts.find((part) => part.type === type)?.value ?? '').join('-')
  dates.set(timeZone, { format, quarter, date })
  return date
}

/** Zones are whole quarters of an hour apart, so a day begins with one in all of them. */
const QUARTER_HOUR_MS = 15 * 60 * 1_000

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
