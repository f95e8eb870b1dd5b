import { locale } from '../../state/i18n.ts'

/** 25 as the language writes it: 25 %. */
export const percentOf = (percentage: number): string =>
  new Intl.NumberFormat(locale.value, { style: 'percent', maximumFractionDigits: 2 }).format(percentage / 100)
