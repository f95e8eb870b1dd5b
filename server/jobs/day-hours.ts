/** The hours for mails and pushes that can wait: from nine to nine by the clock of the member's place. */
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'

const FROM_HOUR = 9
const TO_HOUR = 21
/** Time zones differ by quarters of an hour, and clocks change at a quarter too. */
const STEP_MS = 15 * MINUTE_MS
/** The fallback while no device has reported a time zone: the clock of most members. */
const USUAL_ZONE = 'Europe/Rome'

/** @returns `now` by day, else the next morning at nine */
export const nextByDay = (zone: string | null, now: number): number => {
  const isDay = dayAt(zone)
  return isDay(now) ? now : firstStep(now, isDay)
}

/** The milliseconds until the day ends; 0 at night. */
export const dayLeft = (zone: string | null, now: number): number => {
  const isDay = dayAt(zone)
  return isDay(now) ? firstStep(now, (at) => !isDay(at)) - now : 0
}

const firstStep = (now: number, fits: (at: number) => boolean): number => {
  let at = Math.ceil(now / STEP_MS) * STEP_MS
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

/** Making a formatter costs more than using it a hundred times. */
const clockOf = (zone: string): Intl.DateTimeFormat => {
  const cached = clocks.get(zone)
  if (cached) return cached
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
  clocks.set(zone, made)
  return made
}
