/** The server's time. Deadlines and claims must not depend on a wrong clock of this device. */
import { signal } from '@preact/signals-react'

const SECOND_MS = 1_000

let offset = 0
/** The time in ms, once a second. Reading it in a component subscribes the component. */
export const now = signal(Date.now())

/** @param date the `Date` header of an answer; it has whole seconds */
export const noteServerTime = (date: string | null): void => {
  const server = Date.parse(date ?? '')
  if (Number.isNaN(server)) return
  const difference = server - Date.now()
  // A difference of less than two seconds is rounding and travel time.
  offset = Math.abs(difference) < 2 * SECOND_MS ? 0 : difference
}

/** @returns a function that stops the clock */
export const startClock = (): (() => void) => {
  const timer = setInterval(() => {
    now.value = Date.now() + offset
  }, SECOND_MS)
  return () => clearInterval(timer)
}
