/** Numbers, times and names as the desk writes them, in the language on screen. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { dateOf } from '#contract/rules/age.ts'
import { placesOf } from '#contract/rules/price.ts'
import { firstLetter } from '../ui/photo-placeholder.ts'
import { language, numberText, t } from './texts.ts'

const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language.value === 'en' ? 'en-GB' : language.value, options)

/** `14:32` */
export const timeText = (at: number): string => dateFormat({ hour: '2-digit', minute: '2-digit' }).format(at)

/** `21 Nov 2026` */
export const dateText = (at: number): string =>
  dateFormat({ day: 'numeric', month: 'short', year: 'numeric' }).format(at)

/** The time of today, else the date, with its year unless it is this year. */
export const whenText = (at: number, now: number): string => {
  if (dateText(at) === dateText(now)) return timeText(at)
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  const date = isThisYear ? dateFormat({ day: 'numeric', month: 'short' }).format(at) : dateText(at)
  return `${date}, ${timeText(at)}`
}

/** The time until a deadline: `21 min`, `20 h 48`. After the deadline: how late it is, in words. */
export const timeLeftText = (dueAt: number, now: number): string => {
  const left = dueAt - now
  // Nothing is 0 min late.
  return left < 0 ? t('time.late', { length: lengthText(Math.max(MINUTE_MS, -left)) }) : lengthText(left)
}

const lengthText = (ms: number): string => {
  const minutes = Math.floor(ms / MINUTE_MS)
  if (ms < HOUR_MS) return t('time.minutes', { minutes })
  if (ms >= 4 * DAY_MS) return t('time.days', { days: Math.floor(ms / DAY_MS) })
  return t('time.hours', { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, '0') })
}

/** The minutes and seconds of a claim: `9:41`. */
export const countdownText = (until: number, now: number): string => {
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** `OB` for Orla Brennan. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : words[0]?.slice(1)]
  return `${firstLetter(first)}${firstLetter(last)}`.toUpperCase()
}

/** The name of a country by its code, or the code itself. */
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames([language.value], { type: 'region' }).of(code) ?? code) : code

/** `16 Nov 2026` for a day of a report (`2026-11-16`). Days and months of reports are UTC. */
export const dayText = (day: string): string =>
  dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(day))

/** The day of a moment in UTC: the books count days in UTC, and a day that somebody chose in a form is stored as its midnight UTC. */
export const utcDayText = (at: number): string => dayText(dateOf(at))

/** `16 Nov` */
export const shortDayText = (day: string): string =>
  dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(Date.parse(day))

/** `October 2026` for `2026-10`. */
export const monthText = (month: string): string =>
  dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${month}-01`))

/** A month as `2026-10`, in UTC as in the books. */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

/** @param count months after `month`; negative for months before */
export const monthAfter = (month: string, count: number): string => {
  const at = new Date(`${month}-01T00:00:00Z`)
  return monthOf(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, 1))
}

const currencyFormat = (currency: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  new Intl.NumberFormat(language.value, { style: 'currency', currency, ...options })

/** `39.99 €` for 3999 minor units. */
export const moneyText = (minor: number, currency: string): string =>
  minusSign(currencyFormat(currency).format(minor / 10 ** placesOf(currency)))

/** `39.99`, where the currency is beside it. */
export const amountText = (minor: number, currency: string): string => {
  const places = placesOf(currency)
  const format = new Intl.NumberFormat(language.value, { minimumFractionDigits: places, maximumFractionDigits: places })
  return minusSign(format.format(minor / 10 ** places))
}

/** `1234.50`, as a field takes it: without a sign between the thousands. */
export const amountInField = (minor: number, currency: string): string => {
  const places = placesOf(currency)
  return (minor / 10 ** places).toFixed(places)
}

/** `28,79` or `28.79` in minor units; null if it is no amount of the currency. */
export const minorOf = (typed: string, currency: string): number | null => {
  const places = placesOf(currency)
  const match = /^(\d{1,7})(?:[.,](\d*))?$/.exec(typed.trim())
  const [, whole = '', part = ''] = match ?? []
  return match && part.length <= places ? Number(whole + part.padEnd(places, '0')) : null
}

/** Replaces the hyphen by a minus sign, which is as wide as a digit, so that columns line up. */
const minusSign = (text: string): string => text.replace('-', '−')

/** `6.1 %` for 0.061; @param places decimal places */
export const shareText = (share: number, places = 1): string =>
  t('number.percent', { share: numberText(Number((share * 100).toFixed(places))) })
