/** Which day it is where a member is [ACC-3]: a birthday begins with the day there, not in Greenwich. */

/**
 * One time zone a country, and where there are several the one that is last to begin a day: nobody comes of age before
 * it is their birthday.
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

/** Where it is still yesterday when it is no longer so anywhere else. */
const LAST_ZONE = 'Etc/GMT+12'

/** YYYY-MM-DD. @param country ISO 3166-1 alpha-2; empty where it is not known */
export const todayIn = (country: string, now: number): string => dateIn(ZONE_OF[country] ?? LAST_ZONE, now)

/** The calendar date of a moment in a time zone (IANA). */
const dateIn = (timeZone: string, now: number): string => {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now)
  return ['year', 'month', 'day'].map((type) => parts.find((part) => part.type === type)?.value ?? '').join('-')
}
