/** Ages by calendar date [ACC-3]. Dates are YYYY-MM-DD; `today` is the date in the member's country. */
import { AGE_MAX } from '../limits.ts'

/** A search looks for nobody older: it reads each year of birth on its own. */
const OLDEST = 105

/** [FIND-1] The oldest age that a filter finds. Its highest age means older people too, or no search would find a member of 100. */
export const oldestFound = (maxAge: number): number => (maxAge < AGE_MAX ? maxAge : OLDEST)

/** Whether the text is a day of the Gregorian calendar (29 February only in leap years). */
export const isCalendarDate = (text: string): boolean => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1900 || month < 1 || month > 12 || day < 1) return false
  return day <= daysInMonth(year, month)
}

/** Full years between a birth date and a day; a birthday on 29 February falls on 1 March in other years. */
export const ageOn = (birthDate: string, today: string): number => {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) >= birthDate.slice(5) ? years : years - 1
}

/** Whether a person with this birth date may join today; the age before the birth is below zero. */
export const isOldEnough = (birthDate: string, today: string, minAge: number): boolean =>
  ageOn(birthDate, today) >= minAge

/** An older age is a slip of the finger: nobody can correct a birth date after signup. */
const MOST_YEARS = 120

/** The reason why a person with this birth date may not join today, or null. */
export const faultOfBirthDate = (
  birthDate: string,
  today: string,
  minAge: number,
): 'too_young' | 'birth_date_invalid' | null => {
  if (!isOldEnough(birthDate, today, minAge)) return 'too_young'
  return ageOn(birthDate, today) > MOST_YEARS ? 'birth_date_invalid' : null
}

/** The first and last birth date of people whom a filter from `minAge` to `maxAge` finds today, both included. */
export const birthDatesOfAges = (minAge: number, maxAge: number, today: string): { from: string; to: string } => ({
  from: dayAfter(yearsBefore(today, oldestFound(maxAge) + 1)),
  to: yearsBefore(today, minAge),
})

/** The UTC calendar date of a moment. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const daysInMonth = (year: number, month: number): number => {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** The last birth date that is `years` old on `day`. On 28 February of a common year that is 28 February, on 29 February itself. */
const yearsBefore = (day: string, years: number): string =>
  `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`

/** The next date in text order. It needs no calendar, since bounds are only compared: 12-32 is between 12-31 and the next year. */
const dayAfter = (day: string): string => `${day.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, '0')}`
