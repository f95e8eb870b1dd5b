import { locale } from '../../state/i18n.ts'

/** Formats a percentage in the language, e.g. 25 %. */
export const percentOf = (percentage: number): string =>
  new Intl.NumberFormat(locale.value, { style: 'percent', maximumFractionDigits: 2 }).format(percentage / 100)
