/** How often a job is tried, and the pause after each failure. A handler says by its error if another attempt is useless, or when it is due. */
import { HOUR_MS } from '#contract/limits.ts'
import { isRecurring, type JobKind } from './kinds.ts'

/** A handler throws this when a retry would change nothing. */
export class PermanentFailure extends Error {}

/** A handler throws this if the other side has set a time for the retry. */
export class RetryLater extends Error {
  readonly afterMs: number
  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

const ATTEMPTS_MAX = 10
/** A mail server, a push service or the service for fictional profiles may be down for most of a day. */
const LONG_ATTEMPTS_MAX = 30
const FIRST_PAUSE_MS = 5_000

/** Members have a right to their outcome, however long the other side is away. */
const ENDLESS: ReadonlySet<JobKind> = new Set(['payments.refund', 'payments.forget', 'sanction.end', 'photos.sweep'])

export const attemptsMax = (kind: JobKind): number => {
  if (isRecurring(kind) || ENDLESS.has(kind)) return Number.POSITIVE_INFINITY
  return /^(mail\.|push\.|fictional\.answer$)/.test(kind) ? LONG_ATTEMPTS_MAX : ATTEMPTS_MAX
}

/** 5 s, 15 s, 45 s … an hour. Up to a quarter is added at random, so that many jobs do not retry together. */
export const pauseAfter = (attempts: number, random: number): number =>
  Math.round(Math.min(HOUR_MS, FIRST_PAUSE_MS * 3 ** attempts) * (1 + random / 4))
