/** The current day in a time zone, from its first moment to the next day's [LIKE-5]: the day of the swipe game. */
import { DAY_MS } from '../limits.ts'

/** In ms since the epoch; `end` is the first moment of the next day. */
export type LocalDay = { start: number; end: number }

/** Longer than any day of any zone, even when clocks change. */
const REACH_S = (2 * DAY_MS) / 1_000

/**
 * Finds the day by a binary search instead of arithmetic. A day has 23 to 25 hours when clocks change. Some days begin
 * at one o'clock, since midnight is skipped (Santiago, Beirut), or have two midnights (Havana, the Azores).
 * @param zone an IANA name that this runtime knows
 */
export const localDay = (zone: string, now: number): LocalDay => {
  const dateAt = dateIn(zone)
  const today = dateAt(now)
  // Clocks change at full seconds, so every day begins at a full second.
  const second = Math.floor(now / 1_000)
  const firstSecond = (from: number, to: number, isThere: (date: number) => boolean): number => {
    let [before, there] = [from, to]
    while (there - before > 1) {
      const middle = Math.floor((before + there) / 2)
      if (isThere(dateAt(middle * 1_000))) there = middle
      else before = middle
    }
    return there * 1_000
  }
  return {
    start: firstSecond(second - REACH_S, second, (date) => date >= today),
    end: firstSecond(second, second + REACH_S, (date) => date > today),
  }
}

/** The dates of a zone as growing numbers: 20261231. */
const dateIn = (timeZone: string): ((at: number) => number) => {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (at) => {
    const parts = format.formatToParts(at)
    const [year, month, day] = (['year', 'month', 'day'] as const).map((type) =>
      Number(parts.find((part) => part.type === type)?.value),
    )
    return (year ?? 0) * 10_000 + (month ?? 0) * 100 + (day ?? 0)
  }
}
