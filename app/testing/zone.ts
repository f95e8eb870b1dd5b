/** Shows times as a device in another time zone would. */
import { vi } from 'vitest'

/** Until the end of the test, formats without a zone of their own use this one. */
export const showTimesIn = (timeZone: string): void => {
  const { DateTimeFormat } = Intl
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locales, options) {
    return new DateTimeFormat(locales, { timeZone, ...options })
  })
}
