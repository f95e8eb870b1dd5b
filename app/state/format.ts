/** Names of countries, times and prices in the language on screen. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { dateOf } from '#contract/rules/age.ts'
import { placesOf } from '#contract/rules/price.ts'
import { serverNow } from '../ports/clock.ts'
import { locale } from './i18n.ts'

/**
 * The names of the countries in which members live. `Intl.DisplayNames` loads its data for tens of milliseconds, and the search that a
 * start shows names countries; so only a country that is not here asks it. The test compares the names with Intl.
 */
const CODES = 'IT IE GB US CA AU NZ DE AT CH ES FR BE NL PL'.split(' ')

const NAMES: Record<Locale, readonly string[]> = {
  it: 'Italia, Irlanda, Regno Unito, Stati Uniti, Canada, Australia, Nuova Zelanda, Germania, Austria, Svizzera, Spagna, Francia, Belgio, Paesi Bassi, Polonia'.split(
    ', ',
  ),
  en: 'Italy, Ireland, United Kingdom, United States, Canada, Australia, New Zealand, Germany, Austria, Switzerland, Spain, France, Belgium, Netherlands, Poland'.split(
    ', ',
  ),
  de: 'Italien, Irland, Vereinigtes Königreich, Vereinigte Staaten, Kanada, Australien, Neuseeland, Deutschland, Österreich, Schweiz, Spanien, Frankreich, Belgien, Niederlande, Polen'.split(
    ', ',
  ),
  es: 'Italia, Irlanda, Reino Unido, Estados Unidos, Canadá, Australia, Nueva Zelanda, Alemania, Austria, Suiza, España, Francia, Bélgica, Países Bajos, Polonia'.split(
    ', ',
  ),
  fr: 'Italie, Irlande, Royaume-Uni, États-Unis, Canada, Australie, Nouvelle-Zélande, Allemagne, Autriche, Suisse, Espagne, France, Belgique, Pays-Bas, Pologne'.split(
    ', ',
  ),
  nl: 'Italië, Ierland, Verenigd Koninkrijk, Verenigde Staten, Canada, Australië, Nieuw-Zeeland, Duitsland, Oostenrijk, Zwitserland, Spanje, Frankrijk, België, Nederland, Polen'.split(
    ', ',
  ),
  pl: 'Włochy, Irlandia, Wielka Brytania, Stany Zjednoczone, Kanada, Australia, Nowa Zelandia, Niemcy, Austria, Szwajcaria, Hiszpania, Francja, Belgia, Holandia, Polska'.split(
    ', ',
  ),
}

/** @returns the name of a country, or undefined if it is none of these */
export const knownCountryName = (country: string, language: Locale): string | undefined =>
  NAMES[language][CODES.indexOf(country)]

/** Makes a formatter once a language: making one costs more than all that a list formats with it. */
const onceALanguage = <Formatter>(make: (code: Locale) => Formatter): (() => Formatter) => {
  const made = new Map<Locale, Formatter>()
  return () => {
    const formatter = made.get(locale.value) ?? make(locale.value)
    made.set(locale.value, formatter)
    return formatter
  }
}

const countryNames = onceALanguage((code) => new Intl.DisplayNames([code], { type: 'region', fallback: 'code' }))
const relativeTimes = onceALanguage((code) => new Intl.RelativeTimeFormat(code, { numeric: 'auto' }))
const countedTimes = onceALanguage((code) => new Intl.RelativeTimeFormat(code, { numeric: 'always' }))

export const countryName = (code: string): string =>
  knownCountryName(code, locale.value) ?? countryNames().of(code) ?? code

/**
 * The name of a language in that language, with a capital as in a list. Written out, because every start shows the menu of
 * languages, and `Intl.DisplayNames` loads the data of each of them: 337 ms of a traced start at processor × 4.
 */
export const languageName = (code: Locale): string => LANGUAGE_NAMES[code]

const LANGUAGE_NAMES: Record<Locale, string> = {
  it: 'Italiano',
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  nl: 'Nederlands',
  pl: 'Polski',
}

