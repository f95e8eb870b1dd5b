/** The day that it is in a time zone, from its first moment to the next day's [LIKE-5]: what "a day" of the game is. */
import { DAY_MS } from '../limits.ts'

/** In ms since the epoch; `end` is the first moment of the next day. */
export type LocalDay = { start: number; end: number }

/** No day of a zone is as long as this, whatever its clocks do. */
const REACH_S = (2 * DAY_MS) / 1_000

/**
 * The day is looked for, not reckoned: a day has 23 to 25 hours where clocks change, and some begin at one o'clock since
 * their midnight is skipped (Santiago, Beirut) or have two of them (Havana, the Azores).
 * @param zone IANA name that this runtime knows
 */
export const localDay = (zone: string, now: number): LocalDay => {
  const dateAt = dateIn(zone)
  const today = dateAt(now)
  // Clocks change at full seconds, so no day begins between two.
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

/** Dates of a zone as numbers that grow with them: 20261231. */
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
