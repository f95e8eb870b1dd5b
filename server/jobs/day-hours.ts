/** The hours in which a member may be told of what nobody waits for: from nine to nine by the clock of their place. */
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'

const FROM_HOUR = 9
const TO_HOUR = 21
/** Clocks of places differ by quarters of an hour, and change at such. */
const STEP_MS = 15 * MINUTE_MS
/** Where a device has not said yet where it is: the clock of most of our members. */
const USUAL_ZONE = 'Europe/Rome'

/** @returns `now` by day, else the next morning at nine */
export const nextByDay = (zone: string | null, now: number): number => {
  const isDay = dayAt(zone)
  return isDay(now) ? now : firstStep(now, isDay)
}

/** How long the day still lasts; 0 at night. */
export const dayLeft = (zone: string | null, now: number): number => {
  const isDay = dayAt(zone)
  return isDay(now) ? firstStep(now, (at) => !isDay(at)) - now : 0
}

const firstStep = (now: number, fits: (at: number) => boolean): number => {
  let at = Math.ceil((now + 1) / STEP_MS) * STEP_MS
  for (; at < now + DAY_MS && !fits(at); at += STEP_MS);
  return at
}

const dayAt = (zone: string | null): ((at: number) => boolean) => {
  const clock = clockOf(zone ?? USUAL_ZONE)
  return (at) => {
    const hour = Number(clock.format(at))
    return hour >= FROM_HOUR && hour < TO_HOUR
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Making one costs more than asking it a hundred times. */
const clockOf = (zone: string): Intl.DateTimeFormat => {
  const held = clocks.get(zone)
  if (held) return held
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
  clocks.set(zone, made)
  return made
}
