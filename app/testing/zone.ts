/** A device in another time zone, or with a wrong clock. */
import { onTestFinished, vi } from 'vitest'
import { noteServerTime, now } from '../ports/clock.ts'

/** Until the end of the test, formats without a zone of their own use this one. */
export const showTimesIn = (timeZone: string): void => {
  const { DateTimeFormat } = Intl
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locales, options) {
    return new DateTimeFormat(locales, { timeZone, ...options })
  })
}

/** Until the end of the test, an answer has told that the server's clock is ahead of the device's by so many ms, or behind it. */
export const setServerAhead = (ms: number): void => {
  hear(ms)
  onTestFinished(() => hear(0))
}

const hear = (lead: number): void => noteServerTime(new Date(now() + lead).toUTCString(), now())
