/** Formats a size in the unit and the numbers of the current language. */
import { locale } from '../../state/i18n.ts'

const UNITS = [
  { unit: 'gigabyte', bytes: 1e9 },
  { unit: 'megabyte', bytes: 1e6 },
  { unit: 'kilobyte', bytes: 1e3 },
] as const

/** For example 3.4 MB; below a kilobyte in bytes. */
export const sizeOf = (bytes: number): string => {
  const { unit, bytes: one } = UNITS.find((each) => bytes >= each.bytes) ?? { unit: 'byte', bytes: 1 }
  const amount = bytes / one
  return new Intl.NumberFormat(locale.value, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: amount < 10 && one > 1e3 ? 1 : 0,
  }).format(amount)
}

export const numberOf = (count: number): string => new Intl.NumberFormat(locale.value).format(count)
