/**
 * A clock that jumps must destroy nothing [OPS-14]. A machine whose clock is 40 days ahead would see every session as expired and
 * every deletion as due. So the last trusted time is stored, and everything that erases by age asks `safeNow` instead of the clock:
 * while the clock is not trusted, `safeNow` continues from the last trusted time at the speed of the process's own monotonic clock.
 *
 * The clock is trusted again after a day of running in step with the monotonic clock, when it comes back, or by
 * `npm run doctor -- --trust-clock`.
 */
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'

export type SafeClock = {
  /** ms since the epoch; never ahead of the trusted time */
  safeNow: () => number
  isTrusted: () => boolean
  /** Compares the clocks, and stores the time if it is trusted. Called every minute. */
  check: () => Promise<void>
}

type Needs = {
  /** The wall clock, ms since the epoch. */
  now: () => number
  /** ms of a clock that never jumps */
  monotonic: () => number
  load: () => Promise<number | null> | number | null
  store: (at: number) => Promise<void>
}

/** After a longer time off, the server cannot tell a long pause from a wrong clock. */
const GAP_MAX_MS = 3 * DAY_MS
/** A wall clock may be corrected by this much between two checks. */
const STEP_MAX_MS = 10 * MINUTE_MS
const PROBATION_MS = DAY_MS

export const openSafeClock = async ({ now, monotonic, load, store }: Needs): Promise<SafeClock> => {
  /** A trusted moment, and the monotonic time at that moment. */
  let anchor = { at: (await load()) ?? now(), mono: monotonic() }
  let stepped = { at: now(), mono: monotonic() }
  /** When the clock began to run evenly again after a jump, in monotonic ms. */
  let steadySince = monotonic()

  const expected = (): number => anchor.at + (monotonic() - anchor.mono)
  const isNear = (limit: number): boolean => Math.abs(now() - expected()) <= limit
  const isInStep = (): boolean => Math.abs(now() - stepped.at - (monotonic() - stepped.mono)) <= STEP_MAX_MS

  // Before the start, the server may have been off for a while; from now on every minute is measured.
  let trusted = now() >= anchor.at - STEP_MAX_MS && now() - anchor.at <= GAP_MAX_MS
  if (trusted) anchor = { at: now(), mono: monotonic() }

  const check = async (): Promise<void> => {
    if (!isInStep()) {
      steadySince = monotonic()
      trusted = false
    }
    stepped = { at: now(), mono: monotonic() }
    if (isNear(STEP_MAX_MS) || monotonic() - steadySince >= PROBATION_MS) trusted = true
    if (!trusted) {
      // An operator may have confirmed the clock by storing the time.
      const stored = await load()
      if (stored === null || Math.abs(stored - now()) > STEP_MAX_MS) return
      trusted = true
    }
    anchor = { at: now(), mono: monotonic() }
    await store(anchor.at)
  }

  return {
    safeNow: () => (trusted && isInStep() ? now() : Math.min(now(), expected())),
    isTrusted: () => trusted,
    check,
  }
}
