import { locale } from '../../state/i18n.ts'

/** Day and time in full, as a receipt has them. */
export const momentOf = (at: number): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }).format(at)
