import { locale } from '../../state/i18n.ts'

/** Formats date and time in full, as on a receipt. */
export const momentOf = (at: number): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }).format(at)
