/** The birthday as one field: text typed in the order of the reader's language, read as YYYY-MM-DD. */

/** The order of the numbers and the sign between them. */
export type DateStyle = { monthFirst: boolean; sign: string }

/**
 * English readers in the United States begin with the month; every other reader begins with the day.
 * @param country the visitor's country, or null if nobody knows it
 */
export const dateStyleOf = (language: string, country: string | null): DateStyle => {
  const parts = new Intl.DateTimeFormat(language === 'en' && country !== 'US' ? 'en-GB' : language).formatToParts(0)
  return {
    monthFirst: parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'month',
    sign: parts.find(({ type }) => type === 'literal')?.value ?? '/',
  }
}

/** YYYY-MM-DD of three numbers, or the text itself as long as it is none: the schema refuses that as a date. */
export const birthDateFrom = (typed: string, { monthFirst }: DateStyle): string => {
  const [, one = '', two = '', year = ''] =
    /^\s*(\d{1,2})\D+(\d{1,2})\D+(\d{4})\s*$/.exec(typed) ?? /^\s*(\d\d)(\d\d)(\d{4})\s*$/.exec(typed) ?? []
  if (year === '') return typed.trim()
  const [month, day] = monthFirst ? [one, two] : [two, one]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The text of the field: a stored or filled-in YYYY-MM-DD in the reader's order. */
export const birthDateText = (date: string, { monthFirst, sign }: DateStyle): string => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  return year === undefined ? date : [...(monthFirst ? [month, day] : [day, month]), year].join(sign)
}

/** Adds the sign while digits are typed at the end, because the number keys of a phone have none. */
export const withSeparators = (typed: string, before: string, style: DateStyle): string => {
  if (!typed.startsWith(before)) return birthDateText(typed, style)
  // A reader who types the sign too gets one, not two.
  const one = typed.replace(/(\D)\D+$/, '$1')
  const [, first = '', sign = '', second = ''] = /^(\d{2})(\D?)(\d*)$/.exec(one) ?? /^(\d)(\D)(\d*)$/.exec(one) ?? []
  if (first === '') return birthDateText(one, style)
  if (second.length < 2) return first + (sign || style.sign) + second
  return [first, second.slice(0, 2), second.slice(2)].join(style.sign)
}
