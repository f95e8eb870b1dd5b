/** The only code of the app that reads the clock and the time zone. */
import { MINUTE_MS } from '#contract/limits.ts'

export const now = (): number => Date.now()

/** The lead of the server's clock over that of this device, in ms; 0 until an answer tells it. */
let serverLead = 0

/**
 * The time by the server's clock. Moments that the server decides, such as the end of a discount, are compared with it: where somebody has set
 * the phone's clock by hand, a countdown would end hours too early or too late [PAY-9].
 */
export const serverNow = (): number => now() + serverLead

/** A shorter lead changes no decision of a member, and an answer's time is no more exact than its way here. */
const LEAD_MIN_MS = 5 * MINUTE_MS
/** While a phone sleeps, an answer may lie unread: its time would be long past. */
const PROMPT_MS = 10_000

/**
 * Learns the server's clock from an answer.
 * @param date the `Date` header; null if the worker has made the answer
 * @param askedAt the time of the request by this device's clock
 */
export const noteServerTime = (date: string | null, askedAt: number): void => {
  const [servedAt, heardAt] = [Date.parse(date ?? ''), now()]
  if (Number.isNaN(servedAt) || Math.abs(heardAt - askedAt) > PROMPT_MS) return
  const lead = servedAt - heardAt
  serverLead = Math.abs(lead) < LEAD_MIN_MS ? 0 : lead
}

/** Runs a function after a delay. @returns the function that cancels it */
export const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => void after(ms, resolve))

/** Waits until the work has ended, resolved or rejected, but at most this long. */
export const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => {}), pause(ms)])

/**
 * The time zone of this device, whose midnight resets the likes [LIKE-5] and whose night no push disturbs. Undefined if the browser hides
 * it, does not know it (`Etc/Unknown`) or names no place (`+03:00`): the server then uses the one it knows, and would refuse this one.
 */
export const deviceZone = (): string | undefined => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return /^(?!Etc\/Unknown$)[a-z]/i.test(timeZone) ? timeZone : undefined
}