/** All our languages write it alike, and a start waits for no Intl format of it. */
export const timeOfDay = (at: number): string => {
  const moment = new Date(at)
  return `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`
}

export const twoDigits = (part: number): string => String(part).padStart(2, '0')

/** 20:40 today, with the day before that. */
export const timeOf = (at: number, now: number): string =>
  isSameDay(at, now)
    ? timeOfDay(at)
    : new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(at)

/** 7 March 2026. */
export const dayOf = (at: number): string => new Intl.DateTimeFormat(locale.value, { dateStyle: 'long' }).format(at)

/** The day of a YYYY-MM-DD in words; the time zone of this device does not matter. */
export const calendarDayOf = (date: string): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(date))

/** The day of an invoice: it has one date, that of its mail and of the books, wherever it is read. */
export const utcDayOf = (at: number): string => calendarDayOf(dateOf(at))

/** A weekday, day and time of this device's time zone. */
export const momentOf = (at: number): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'full', timeStyle: 'short', hourCycle: 'h23' }).format(at)

/** Sunday 20:40, for a time within the next days. */
export const weekdayTimeOf = (at: number): string =>
  new Intl.DateTimeFormat(locale.value, {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)

/** How long before now, by the server's clock: 10 minutes ago, yesterday, 3 weeks ago. */
export const agoOf = (at: number, now = serverNow()): string => {
  const past = Math.max(0, now - at)
  const words = relativeTimes()
  // For the current minute, some languages use a future form (“in 0 minutes”), so format seconds.
  if (past < MINUTE_MS) return words.format(0, 'second')
  if (past < HOUR_MS) return words.format(-Math.floor(past / MINUTE_MS), 'minute')
  if (past < DAY_MS) return words.format(-Math.floor(past / HOUR_MS), 'hour')
  // *Yesterday* is the calendar day before, not the last 48 hours.
  if (past < 7 * DAY_MS) return words.format(-daysBetween(at, now), 'day')
  // *Last week* would be another one than seven days ago.
  return past < 60 * DAY_MS
    ? countedTimes().format(-Math.floor(past / (7 * DAY_MS)), 'week')
    : countedTimes().format(-Math.floor(past / (30 * DAY_MS)), 'month')
}

/** Whole calendar days from one moment to a later one; the days on which clocks change count as one, too. */
export const daysBetween = (earlier: number, later: number): number => dayNumber(later) - dayNumber(earlier)

/** In the device's own time zone. */
export const dayNumber = (at: number): number => {
  const date = new Date(at)
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS)
}

/** Words as a list of the language: `a, b and c`. */
export const listOf = (words: readonly string[]): string =>
  new Intl.ListFormat(locale.value, { type: 'conjunction' }).format(words)

/** @param amount in whole units of the currency, as the site's settings have prices */
export const priceOf = (amount: number, currency: string): string => formatted(amount, { style: 'currency', currency })

/** For example '+5' or '−1'. */
export const signedOf = (amount: number): string => formatted(amount, { signDisplay: 'exceptZero' })

/** In most languages `Intl` writes a hyphen; a minus sign is as wide as a plus and as a digit. */
const formatted = (value: number, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale.value, options)
    .formatToParts(value)
    .map((part) => (part.type === 'minusSign' ? '−' : part.value))
    .join('')

/** @param minor in minor units of the currency, as payments have amounts */
export const moneyOf = (minor: number, currency: string): string => priceOf(minor / 10 ** placesOf(currency), currency)

/** For example 25 %. */
export const percentOf = (percentage: number): string =>
  new Intl.NumberFormat(locale.value, { style: 'percent', maximumFractionDigits: 2 }).format(percentage / 100)

/** For example '25 km'. */
export const kilometres = (count: number): string =>
  new Intl.NumberFormat(locale.value, { style: 'unit', unit: 'kilometer' }).format(count)

/** In the time zone of this device. */
export const isSameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString()
